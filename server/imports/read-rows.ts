import { pipeline, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { AppError } from '@trunkshow/contract/errors.ts'
import { importMessages } from '@trunkshow/contract/imports/messages.ts'
import { type ImportKind, importFiles, MAX_IMPORT_COLUMNS } from '@trunkshow/contract/imports/rules.ts'
import { fromDecimalComma } from '@trunkshow/contract/money.ts'
import { CsvError, parse } from 'csv-parse'
import { unguarded } from '../http/csv.ts'

/** A row of a file: ready to be stored, or why it is not. */
export type FileRow = { line: number } & ({ value: Record<string, unknown> } | { problem: string })

const plain = (heading: string) => heading.toLowerCase().replace(/[\s_-]+/g, '')

/** How much of a file is read at a stretch, in bytes: some hundred rows, a few milliseconds. */
const PIECE = 32 * 1024

/** A file piece by piece, so that whatever else waits gets its turn in between. */
async function* piecesOf(file: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += PIECE) {
    yield file.subarray(at, at + PIECE)
    await setImmediate()
  }
}

/** How a file is written: what parts its cells, and whether its first line says nothing but that. */
interface Layout {
  delimiter: string
  from: number
}

/** The lines of a file as its cells; all of them, or so many of the first. */
function parseFile(
  file: Buffer,
  { delimiter, from }: Layout,
  { to, onRow }: { to?: number; onRow?: (line: number) => void } = {},
): AsyncIterable<{ record: string[]; info: { lines: number } }> {
  const rows = parse({
    bom: true,
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    from_line: from,
    info: true,
    ...(to && { to }),
    on_record(record: string[], { lines }) {
      onRow?.(lines)
      return record
    },
    cast(cell, { index }) {
      if (index >= MAX_IMPORT_COLUMNS) throw new AppError('invalid', importMessages.tooManyColumns)
      return cell
    },
  })
  pipeline(Readable.from(piecesOf(file)), rows, () => {})
  return rows
}

/** In which column of the file each field stands, the first where several have its heading. */
function columnsOf(kind: ImportKind, headings: string[]): Map<string, number> {
  const places = headings.map(plain)
  return new Map(
    Object.entries(importFiles[kind].columns).flatMap(([heading, field]) => {
      const column = places.indexOf(plain(heading))
      return column < 0 ? [] : [[field, column]]
    }),
  )
}

/** @throws AppError invalid, naming the columns a file of this kind needs and this one lacks */
function assertComplete(kind: ImportKind, columns: Map<string, number>) {
  const { columns: fields, required }: { columns: Record<string, string>; required: readonly string[] } =
    importFiles[kind]
  const missing = required.filter((heading) => !columns.has(fields[heading]!))
  if (missing.length > 0) throw new AppError('invalid', importMessages.columnsMissing(missing.join(', ')))
}

/** How many columns of its kind the heading of a file has, when its cells are parted like this. */
async function countColumns(kind: ImportKind, file: Buffer, layout: Layout): Promise<number> {
  try {
    for await (const { record } of parseFile(file, layout, { to: 1 })) return columnsOf(kind, record).size
  } catch (error) {
    if (error instanceof AppError) throw error
  }
  return 0
}

/** What parts the cells of a file: what its first line says, `sep=;`, or that under which its heading names the most columns. */
async function layoutOf(kind: ImportKind, file: Buffer): Promise<Layout> {
  const [, told] = /^\ufeff?"?sep=([^"])"?\r?\n/i.exec(file.toString('utf8', 0, 20)) ?? []
  if (told) return { delimiter: told, from: 2 }
  let [best, most] = [',', 0]
  for (const delimiter of [',', ';', '\t']) {
    const count = await countColumns(kind, file, { delimiter, from: 1 })
    if (count > most) [best, most] = [delimiter, count]
  }
  return { delimiter: best, from: 1 }
}

/** What a row of the file holds, by field: as it was before it was exported, amounts with a point before their cents. */
function valuesOf(kind: ImportKind, record: string[], columns: Map<string, number>, delimiter: string) {
  const amounts: readonly string[] = importFiles[kind].amounts
  const values = Array.from(columns, ([field, column]) => {
    const cell = unguarded(record[column] ?? '')
    return [field, amounts.includes(field) ? fromDecimalComma(cell, delimiter === ';') : cell]
  })
  return Object.fromEntries(values)
}

/**
 * The rows of a CSV file, one after the other, each checked by the schema of its kind. Commas, semicolons or tabs
 * part its cells, the same ones in the whole file, or what its first line says. Rows without a value are left out.
 *
 * @throws AppError invalid when it is no CSV file, naming the line of a stray quote, columns are missing, or a row has more than make sense
 */
export async function* readRows(kind: ImportKind, csv: string): AsyncGenerator<FileRow> {
  const file = Buffer.from(csv)
  let columns: Map<string, number> | undefined
  let parsed = 0 // the last line of the last row that was whole
  try {
    const layout = await layoutOf(kind, file)
    const onRow = (line: number) => {
      parsed = line
    }
    for await (const { record, info } of parseFile(file, layout, { onRow })) {
      if (!columns) {
        columns = columnsOf(kind, record)
        assertComplete(kind, columns)
        continue
      }
      const cells = valuesOf(kind, record, columns, layout.delimiter)
      const { data, error } = importFiles[kind].row.safeParse(cells)
      yield error
        ? { line: info.lines, problem: error.issues[0]!.message }
        : { line: info.lines, value: data as Record<string, unknown> }
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    if (!(error instanceof CsvError) || !/QUOTE/.test(error.code))
      throw new AppError('invalid', importMessages.unreadable)
    // One that is never closed is noticed at the end of the file: it stands in the row that was begun last.
    const line = error.code === 'CSV_QUOTE_NOT_CLOSED' ? parsed + 1 : Number(error.lines)
    throw new AppError('invalid', importMessages.strayQuote(line))
  }
}
