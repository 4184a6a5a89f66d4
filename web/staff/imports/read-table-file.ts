import { importMessages } from '@trunkshow/contract/imports/messages.ts'
import { CallError } from '../api/call-error.ts'

/** Reads a file of rows as CSV: a workbook's first sheet, or text, whose encoding is detected. */
export async function readTableFile(file: Blob): Promise<string> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  return startsWith(start, 'PK\x03\x04') ? readWorkbook(file) : decode(await file.arrayBuffer())
}

const startsWith = (bytes: Uint8Array, text: string) =>
  [...text].every((one, at) => one.charCodeAt(0) === bytes[at])

/** Decodes UTF-16 with its mark, which Excel writes as Unicode text; UTF-8; else Windows-1252, which Excel writes as CSV. */
function decode(bytes: ArrayBuffer): string {
  const mark = new Uint8Array(bytes.slice(0, 2))
  if (startsWith(mark, '\xff\xfe')) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(mark, '\xfe\xff')) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The first sheet of an Excel workbook as CSV, dates as `yyyy-MM-dd HH:mm`. Its code loads with the first workbook. */
async function readWorkbook(file: Blob): Promise<string> {
  const { readSheet } = await import('read-excel-file/universal')
  const rows = await readSheet(file).catch(() => {
    const sentence = importMessages.workbookUnreadable
    throw new CallError({ message: sentence, sentence })
  })
  return rows.map((row) => row.map(asCell).join(',')).join('\r\n')
}

function asCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = value instanceof Date ? value.toISOString().slice(0, 16).replace('T', ' ') : String(value)
  return `"${text.replaceAll('"', '""')}"`
}
