import { pipeline, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { AppError } from '@trunkshow/contract/errors.ts'
import {
  fileMessages,
  importFields,
  importFiles,
  isLabeled,
  missingFields,
  questionAt,
  recognize,
} from '@trunkshow/contract/imports/fields.ts'
import { importMessages } from '@trunkshow/contract/imports/messages.ts'
import {
  type ImportKind,
  MAX_CELL_LENGTH,
  MAX_IMPORT_COLUMNS,
  MAX_IMPORT_ROWS,
  MAX_RECORD_LENGTH,
} from '@trunkshow/contract/imports/rules.ts'
import type { CorrectedRows, CsvImport, FaultyRow } from '@trunkshow/contract/imports/schema.ts'
import {
  type AmountStyle,
  fromDecimalComma,
  hasDecimalComma,
  hasDecimalDot,
  roundToCents,
} from '@trunkshow/contract/money.ts'
import { CsvError, parse } from 'csv-parse'
import { unescapeFormulas } from '../platform/http/send-file.ts'
import { withoutMidnight } from './read-when.ts'
import {
  type Cells,
  type GatheredRow,
  gatherRows,
  type Issue,
  nameOf,
  type Row,
  shapeRow,
  textOf,
} from './shape-row.ts'
import type { LeftOut } from './store-bookings.ts'

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

/** The delimiter of a file, and the line of its headings. */
interface Layout {
  delimiter: string
  from: number
}

/** What tells how a file is to be read is in this many bytes from its start, so a file costs no more to recognize. */
const LAYOUT_BYTES = 64 * 1024

/** Parses the lines of a file, or only the first `to`, as far as they are complete in its first `LAYOUT_BYTES`. */
function parseFile(
  file: Buffer,
  { delimiter, from }: Layout,
  { to, onRow }: { to?: number; onRow?: (line: number) => void } = {},
): AsyncIterable<{ record: string[]; info: { lines: number } }> {
  const part = to === undefined ? file : file.subarray(0, LAYOUT_BYTES)
  const isCut = part.length < file.length
  const rows = parse({
    max_record_size: MAX_RECORD_LENGTH,
    bom: true,
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    from_line: from,
    info: true,
    ...(to && { to }),
    on_record(row, { lines, bytes }) {
      if (isCut && bytes === part.length) return null
      // With `info`, it gets what is yielded, which its type does not say.
      const { record } = row as unknown as { record: string[] }
      // Not in `cast`, which takes as long as all of the parsing.
      if (record.length > MAX_IMPORT_COLUMNS) throw new AppError('invalid', fileMessages.tooManyColumns)
      onRow?.(lines)
      return row
    },
  })
  async function* chunks() {
    for await (const chunk of chunksOf(part)) {
      // Each row of another length than the first takes as long as fifty others, empty ones too, which are skipped.
      if (rows.info.invalid_field_length > MAX_IMPORT_ROWS)
        throw new AppError('invalid', fileMessages.tooManyRows)
      yield chunk
    }
  }
  pipeline(Readable.from(chunks()), rows, () => {})
  return rows
}

/** Reads a file's first rows. A stray quote ends them: `readRows` reports it, and names its line. */
async function firstRows(file: Buffer, layout: Layout, to: number) {
  const rows: { record: string[]; info: { lines: number } }[] = []
  try {
    for await (const row of parseFile(file, layout, { to })) rows.push(row)
    return { rows, isBroken: false }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { rows, isBroken: true }
  }
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

/** How many rows from the first one may be above the headings, with a title, a date or who made the file. */
const MAX_TITLE_ROWS = 20

/** Finds the row of headings when cells are split by this delimiter, and counts the known ones; more columns decide a tie. */
async function findHeadings(kind: ImportKind, file: Buffer, start: Layout, rows = MAX_TITLE_ROWS + 1) {
  let [best, line, most] = [{ ...start, count: 0 }, start.from, 0]
  try {
    for await (const { record, info } of parseFile(file, start, { to: rows })) {
      const fields = recognize(kind, record)
      const known = fields.filter((field) => field !== null).length
      const filled = record.filter((cell) => cell.trim()).length
      const count = known + record.length / 1000
      // A title fills fewer columns and may have a word that is a heading elsewhere; a letterhead has none.
      const isBelowTitle = filled > most || (best.count < 1 && missingFields(kind, fields).length === 0)
      if (best.count === 0) best = { ...start, count }
      else if (known > Math.max(1, Math.floor(best.count)) && isBelowTitle)
        best = { ...start, from: line, count }
      most = Math.max(most, filled)
      line = info.lines + 1
    }
  } catch (error) {
    // Rows below the headings may have more of another delimiter than a file may have columns.
    if (error instanceof AppError && rows > 1) return findHeadings(kind, file, start, 1)
    if (error instanceof AppError) throw error
  }
  return best
}

/** Finds the headings and the delimiter: that of a first line `sep=;`, or the one with the most known headings. */
async function detectLayout(kind: ImportKind, file: Buffer): Promise<Layout> {
  const [, declared] = /^\ufeff?"?sep=([^"])"?\r?\n/i.exec(file.toString('utf8', 0, 20)) ?? []
  if (declared) return findHeadings(kind, file, { delimiter: declared, from: 2 })
  let best = { delimiter: ',', from: 1, count: 0 }
  for (const delimiter of [',', ';', '\t']) {
    const found = await findHeadings(kind, file, { delimiter, from: 1 })
    if (found.count > best.count) best = found
  }
  return best
}

