import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** A picture of noise, which doesn't compress. */
export function noise(width: number, height: number): Sharp {
  const gaussian = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width, height, channels: 3, background: '#888', noise: gaussian } })
}

/** A picture in one color, which compresses well. */
export function blank(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#bca' } })
}

/** The first bytes of an iPhone photo. */
export const heic = Buffer.from(
  `\0\0\0\u0024ftypheic\0\0\0\0mif1MiHEmiafMiHBheic${'\0'.repeat(60)}`,
  'latin1',
)

/** A valid PNG of 30,000 × 30,000 white pixels in a hundred kilobytes; decoding it takes 900 million bytes. */
export function makeHugePng(): Buffer {
  const side = 30_000
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1 // one bit per pixel, grayscale
  const row = Buffer.alloc(1 + side / 8, 0xff)
  row[0] = 0
  const rows = Buffer.alloc(row.length * side)
  for (let at = 0; at < rows.length; at += row.length) row.copy(rows, at)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows, { level: 1 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}
