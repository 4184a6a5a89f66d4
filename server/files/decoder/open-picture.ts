import { imageMessages, MEGABYTE } from '@trunkshow/contract/images.ts'
import sharp, { type Sharp } from 'sharp'
import { NotPictureError } from '../not-picture-error.ts'

/**
 * The formats that browsers show and that hold pixels. SVG is a program, and BMP nobody needs
 * (docs/product.md, Pictures).
 */
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

/** Up to how many megabytes an AVIF is decoded in about three seconds of one core. */
const DENSEST_AVIF = 10

/** How large a picture of each format may be, in millions of pixels; a format without a limit is not taken. */
export type Megapixels = Readonly<Partial<Record<keyof typeof names, number>>>

/**
 * What a decoder says of a file that strangers sent. Its pixels were counted, so that it ran out of time means that
 * others had the processor, not that it is no picture.
 *
 * @throws NotPictureError; the error itself when it ran out of time
 */
export function asNotPicture(error: Error): never {
  if (/timeout: \d+% complete/.test(error.message)) throw error
  throw error instanceof NotPictureError ? error : new NotPictureError(error.message)
}

/** How many pixels a picture has. What is no picture has none: to find that out takes no time. */
export async function countPixels(content: Buffer): Promise<number> {
  try {
    const { width, height } = await sharp(content, { limitInputPixels: false }).metadata()
    return width * height
  } catch {
    return 0
  }
}

interface OpenPicture {
  image: Sharp
  format: string
  /** As it is stored, before it is turned upright. */
  megapixels: number
  /** How it is turned to stand upright, 1 to 8 as EXIF counts. */
  orientation: number
}

/**
 * Looks what picture a file holds, whatever its name says it is. Its header alone is read before its size is checked,
 * and of a moving one the first frame.
 *
 * @param most how large one of each format may be
 * @throws NotPictureError for a format that is not taken, or one too large to be decoded; Error for what is no picture
 */
export async function openPicture(file: Buffer, most: Megapixels): Promise<OpenPicture> {
  if (isHeic(file)) throw new NotPictureError('HEIC is not taken', imageMessages.heic)
  const options = { failOn: 'error' } as const
  const header = await sharp(file, { ...options, limitInputPixels: false }).metadata()
  const { format, width, height, isProgressive, orientation = 1 } = header
  const kind = (isProgressive ? `progressive ${format}` : format) as keyof typeof names
  const limit = most[kind]
  if (!limit) throw new NotPictureError(`${kind} is not taken`)
  const megapixels = (width * height) / 1e6
  if (megapixels > limit)
    throw new NotPictureError(
      `too many pixels for ${kind}`,
      imageMessages.tooManyPixels(roundedUp(megapixels), names[kind], limit),
    )
  if (format === 'heif' && file.length > DENSEST_AVIF * MEGABYTE)
    throw new NotPictureError('an AVIF that takes long', imageMessages.tooDense(DENSEST_AVIF))
  const image = sharp(file, { ...options, limitInputPixels: limit * 1e6 })
  return { image, format, megapixels, orientation }
}

/** The brands of pictures in HEVC: their files look like those of AVIF, and the decoder knows AVIF alone. */
const isHeic = (file: Buffer) => /^....ftyp.*he(ic|ix|im|is|vc|vx)/s.test(file.toString('latin1', 0, 64))

/** To a tenth, so that what is over a limit never reads as if it were not. */
const roundedUp = (megapixels: number) => Math.ceil(megapixels * 10) / 10
