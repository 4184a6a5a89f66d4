import { AppError } from '@trunkshow/contract/errors.ts'
import { importMessages } from '@trunkshow/contract/imports/messages.ts'
import { type ImportKind, importFiles } from '@trunkshow/contract/imports/rules.ts'
import { parse } from 'csv-parse'

/** A row of a file: ready to be stored, or why it is not. */
export type FileRow = { line: number } & ({ value: Record<string, unknown> } | { problem: string })

const plain = (heading: string) => heading.toLowerCase().replace(/[\s_-]+/g, '')

/** What each column of the file means, by its heading. @throws AppError invalid, naming what is missing */
function fieldsOf(kind: ImportKind, headings: string[]): (string | null)[] {
  const { columns, required }: { columns: Record<string, string>; required: readonly string[] } =
    importFiles[kind]
  const known = new Map(Object.entries(columns).map(([heading, field]) => [plain(heading), field]))
  const present = new Set(headings.map(plain))
  const missing = required.filter((heading) => !present.has(plain(heading)))
  if (missing.length > 0) throw new AppError('invalid', importMessages.columnsMissing(missing.join(', ')))
  return headings.map((heading) => known.get(plain(heading)) ?? null)
}

/** What an export made safe for spreadsheets, as it was: see `sendCsv`. */
const unguarded = (cell: string) => cell.replace(/^'(?=[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/, '')

/**
 * The rows of a CSV file, one after the other, each checked by the schema of its kind. Commas, semicolons and tabs
 * part its cells.
 *
 * @throws AppError invalid when it is no CSV file, or columns are missing
 */
export async function* readRows(kind: ImportKind, csv: string): AsyncGenerator<FileRow> {
  const rows = parse(csv, {
    bom: true,
    delimiter: [',', ';', '\t'],
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
  })
  let fields: (string | null)[] | undefined
  try {
    for await (const { record, info } of rows as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      if (!fields) {
        fields = fieldsOf(kind, record)
        continue
      }
      const cells = Object.fromEntries(
        fields.flatMap((field, column) => (field ? [[field, unguarded(record[column] ?? '')]] : [])),
      )
      const { data, error } = importFiles[kind].row.safeParse(cells)
      yield error
        ? { line: info.lines, problem: error.issues[0]!.message }
        : { line: info.lines, value: data as Record<string, unknown> }
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('invalid', importMessages.unreadable)
  }
}
