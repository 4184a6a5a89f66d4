import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { FastifyReply } from 'fastify'
import { contentDisposition } from './content-disposition.ts'

/** Rows as a file has them: column heading to value. */
export type CsvRow = Record<string, string | number>

/** A heading, or one that others may be equal to and the name rows have for it. */
export type CsvColumn = string | { key: string; header: string }

/**
 * Where a spreadsheet would run a text: at its start and, in one that parts cells at semicolons or tabs and so takes
 * the quotes around a cell for letters, behind these and behind line breaks. Quotes may come first.
 */
const starts = /^(?=["']*[\t\r])|(?<![^;\t\r\n])(?=["']*[=+\-@\uff1d\uff0b\uff0d\uff20])/g
const guards = /^'(?=["']*[\t\r])|(?<![^;\t\r\n])'(?=["']*[=+\-@\uff1d\uff0b\uff0d\uff20])/g

/** The text with an apostrophe wherever a spreadsheet would run it. */
const guarded = (text: string) => text.replace(starts, "'")
/** What was exported with `sendCsv`, as it was. */
export const unguarded = (cell: string) => cell.replace(guards, '')

/**
 * Sends rows as a CSV file, as they come, so that no list is too long. A value that a spreadsheet would run as a
 * formula becomes text, every text is quoted, and a mark at the start tells Excel that it is UTF-8.
 *
 * @param name of the file, without its ending
 * @param columns the headings, also those of a file without rows
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
    cast: { string: guarded },
    quoted_string: true,
    record_delimiter: 'windows',
  })
  // A failure midway breaks the answer off, so that half a file is not taken for the whole.
  pipeline(Readable.from(rows), csv, () => {})
  return reply.send(csv) as never
}