/** Reads a file's headings, with up to three values and the recognized field of each. @throws as `readRows` */
export async function readColumns(kind: ImportKind, csv: string): Promise<Columns> {
  // One character more, so that a longer file is known as such.
  const file = Buffer.from(csv.slice(0, LAYOUT_BYTES + 1))
  const layout = await detectLayout(kind, file)
  const { rows, isBroken } = await firstRows(file, layout, SAMPLED_ROWS)
  const [headings, ...sampled] = rows
  if (!headings && !isBroken && file.length > LAYOUT_BYTES)
    throw new AppError('invalid', fileMessages.headingsTooLong)
  if (!headings) return []
  const fields = recognize(kind, headings.record)
  return headings.record.map((heading, index) => {
    const samples = sampled.map(({ record }) =>
      cut(unescapeFormulas(record[index] ?? '').trim(), MAX_SAMPLE_LENGTH),
    )
    return {
      heading: cut(heading.trim(), MAX_HEADING_LENGTH),
      samples: [...new Set(samples)].filter(Boolean).slice(0, MAX_SAMPLES),
      field: fields[index]!,
    }
  })
}

/**
 * By field, the apostrophe of digits kept as text, as Shopify writes it before phones, ZIPs, and SKUs of digits alone;
 * and the `.0` of a phone that was a number (docs/product.md, Imports).
 */
const guards: Record<string, RegExp> = {
  phone: /^'(?=[\d+])|(?<=^'?\+?\d{7,})\.0+$/g,
  zip: /^'(?=\d)/,
  sku: /^'(?=\d+$)/,
  number: /^'(?=\d+$)/,
}

/** How many rows are looked at for an amount that shows what a dot or a comma means. */
const AMOUNT_ROWS = 500

/** Reads what dots and commas mean in the amounts of a file: one that can only be read in one way decides for all. */
async function readAmountStyle(kind: ImportKind, file: Buffer, layout: Layout, columns: Columns) {
  const amounts: readonly string[] = importFiles[kind].amounts
  const places = columns.flatMap(({ field }, index) => (field && amounts.includes(field) ? [index] : []))
  const { rows } = await firstRows(file, layout, AMOUNT_ROWS)
  const cells = rows.flatMap(({ record }) => places.map((index) => record[index] ?? ''))
  const dotsAreDecimal = cells.some(hasDecimalDot)
  const commasAreDecimal = cells.some(hasDecimalComma) && !dotsAreDecimal
  const dotsGroup = commasAreDecimal || (layout.delimiter === ';' && !dotsAreDecimal)
  return { dotsGroup, dotsAreDecimal, commasAreDecimal }
}

/** An amount as `parseCents` reads it. */
const plainAmount = (cell: string, style: AmountStyle) =>
  roundToCents(fromDecimalComma(cell, style), style.dotsAreDecimal || style.commasAreDecimal)

/** `billing_company` → `Billing company`; other headings are unchanged. */
const asWords = (heading: string) =>
  heading.includes('_')
    ? heading.replaceAll('_', ' ').replace(/^./u, (first) => first.toUpperCase())
    : heading

