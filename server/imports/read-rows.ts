import { pipeline, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { AppError } from '@trunkshow/contract/errors.ts'
import {
  fieldOf,
  importFields,
  importFiles,
  isLabeled,
  questionAt,
} from '@trunkshow/contract/imports/fields.ts'
import { importMessages } from '@trunkshow/contract/imports/messages.ts'
import { type ImportKind, MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '@trunkshow/contract/imports/rules.ts'
import type { CsvImport, FaultyRow, MendedRows } from '@trunkshow/contract/imports/schema.ts'
import { fromDecimalComma } from '@trunkshow/contract/money.ts'
import { CsvError, parse } from 'csv-parse'
import { unescapeFormulas } from '../http/csv.ts'
import type { LeftOut } from './event-slots.ts'
import { type Cells, type GatheredRow, gatherRows, type Issue, type Row, shapeRow } from './shape-row.ts'

/** A row that is ready to store, or what is wrong with it. */
export type FileRow = { line: number } & ({ value: Record<string, unknown> } | { fault: FaultyRow })

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

type Columns = CsvImport['columns']

/** How many rows are looked at for the values shown beside a heading, and how many are shown. */
const SAMPLED_ROWS = 50
const MAX_SAMPLES = 3
const MAX_SAMPLE_LENGTH = 80
/** Headings are stored, shown, and written before notes. */
const MAX_HEADING_LENGTH = 200

/** The first characters of a text, without half of an emoji, which can't be stored. */
const cut = (text: string, length: number) => text.slice(0, length).replace(/\p{Cs}$/u, '')

/** Counts the known headings when the first line is split by this delimiter; more columns decide a tie. */
async function countColumns(kind: ImportKind, file: Buffer, layout: Layout): Promise<number> {
  try {
    for await (const { record } of parseFile(file, layout, { to: 1 }))
      return record.filter((heading) => fieldOf(kind, heading)).length + record.length / 1000
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

/**
 * Reads the headings of a file, up to three values of each column, and the field it is recognized as.
 *
 * @throws AppError invalid, as `readRows`
 */
export async function readColumns(kind: ImportKind, csv: string): Promise<Columns> {
  const file = Buffer.from(csv)
  const columns: Columns = []
  try {
    const layout = await detectLayout(kind, file)
    for await (const { record } of parseFile(file, layout, { to: SAMPLED_ROWS })) {
      if (columns.length === 0)
        for (const heading of record)
          columns.push({
            heading: cut(heading.trim(), MAX_HEADING_LENGTH),
            samples: [],
            field: fieldOf(kind, heading),
          })
      else
        for (const [index, { samples }] of columns.entries()) {
          const sample = cut(unescapeFormulas(record[index] ?? '').trim(), MAX_SAMPLE_LENGTH)
          if (sample && samples.length < MAX_SAMPLES && !samples.includes(sample)) samples.push(sample)
        }
    }
  } catch (error) {
    // A stray quote is reported by readRows, which names its line.
    if (!(error instanceof CsvError)) throw error
  }
  return columns
}

/** Before the digits of these, Shopify and others put an apostrophe, so that spreadsheets keep them as text. */
const guardedFields = ['phone', 'zip']

/** Makes what returns a row's cells by field, undoing the guards of exports against spreadsheets, and decimal commas. */
function makeCellsOf(kind: ImportKind, columns: Columns, delimiter: string): (record: string[]) => Cells {
  const amounts: readonly string[] = importFiles[kind].amounts
  const headings = columns.map(({ heading }) => heading)
  const questions = headings.map((heading) => questionAt(headings, heading))
  const read = columns.flatMap(({ heading, field }, index) => {
    // A question is written before its answer.
    if (field === null || questions.includes(index)) return []
    const known = importFields(kind)[field]!
    const label = isLabeled(known, heading) ? heading : ''
    const { separator } = known
    return [
      { index, field, label, question: questions[index]!, separator, isAmount: amounts.includes(field) },
    ]
  })
  return (record) => {
    const cells: Cells = {}
    for (const { index, field, label, question, separator, isAmount } of read) {
      const unescaped = unescapeFormulas(record[index] ?? '')
      const cell = guardedFields.includes(field) ? unescaped.replace(/^'(?=[\d+])/, '') : unescaped
      const value = isAmount ? fromDecimalComma(cell, delimiter === ';') : cell
      const before = cells[field]
      if (!separator) cells[field] = before || value
      else if (!value.trim()) cells[field] = before ?? ''
      else {
        const name = label && (unescapeFormulas(record[question] ?? '').trim() || label)
        const text = name ? `${name}: ${value}` : value
        cells[field] = before ? `${before}${separator}${text}` : text
      }
    }
    return cells
  }
}

/** Names a row's person or product, and each cell that is wrong: of an order's products, those of the first wrong one. */
function faultOf(
  { line, cells, items = [] }: GatheredRow,
  shaped: Record<string, unknown>,
  issues: readonly Issue[],
): FaultyRow {
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
  const wrongItem = issues.every(({ path }) => path[0] === 'items' && typeof path[1] === 'number')
    ? issues[0]!.path[1]
    : undefined
  const at = typeof wrongItem === 'number' ? items[wrongItem]! : { line, cells }
  const wrong = new Map<string, string>()
  for (const { path, message } of issues) {
    if (path[0] === 'items' && path[1] !== (wrongItem ?? 0)) continue
    const field = String(path.findLast((part) => typeof part === 'string'))
    if (!wrong.has(field)) wrong.set(field, message)
  }
  const name =
    textOf(shaped.name ?? shaped.customer) || `${textOf(shaped.firstName)} ${textOf(shaped.lastName)}`
  return {
    line: at.line,
    message: issues[0]!.message,
    name: cut(name.trim(), 200),
    email: cut(textOf(shaped.email), 200),
    cells: Array.from(wrong, ([field, message]) => ({
      field,
      value: cut(at.cells[field] || textOf(shaped[field]), 5000),
      message,
    })),
  }
}

/** How a stored file is read: what its columns become, and cells that replace those of the file. */
export interface Reading {
  columns: Columns
  mended?: MendedRows
  /** Says why a row is left out before it is checked; null for one that isn't. */
  leaveOut?: ((shaped: Record<string, unknown>) => LeftOut | null) | undefined
  /** Completes a row that its schema accepts, or says what is wrong with it. */
  complete?: ((row: Record<string, unknown>) => Record<string, unknown> | Issue) | undefined
}

const isIssue = (completed: Record<string, unknown> | Issue): completed is Issue =>
  Array.isArray(completed.path)

/**
 * Yields the rows of a CSV file, each checked by the schema of its kind. The delimiter is a comma, semicolon or tab, or
 * the one its first line names. Empty rows are skipped.
 *
 * @throws AppError invalid for a file that isn't CSV, naming the line of a stray quote, or with too many rows or columns
 */
export async function* readRows(
  kind: ImportKind,
  csv: string,
  { columns, mended = {}, leaveOut = () => null, complete = (row) => row }: Reading,
): AsyncGenerator<FileRow> {
  const file = Buffer.from(csv)
  let parsed = 0 // last line of the last complete row
  const onRow = (line: number) => {
    parsed = line
  }
  async function* readCells(): AsyncGenerator<Row> {
    const layout = await detectLayout(kind, file)
    const cellsOf = makeCellsOf(kind, columns, layout.delimiter)
    let rows = -1 // without the headings
    for await (const { record, info } of parseFile(file, layout, { onRow })) {
      if (++rows > MAX_IMPORT_ROWS) throw new AppError('invalid', importMessages.tooManyRows)
      if (rows > 0) yield { line: info.lines, cells: { ...cellsOf(record), ...mended[info.lines] } }
    }
  }
  try {
    for await (const row of gatherRows[kind](readCells())) {
      const shaped = shapeRow[kind](row.cells, row.items?.map(({ cells }) => cells) ?? [])
      const leftOut = leaveOut(shaped)
      if (leftOut) {
        yield { line: row.line, value: { leftOut } }
        continue
      }
      const { data, error } = importFiles[kind].row.safeParse(shaped)
      const completed = row.issue ?? (error ? null : complete(data as Record<string, unknown>))
      if (completed && !isIssue(completed)) yield { line: row.line, value: completed }
      else yield { line: row.line, fault: faultOf(row, shaped, completed ? [completed] : error!.issues) }
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
