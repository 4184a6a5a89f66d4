import { imageMessages } from '@trunkshow/contract/images.ts'
import sharp, { type Sharp } from 'sharp'

/** The formats that browsers show and that hold pixels. SVG is a program, and BMP nobody needs (design §6). */
const formats = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif']
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: formats.map((format) => `VipsForeignLoad${format}Buffer`) })
sharp.cache(false)
sharp.concurrency(1)

/** How people call the formats that limits are given for. */
const names = {
  jpeg: 'JPEG',
  'progressive jpeg': 'progressive JPEG',
  png: 'PNG',
  'progressive png': 'interlaced PNG',
  webp: 'WebP',
  gif: 'GIF',
  heif: 'AVIF',
} as const

/** How large a picture of each format may be, in millions of pixels; a format without a limit is not taken. */
export type Megapixels = Readonly<Partial<Record<keyof typeof names, number>>>

/** The file holds no picture, only a part of one, or one that is not taken. */
export class NotPicture extends Error {
  /** Why, for the person who sent it, where there is more to say than that it is no picture. */
  readonly sentence: string | undefined
  constructor(message: string, sentence?: string) {
    super(message)
    this.sentence = sentence
  }
}

/** What a decoder says of a file that strangers sent. @throws NotPicture */
export function asNotPicture(error: Error): never {
  throw error instanceof NotPicture ? error : new NotPicture(error.message)
}

let last: Promise<unknown> = Promise.resolve()

/** Works on pictures one after another, so that many uploads at once need no more memory than one. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work)
  last = turn.catch(() => {})
  return turn
}

interface OpenPicture {
  image: Sharp
  format: string
  /** As it is stored, before it is turned upright. */
  megapixels: number
  /** How it is turned to stand upright, 1 to 8 as EXIF counts. */
  orientation: number
  /** How many pictures follow each other in a moving one; 1 in others. */
  frames: number
}

/**
 * Looks what picture a file holds, whatever its name says it is. Its header alone is read before its size is checked.
 *
 * @param most how large one of each format may be
 * @param options.moving the millions of pixels that all frames of a moving picture may have; without it, the first
 *   frame alone is read
 * @throws NotPicture for a format that is not taken, or one too large to be decoded; Error for what is no picture
 */
export async function openPicture(
  file: Buffer,
  most: Megapixels,
  { moving }: { moving?: number } = {},
): Promise<OpenPicture> {
  if (isHeic(file)) throw new NotPicture('HEIC is not taken', imageMessages.heic)
  const options = { failOn: 'error', animated: moving !== undefined } as const
  const header = await sharp(file, { ...options, limitInputPixels: false }).metadata()
  const { format, width, height, pageHeight = height, pages = 1, isProgressive, orientation = 1 } = header
  const kind = (isProgressive ? `progressive ${format}` : format) as keyof typeof names
  const limit = most[kind]
  if (!limit) throw new NotPicture(`${kind} is not taken`)
  const megapixels = (width * pageHeight) / 1e6
  if (megapixels > limit)
    throw new NotPicture(
      `too many pixels for ${kind}`,
      imageMessages.tooManyPixels(roundedUp(megapixels), names[kind], limit),
    )
  const all = (width * height) / 1e6
  if (pages > 1 && moving && all > moving)
    throw new NotPicture('too many frames', imageMessages.tooManyFrames(roundedUp(all), moving))
  const image = sharp(file, { ...options, limitInputPixels: Math.max(moving ?? 0, limit) * 1e6 })
  return { image, format, megapixels, orientation, frames: moving === undefined ? 1 : pages }
}

/** The brands of pictures in HEVC: their files look like those of AVIF, and the decoder knows AVIF alone. */
const isHeic = (file: Buffer) => /^....ftyp.*he(ic|ix|im|is|vc|vx)/s.test(file.toString('latin1', 0, 64))

/** To a tenth, so that what is over a limit never reads as if it were not. */
const roundedUp = (megapixels: number) => Math.ceil(megapixels * 10) / 10