/** Makes what returns a row's cells by field, undoing the guards of exports against spreadsheets, and decimal commas. */
function makeCellsOf(kind: ImportKind, columns: Columns, style: AmountStyle): (record: string[]) => Cells {
  const amounts: readonly string[] = importFiles[kind].amounts
  const headings = columns.map(({ heading }) => heading)
  const questions = headings.map((heading) => questionAt(headings, heading))
  const empty = Object.fromEntries(Object.keys(importFields(kind)).map((field) => [field, '']))
  const read = columns.flatMap(({ heading, field }, index) => {
    // A question is written before its answer.
    if (field === null || questions.includes(index)) return []
    const known = importFields(kind)[field]!
    const label = isLabeled(known, heading) ? asWords(heading) : ''
    const { separator } = known
    return [
      { index, field, label, question: questions[index]!, separator, isAmount: amounts.includes(field) },
    ]
  })
  return (record) => {
    const cells: Cells = { ...empty }
    for (const { index, field, label, question, separator, isAmount } of read) {
      const unescaped = unescapeFormulas(record[index] ?? '').trim()
      const cell = guards[field] ? unescaped.replace(guards[field], '') : unescaped
      const value = isAmount ? plainAmount(cell, style) : cell
      const before = cells[field]
      if (!separator) cells[field] = before || value
      else if (value.trim()) {
        const name = label && (unescapeFormulas(record[question] ?? '').trim() || label)
        const text = name ? `${name}: ${withoutMidnight(value)}` : value
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
  return {
    line: at.line,
    message: issues[0]!.message,
    name: cut(nameOf(shaped).trim(), 200),
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
  corrections?: CorrectedRows
  /** Says why a row is left out before it is checked; null for one that isn't. */
  leaveOut?: (shaped: Record<string, unknown>) => LeftOut | null
  /** Completes a row that its schema accepts, or says what is wrong with it. */
  complete?: (row: Record<string, unknown>) => Record<string, unknown> | Issue
}

const isIssue = (completed: Record<string, unknown> | Issue): completed is Issue =>
  Array.isArray(completed.path)

/** Finds a cell that is longer than any that fits a field, so that it isn't searched for what it means. */
function findTooLong({ cells, items }: GatheredRow): Issue | undefined {
  const tooLong = (cells: Cells) => Object.keys(cells).find((field) => cells[field]!.length > MAX_CELL_LENGTH)
  for (const [at, row] of (items ?? [{ cells }]).entries()) {
    const field = tooLong(row.cells)
    if (field) return { path: items ? ['items', at, field] : [field], message: fileMessages.cellTooLong }
  }
  return undefined
}

/**
 * Yields the rows of a CSV file, each checked by the schema of its kind. The delimiter is a comma, semicolon or tab, or
 * the one its first line names. Empty rows are skipped.
 *
 * @throws AppError invalid for a file that isn't CSV, naming the line of a stray quote, or with too many or too long rows,
 *   or too many columns
 */
export async function* readRows(
  kind: ImportKind,
  csv: string,
  { columns, corrections = {}, leaveOut = () => null, complete = (row) => row }: Reading,
): AsyncGenerator<FileRow> {
  const file = Buffer.from(csv)
  let parsed = 0 // last line of the last complete row
  const onRow = (line: number) => {
    parsed = line
  }
  async function* readCells(): AsyncGenerator<Row> {
    const layout = await detectLayout(kind, file)
    const style = await readAmountStyle(kind, file, layout, columns)
    const cellsOf = makeCellsOf(kind, columns, style)
    let rows = -1 // without the headings
    for await (const { record, info } of parseFile(file, layout, { onRow })) {
      if (++rows > MAX_IMPORT_ROWS) throw new AppError('invalid', fileMessages.tooManyRows)
      if (rows > 0) yield { line: info.lines, cells: { ...cellsOf(record), ...corrections[info.lines] } }
    }
  }
  try {
    for await (const row of gatherRows[kind](readCells())) {
      const tooLong = findTooLong(row)
      if (tooLong) {
        yield { line: row.line, fault: faultOf(row, {}, [tooLong]) }
        continue
      }
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
    if (error instanceof CsvError && error.code === 'CSV_MAX_RECORD_SIZE')
      throw new AppError('invalid', fileMessages.rowTooLong(parsed + 1))
    if (!(error instanceof CsvError) || !/QUOTE/.test(error.code))
      throw new AppError('invalid', importMessages.unreadable)
    // An unclosed quote is only noticed at the end of the file; it is in the row after the last complete one.
    const line = error.code === 'CSV_QUOTE_NOT_CLOSED' ? parsed + 1 : Number(error.lines)
    throw new AppError('invalid', fileMessages.strayQuote(line))
  }
}
