import { imageMessages, MEGABYTE } from '@trunkshow/contract/images.ts'
import sharp, { type Sharp } from 'sharp'
import { NotPictureError } from '../not-picture-error.ts'

/**
 * The bitmap formats that browsers show. SVG can run scripts, and nobody uploads BMP (docs/product.md, Pictures).
 */
const formats = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif']
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: formats.map((format) => `VipsForeignLoad${format}Buffer`) })
sharp.cache(false)
sharp.concurrency(1)

/** The names of formats in messages. */
const names = {
  jpeg: 'JPEG',
  'progressive jpeg': 'progressive JPEG',
  png: 'PNG',
  'progressive png': 'interlaced PNG',
  webp: 'WebP',
  gif: 'GIF',
  heif: 'AVIF',
} as const

/** The largest AVIF file that is decoded in about three seconds of one core. */
const MAX_AVIF_MEGABYTES = 10

/** The largest picture of each format, in millions of pixels; a format without a limit is rejected. */
export type Megapixels = Readonly<Partial<Record<keyof typeof names, number>>>

/**
 * Converts a decoder's error. A timeout means that the processor was busy, not that the file is not a picture, since
 * its pixels were counted before.
 *
 * @throws NotPictureError; the error itself for a timeout
 */
export function throwDecodeError(error: Error): never {
  if (/timeout: \d+% complete/.test(error.message)) throw error
  throw error instanceof NotPictureError ? error : new NotPictureError(error.message)
}

/** Counts a picture's pixels from its header; 0 for a file that is not a picture. */
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
  /** Before it is turned upright. */
  megapixels: number
  /** The EXIF orientation, 1 to 8. */
  orientation: number
}

/**
 * Detects a file's format, whatever its name says. Only the header is read before the size is checked, and only the
 * first frame of an animation.
 *
 * @param maxMegapixels the largest picture of each format, in millions of pixels
 * @throws NotPictureError for a rejected format or too many pixels; Error for a file that is not a picture
 */
export async function openPicture(file: Buffer, maxMegapixels: Megapixels): Promise<OpenPicture> {
  if (isHeic(file)) throw new NotPictureError('HEIC is not taken', imageMessages.heic)
  const options = { failOn: 'error' } as const
  const header = await sharp(file, { ...options, limitInputPixels: false }).metadata()
  const { format, width, height, isProgressive, orientation = 1 } = header
  const kind = (isProgressive ? `progressive ${format}` : format) as keyof typeof names
  const limit = maxMegapixels[kind]
  if (!limit) throw new NotPictureError(`${kind} is not taken`)
  const megapixels = (width * height) / 1e6
  if (megapixels > limit)
    throw new NotPictureError(
      `too many pixels for ${kind}`,
      imageMessages.tooManyPixels(roundedUp(megapixels), names[kind], limit),
    )
  if (format === 'heif' && file.length > MAX_AVIF_MEGABYTES * MEGABYTE)
    throw new NotPictureError('an AVIF that takes long', imageMessages.tooDense(MAX_AVIF_MEGABYTES))
  const image = sharp(file, { ...options, limitInputPixels: limit * 1e6 })
  return { image, format, megapixels, orientation }
}

/** Whether the file is HEVC: it looks like AVIF, the only kind of HEIF that can be decoded. */
const isHeic = (file: Buffer) => /^....ftyp.*he(ic|ix|im|is|vc|vx)/s.test(file.toString('latin1', 0, 64))

/** Rounds up to a tenth, so that a size over a limit never reads as the limit. */
const roundedUp = (megapixels: number) => Math.ceil(megapixels * 10) / 10
