import { pipeline, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { AppError } from '@trunkshow/contract/errors.ts'
import { importMessages } from '@trunkshow/contract/imports/messages.ts'
import { type ImportKind, importFiles, MAX_IMPORT_COLUMNS } from '@trunkshow/contract/imports/rules.ts'
import { fromDecimalComma } from '@trunkshow/contract/money.ts'
import { CsvError, parse } from 'csv-parse'
import { unescapeFormulas } from '../http/csv.ts'

/** A row that is ready to store, or the problem with it. */
export type FileRow = { line: number } & ({ value: Record<string, unknown> } | { problem: string })

const normalizeHeading = (heading: string) => heading.toLowerCase().replace(/[\s_-]+/g, '')

/** Bytes parsed before other requests get a turn: a few hundred rows, a few milliseconds. */
const CHUNK_BYTES = 32 * 1024

/** Yields a file in chunks, letting other requests run in between. */
async function* chunksOf(file: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += CHUNK_BYTES) {
    yield file.subarray(at, at + CHUNK_BYTES)
    await setImmediate()
  }
}

/** The delimiter of a file, and its first line after an optional `sep=` line. */
interface Layout {
  delimiter: string
  from: number
}

/** Parses the lines of a file, or only the first `to`. */
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
  pipeline(Readable.from(chunksOf(file)), rows, () => {})
  return rows
}

/** Maps each field to its column, the first one if headings repeat. */
function columnsOf(kind: ImportKind, headings: string[]): Map<string, number> {
  const places = headings.map(normalizeHeading)
  return new Map(
    Object.entries(importFiles[kind].columns).flatMap(([heading, field]) => {
      const column = places.indexOf(normalizeHeading(heading))
      return column < 0 ? [] : [[field, column]]
    }),
  )
}

/** Checks that all required columns are there. @throws AppError invalid, naming those that are missing */
function assertHasColumns(kind: ImportKind, columns: Map<string, number>) {
  const { columns: fields, required }: { columns: Record<string, string>; required: readonly string[] } =
    importFiles[kind]
  const missing = required.filter((heading) => !columns.has(fields[heading]!))
  if (missing.length > 0) throw new AppError('invalid', importMessages.columnsMissing(missing.join(', ')))
}

/** Counts the known headings when the first line is split by this delimiter. */
async function countColumns(kind: ImportKind, file: Buffer, layout: Layout): Promise<number> {
  try {
    for await (const { record } of parseFile(file, layout, { to: 1 })) return columnsOf(kind, record).size
  } catch (error) {
    if (error instanceof AppError) throw error
  }
  return 0
}

/** Detects the delimiter: from a first line such as `sep=;`, or else the one that yields the most known headings. */
async function detectLayout(kind: ImportKind, file: Buffer): Promise<Layout> {
  const [, declared] = /^\ufeff?"?sep=([^"])"?\r?\n/i.exec(file.toString('utf8', 0, 20)) ?? []
  if (declared) return { delimiter: declared, from: 2 }
  let [best, maxCount] = [',', 0]
  for (const delimiter of [',', ';', '\t']) {
    const count = await countColumns(kind, file, { delimiter, from: 1 })
    if (count > maxCount) [best, maxCount] = [delimiter, count]
  }
  return { delimiter: best, from: 1 }
}

/** Returns a row's values by field, undoing the formula guard of our exports and decimal commas. */
function valuesOf(kind: ImportKind, record: string[], columns: Map<string, number>, delimiter: string) {
  const amounts: readonly string[] = importFiles[kind].amounts
  const values = Array.from(columns, ([field, column]) => {
    const cell = unescapeFormulas(record[column] ?? '')
    return [field, amounts.includes(field) ? fromDecimalComma(cell, delimiter === ';') : cell]
  })
  return Object.fromEntries(values)
}

/**
 * Yields the rows of a CSV file, each checked by the schema of its kind. The delimiter is a comma, semicolon or tab, or
 * the one its first line names. Empty rows are skipped.
 *
 * @throws AppError invalid for a file that isn't CSV, naming the line of a stray quote, for missing columns, or for
 *   rows with too many columns
 */
export async function* readRows(kind: ImportKind, csv: string): AsyncGenerator<FileRow> {
  const file = Buffer.from(csv)
  let columns: Map<string, number> | undefined
  let parsed = 0 // last line of the last complete row
  try {
    const layout = await detectLayout(kind, file)
    const onRow = (line: number) => {
      parsed = line
    }
    for await (const { record, info } of parseFile(file, layout, { onRow })) {
      if (!columns) {
        columns = columnsOf(kind, record)
        assertHasColumns(kind, columns)
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
    // An unclosed quote is only noticed at the end of the file; it is in the row after the last complete one.
    const line = error.code === 'CSV_QUOTE_NOT_CLOSED' ? parsed + 1 : Number(error.lines)
    throw new AppError('invalid', importMessages.strayQuote(line))
  }
}
