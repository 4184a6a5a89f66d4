import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'

const deflate = promisify(deflateRaw)

/** A part of a text, plain and compressed. */
export interface Piece {
  plain: Buffer
  deflated: Buffer
}

/** Compresses a piece so that it can be concatenated with others. */
export async function deflatePiece(text: string): Promise<Piece> {
  const plain = Buffer.from(text)
  return { plain, deflated: await deflate(plain, { finishFlush: constants.Z_FULL_FLUSH }) }
}

/** Wraps a piece of less than 64 KB as an uncompressed block. */
export function storePiece(text: string): Piece {
  const plain = Buffer.from(text)
  const head = Buffer.alloc(5)
  head.writeUInt16LE(plain.length, 1)
  head.writeUInt16LE(0xffff - plain.length, 3)
  return { plain, deflated: Buffer.concat([head, plain]) }
}

/** RFC 1952: deflate, no name, no time, any system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty final block. */
const FINAL_BLOCK = Buffer.from([3, 0])

/** Concatenates pieces to a gzip file without compressing again (decision 033). */
export function gzipPieces(pieces: Piece[]): Buffer {
  const tail = Buffer.alloc(8)
  tail.writeUInt32LE(pieces.reduce((sum, { plain }) => crc32(plain, sum), 0))
  tail.writeUInt32LE(
    pieces.reduce((sum, { plain }) => sum + plain.length, 0),
    4,
  )
  return Buffer.concat([GZIP_HEADER, ...pieces.map(({ deflated }) => deflated), FINAL_BLOCK, tail])
}

/** Whether an Accept-Encoding header accepts gzip. */
export function acceptsGzip(accepted: string | undefined): boolean {
  return /(^|[\s,])gzip(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(accepted ?? '')
}
