import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { FastifyReply } from 'fastify'
import { contentDisposition } from './send-private-file.ts'

/** A row of a file: column heading to value. */
export type CsvRow = Record<string, string | number>

/** A heading, or a heading that other columns may repeat with its key in the rows. */
export type CsvColumn = string | { key: string; header: string }

/** The headings of a list's file, and what their cells hold of a row. */
export type FileColumns<Row> = Record<string, (row: Row) => string | number>

/** The file of a list. @param view what a selected row is for the columns */
export function fileOf<Selected, Row>(
  columns: FileColumns<Row>,
  selected: AsyncIterable<Selected>,
  view: (selected: Selected) => Row,
) {
  async function* rows(): AsyncGenerator<CsvRow> {
    for await (const each of selected) {
      const row = view(each)
      yield Object.fromEntries(Object.entries(columns).map(([name, read]) => [name, read(row)]))
    }
  }
  return { columns: Object.keys(columns), rows: rows() }
}

/** Where a spreadsheet would start a formula: at the start of a text or of what it takes for a cell or a line. */
const starts = /^(?=["']*[\t\r])|(?<![^;\t\r\n])(?=["']*[=+\-@\uff1d\uff0b\uff0d\uff20])/g
const guards = /^'(?=["']*[\t\r])|(?<![^;\t\r\n])'(?=["']*[=+\-@\uff1d\uff0b\uff0d\uff20])/g

/** Adds an apostrophe wherever a spreadsheet would run the text. */
const escapeFormulas = (text: string) => text.replace(starts, "'")
/** Restores a text exported with `sendCsv`. */
export const unescapeFormulas = (cell: string) => cell.replace(guards, '')

/**
 * Streams rows as a CSV file, in UTF-8 that Excel recognizes. What a spreadsheet would run as a formula becomes text.
 *
 * @param name of the file, without its extension
 * @param columns the headings, also of a file without rows
 */
export function sendCsv(
  reply: FastifyReply,
  name: string,
  columns: CsvColumn[],
  rows: AsyncIterable<CsvRow>,
): never {
  const file = `${name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')}.csv`
  reply.type('text/csv; charset=utf-8').header('content-disposition', contentDisposition('attachment', file))
  const csv = stringify({
    header: true,
    columns,
    bom: true,
    cast: { string: escapeFormulas },
    quoted_string: true,
    record_delimiter: 'windows',
  })
  // A failure midway aborts the response, so that the client does not take a partial file for a complete one.
  pipeline(Readable.from(rows), csv, () => {})
  return reply.send(csv) as never
}
