import { createHash } from 'node:crypto'
import {
  type ImageKind,
  imageMessages,
  type LogoTone,
  MEGABYTE,
  type OtherFormat,
  widthsOf,
} from '@trunkshow/contract/images.ts'
import sharp, { type FormatEnum, type Sharp } from 'sharp'
import { NotPictureError } from '../not-picture-error.ts'

/** The bitmap formats that browsers show, and no SVG, which can run scripts (docs/product.md, Pictures). */
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
type Megapixels = Readonly<Partial<Record<keyof typeof names, number>>>

/** Each takes under 250 MB and about three seconds of one core (measured; decisions 009, 017, and 030). */
const maxMegapixels = { jpeg: 110, 'progressive jpeg': 25, png: 25, 'progressive png': 10 }
const maxShownMegapixels: Megapixels = { ...maxMegapixels, webp: 25, gif: 16, heif: 9 }
const maxRewrittenMegapixels: Megapixels = { ...maxMegapixels, webp: 16, gif: 4 }

/** Converting and resizing; rewriting in full size takes longer. */
const TIMEOUT_SECONDS = 30
const REWRITE_TIMEOUT_SECONDS = 60

/**
 * Converts a decoder's error. A timeout means that the processor was busy, since pixels were counted before.
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
 * Detects a file's format. Only the header is read before the size is checked, and only the first frame of an animation.
 *
 * @throws NotPictureError for a rejected format or too many pixels; Error for a file that is not a picture
 */
async function openPicture(file: Buffer, maxMegapixels: Megapixels): Promise<OpenPicture> {
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

/** A picture ready to store: WebP without metadata, upright, in the widths of its kind. */
export interface Picture {
  /** Hash of the content, so that an address always shows the same picture. */
  hash: string
  /** Of a kind that has one. */
  tone?: LogoTone
  /** Narrowest first. */
  versions: { width: number; content: Buffer }[]
}

/** The largest ratio of height to width; taller pictures are scaled down. */
const MAX_HEIGHT_RATIO = 2
/** Up to this width a picture is what a phone waits for, and the smaller file is worth its milliseconds of work. */
const PHONE_WIDTH = 480
/** The default effort of 4 takes twice as long for a large picture and hardly makes it smaller. */
const settingsFor = (width: number) =>
  width <= PHONE_WIDTH ? { quality: 62, effort: 4 } : { quality: 70, effort: 1 }

/** Makes the versions of a picture. @throws NotPictureError */
export async function makeVersions(file: Buffer, kind: ImageKind): Promise<Picture> {
  const pixels = await decodePixels(file, kind).catch(throwDecodeError)
  const versions = []
  for (const width of widthsOf(kind, pixels.info.width)) {
    const { width: full, height, channels } = pixels.info
    const image = sharp(pixels.data, { raw: { width: full, height, channels } })
    versions.push({ width, content: await image.resize({ width }).webp(settingsFor(width)).toBuffer() })
  }
  const hash = createHash('sha256').update(versions.at(-1)!.content).digest('hex').slice(0, 32)
  return { hash, versions, ...(kind.hasTone && { tone: toneOf(pixels) }) }
}

/** Mean luma of ink, 0 to 255, up to which it needs a light ground, and from which on a dark one. */
const DARK_INK = 110
const LIGHT_INK = 185
/** The least share of a picture that must be transparent, or else white, for its ground to matter. */
const GROUND_SHARES = { transparent: 0.1, white: 0.5 }
/** The least value of each color of a white pixel, also after a JPEG's losses. */
const WHITE = 240

/** What a logo needs to be read on each ground, from its raw pixels. */
function toneOf({ data, info: { channels } }: { data: Buffer; info: { channels: number } }): LogoTone {
  const all = { pixels: 0, ink: 0, luma: 0 }
  const white = { pixels: 0, luma: 0 }
  let clear = 0
  for (let at = 0; at < data.length; at += channels) {
    const [red, green, blue] =
      channels > 2 ? [data[at]!, data[at + 1]!, data[at + 2]!] : Array<number>(3).fill(data[at]!)
    const alpha = channels % 2 === 0 ? data[at + channels - 1]! / 255 : 1
    const luma = alpha * (0.299 * red! + 0.587 * green! + 0.114 * blue!)
    all.pixels++
    all.ink += alpha
    all.luma += luma
    if (alpha < 0.1) clear++
    else if (alpha > 0.9 && Math.min(red!, green!, blue!) >= WHITE) {
      white.pixels++
      white.luma += luma
    }
  }
  if (clear >= GROUND_SHARES.transparent * all.pixels) {
    const mean = all.luma / all.ink
    return mean <= DARK_INK ? 'dark' : mean >= LIGHT_INK ? 'light' : 'any'
  }
  const ink = (all.luma - white.luma) / (all.ink - white.pixels)
  return white.pixels >= GROUND_SHARES.white * all.pixels && ink < LIGHT_INK ? 'white' : 'any'
}

/** Decodes a picture in its kind's largest width, so that an untrusted file is decoded only once. */
async function decodePixels(file: Buffer, { widths }: ImageKind) {
  const { image } = await openPicture(file, maxShownMegapixels)
  const widest = widths.at(-1)!
  return image
    .autoOrient()
    .resize({ width: widest, height: MAX_HEIGHT_RATIO * widest, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: TIMEOUT_SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true })
}

/** A format whose files can be rewritten. */
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif'

export interface RewrittenPicture {
  format: PictureFormat
  content: Buffer
}

/** The largest picture turned upright, in millions of pixels: turning needs all of it in memory. */
const MAX_TURNED_MEGAPIXELS = 64

/** Encoder settings; JPEG without optimization is written line by line, which needs less memory. */
const rewriteSettings: Partial<Record<keyof FormatEnum, object>> = {
  jpeg: { quality: 90, optimiseCoding: false },
  webp: { quality: 90, effort: 0 },
  gif: { effort: 3 },
}

/** Rewrites a picture in its own format and size. @throws NotPictureError */
export function rewrite(file: Buffer): Promise<RewrittenPicture> {
  return rewriteUpright(file).catch(throwDecodeError)
}

async function rewriteUpright(file: Buffer) {
  const { image, ...opened } = await openPicture(file, maxRewrittenMegapixels)
  const format = opened.format as RewrittenPicture['format']
  if (opened.megapixels > MAX_TURNED_MEGAPIXELS)
    image.withExif({ IFD0: { Orientation: String(opened.orientation) } })
  else image.autoOrient()
  const content = await image
    .toColourspace('srgb')
    .timeout({ seconds: REWRITE_TIMEOUT_SECONDS })
    .toFormat(format, rewriteSettings[format])
    .toBuffer()
  return { format, content }
}

const otherFormats: Record<OtherFormat, (image: Sharp) => Sharp> = {
  png: (image) => image.png(),
  // It has no transparency: white is what logos are drawn for.
  jpg: (image) => image.flatten({ background: 'white' }).jpeg(),
}

/** Converts a stored picture, in its own size. @throws NotPictureError */
export async function convert(file: Buffer, format: OtherFormat): Promise<Buffer> {
  return openPicture(file, { webp: 25 })
    .then(({ image }) => otherFormats[format](image.timeout({ seconds: TIMEOUT_SECONDS })).toBuffer())
    .catch(throwDecodeError)
}
