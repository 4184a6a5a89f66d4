import { pipeline, Readable } from 'node:stream'
import { nothingHere } from '@trunkshow/contract/errors.ts'
import { stringify } from 'csv-stringify'
import type { FastifyReply, FastifyRequest } from 'fastify'

interface PrivateFile {
  /** Its key in the storage. */
  key: string
  /** Random and unique: content never changes under the same name. */
  filename: string
  fileType: string
  /** In bytes. */
  fileSize: number
  /** The name for people. */
  displayName: string
}

/**
 * Sends a stored file, which can run no scripts: pictures are shown, everything else is downloaded.
 *
 * @param file undefined if the caller may not see it
 * @throws AppError not_found
 */
export async function sendPrivateFile(
  { ctx: { files }, headers }: FastifyRequest,
  reply: FastifyReply,
  file: PrivateFile | undefined,
) {
  if (!file || !(await files.exists(file.key))) throw nothingHere()
  const { key, filename, fileType, fileSize, displayName } = file
  const disposition = fileType.startsWith('image/') ? 'inline' : 'attachment'
  reply
    .headers({
      'cache-control': 'private, no-cache',
      etag: `"${filename}"`,
      'content-security-policy': "default-src 'none'; frame-ancestors 'self'; sandbox",
      'content-disposition': contentDisposition(disposition, displayName),
    })
    .type(fileType)
  if (headers['if-none-match']?.includes(filename)) return reply.code(304).send()
  return reply.header('content-length', fileSize).send(await files.getStream(key))
}

/**
 * Returns a `Content-Disposition` header for a file name in any script, with an ASCII fallback for old clients.
 *
 * @param how shown in the page, or downloaded
 */
function contentDisposition(how: 'inline' | 'attachment', name: string): string {
  const plain = name.normalize('NFKD').replace(/[^\x20-\x7e]|["\\%]/g, '')
  const whole = encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
  return `${how}; filename="${plain}"; filename*=UTF-8''${whole}`
}

/** Sends a PDF as a download. @param name of the file, without its extension */
export const sendPdf = (reply: FastifyReply, name: string, content: Buffer): never =>
  reply
    .type('application/pdf')
    .header('content-disposition', contentDisposition('attachment', `${name}.pdf`))
    .send(content) as never

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
