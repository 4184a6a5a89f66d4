import { importMessages } from '@trunkshow/contract/imports/messages.ts'
import { CallError } from '../api/client.ts'

/** Single-byte encodings in which programs save names, by what users know them as. */
export const encodings = { 'windows-1252': 'Windows', macintosh: 'Mac' } as const
export type Encoding = keyof typeof encodings

/** A file of rows as CSV. */
export interface TableText {
  csv: string
  /** How bytes that aren't Unicode were read, and cells that have some, in each encoding; null if all bytes are. */
  guess: { encoding: Encoding; cells: Record<Encoding, string[]> } | null
}

/**
 * Reads a file of rows as CSV: a workbook's first sheet, or text, whose encoding is detected. Bytes that aren't valid
 * UTF-8 are read alone, in `chosen` or else in the encoding in which names look right.
 */
export async function readTableFile(file: Blob, chosen?: Encoding): Promise<TableText> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  return startsWith(start, 'PK\x03\x04')
    ? { csv: await readWorkbook(file), guess: null }
    : decode(new Uint8Array(await file.arrayBuffer()), chosen)
}

const startsWith = (bytes: Uint8Array, text: string) =>
  [...text].every((one, at) => one.charCodeAt(0) === bytes[at])

/** How many cells are shown, and looked at for the encoding of the others. */
const SHOWN_CELLS = 3
const GUESSED_CELLS = 500
const MAX_SHOWN_LENGTH = 40

/** Decodes UTF-16, with its mark or after its first letter, which Excel and databases write; else UTF-8 with the bytes that aren't. */
function decode(bytes: Uint8Array<ArrayBuffer>, chosen?: Encoding): TableText {
  const [first, second] = bytes
  const isLittle = startsWith(bytes, '\xff\xfe') || (second === 0 && first !== 0)
  const isBig = startsWith(bytes, '\xfe\xff') || (first === 0 && second !== 0)
  if (isLittle || isBig)
    return { csv: new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(bytes), guess: null }
  try {
    return { csv: new TextDecoder('utf-8', { fatal: true }).decode(bytes), guess: null }
  } catch {
    const { wrong, characters } = findInvalid(bytes)
    // A file with more of them than of UTF-8's characters has those by chance, and is in one encoding.
    const isMixed = wrong.length <= characters
    const read = (part: Uint8Array<ArrayBuffer>, encoding: Encoding) =>
      isMixed ? decodeMixed(part, encoding) : new TextDecoder(encoding).decode(part)
    const parts = cellsWith(bytes, wrong)
    const cellsIn = (encoding: Encoding) => parts.map((part) => read(part, encoding))
    const isMac = countWrongLetters(cellsIn('macintosh')) < countWrongLetters(cellsIn('windows-1252'))
    const encoding = chosen ?? (isMac ? 'macintosh' : 'windows-1252')
    const shown = (encoding: Encoding) =>
      [...new Set(cellsIn(encoding))].slice(0, SHOWN_CELLS).map((cell) => cell.slice(0, MAX_SHOWN_LENGTH))
    return {
      csv: read(bytes, encoding),
      guess: { encoding, cells: { 'windows-1252': shown('windows-1252'), macintosh: shown('macintosh') } },
    }
  }
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
/** What a decoder returns for bytes that aren't UTF-8, and for the three bytes that are this character. */
const REPLACEMENT = '\ufffd'

/** The length in bytes of the UTF-8 character at a place; 0 if there is none. */
function lengthAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!
  if (first < 0x80) return 1
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
  const text = utf8.decode(bytes.subarray(at, at + length))
  const isOne =
    at + length <= bytes.length && ((length === 3 && text === REPLACEMENT) || !text.includes(REPLACEMENT))
  return isOne ? length : 0
}

/** The places of bytes that aren't UTF-8, and how many of its characters of several bytes there are. */
function findInvalid(bytes: Uint8Array) {
  const wrong: number[] = []
  let characters = 0
  for (let at = 0; at < bytes.length; ) {
    const length = lengthAt(bytes, at)
    if (length === 0) wrong.push(at)
    else if (length > 1) characters++
    at += length || 1
  }
  return { wrong, characters }
}

/** Decodes UTF-8, and each byte that isn't in another encoding. */
function decodeMixed(bytes: Uint8Array<ArrayBuffer>, encoding: Encoding): string {
  const other = new TextDecoder(encoding)
  const { wrong } = findInvalid(bytes)
  let [text, from] = ['', 0]
  for (const at of wrong) {
    text += utf8.decode(bytes.subarray(from, at)) + other.decode(bytes.subarray(at, at + 1))
    from = at + 1
  }
  return (text + utf8.decode(bytes.subarray(from))).replace(/^\ufeff/, '')
}

/** The cells around these places, whatever parts them. */
function cellsWith(bytes: Uint8Array<ArrayBuffer>, places: readonly number[]) {
  const isEdge = (at: number) =>
    bytes[at] === undefined || ',;\t\r\n"'.includes(String.fromCharCode(bytes[at]))
  return places.slice(0, GUESSED_CELLS).map((place) => {
    let [from, to] = [place, place + 1]
    while (place - from < MAX_SHOWN_LENGTH && !isEdge(from - 1)) from--
    while (to - place < MAX_SHOWN_LENGTH && !isEdge(to)) to++
    return bytes.subarray(from, to)
  })
}

/** What a name hardly has after a small letter: a capital, a sign, or an opening quote, as in `JosŽ` and `ZoÎ`. */
const wrongLetters = /(?<=\p{Ll})[^\p{ASCII}\p{Ll}\p{Pf}\p{Pd}\p{So}]|(?<=\p{L})[–—\p{So}](?=\p{Ll})/gu
const countWrongLetters = (cells: readonly string[]) => cells.join(' ').match(wrongLetters)?.length ?? 0

/** The first sheet of an Excel workbook as CSV, dates as `yyyy-MM-dd HH:mm`, without a time at midnight. Its code loads with the first workbook. */
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
  const text =
    value instanceof Date
      ? value
          .toISOString()
          .slice(0, 16)
          .replace('T', ' ')
          .replace(/ 00:00$/, '')
      : String(value)
  return `"${text.replaceAll('"', '""')}"`
}
