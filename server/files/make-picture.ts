import { createHash } from 'node:crypto'
import { type ImageKind, widthsOf } from '@trunkshow/contract/images.ts'
import sharp from 'sharp'

/** The formats that browsers show and that hold pixels. SVG is a program, and BMP nobody needs (design §6). */
const formats = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif']
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: formats.map((format) => `VipsForeignLoad${format}Buffer`) })
sharp.cache(false)
sharp.concurrency(1)

/**
 * How large a picture is decoded, in millions of pixels. Each then takes less than 250 MB at its worst (measured):
 * a camera's JPEG, which comes line by line and is scaled as it does, far less than what has to be held whole.
 */
const megapixels: Record<string, number> = {
  jpeg: 64,
  'jpeg in passes': 25,
  png: 25,
  'png in passes': 10,
  webp: 25,
  gif: 16,
  heif: 9,
}
/** How tall a picture may stay, in its largest width; taller ones are scaled down. */
const TALLEST = 2
const SECONDS = 30
const QUALITY = 80

/** An uploaded picture made ready to be stored: WebP without metadata, upright, in the widths of its kind. */
export interface Picture {
  /** Of its content, so that the same address never shows anything else. */
  hash: string
  /** Narrowest first. */
  versions: { width: number; content: Buffer }[]
}

/** The name of one version in the storage. */
export function pictureKey(hash: string, width: number | string): string {
  return `images/${hash}/${width}.webp`
}

/** The file holds no picture, only a part of one, or one that is not taken. */
export class NotPicture extends Error {}

let last: Promise<unknown> = Promise.resolve()

/** One after another, so that many uploads at once need no more memory than one. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work)
  last = turn.catch(() => {})
  return turn
}

/**
 * Decodes a file, whatever its name says it is, and makes the versions that pages show of it (design §6). Of a
 * moving picture the first frame.
 *
 * @param read the file's content, asked for when it is its turn
 * @throws NotPicture
 */
export function makePicture(read: () => Promise<Buffer>, kind: ImageKind): Promise<Picture> {
  return inTurn(async () => {
    const file = await read()
    const pixels = await decode(file, kind).catch((error: Error) => {
      throw new NotPicture(error.message)
    })
    const versions = []
    for (const width of widthsOf(kind, pixels.info.width)) {
      const { width: full, height, channels } = pixels.info
      const image = sharp(pixels.data, { raw: { width: full, height, channels } })
      versions.push({ width, content: await image.resize({ width }).webp({ quality: QUALITY }).toBuffer() })
    }
    const hash = createHash('sha256').update(versions.at(-1)!.content).digest('hex').slice(0, 32)
    return { hash, versions }
  })
}

/** The pixels in the largest width of the kind, so that what strangers sent is decoded only once. */
async function decode(file: Buffer, { widths }: ImageKind) {
  const image = sharp(file, {
    failOn: 'error',
    limitInputPixels: Math.max(...Object.values(megapixels)) * 1e6,
  })
  const { format, width, height, isProgressive } = await image.metadata()
  const most = megapixels[isProgressive ? `${format} in passes` : format] ?? 0
  if (width * height > most * 1e6) throw new Error(`too many pixels for ${format}`)
  const widest = widths.at(-1)!
  return image
    .autoOrient()
    .resize({ width: widest, height: TALLEST * widest, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true })
}
