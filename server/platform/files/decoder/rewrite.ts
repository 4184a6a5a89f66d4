import type { FormatEnum } from 'sharp'
import { type Megapixels, openPicture, throwDecodeError } from './open-picture.ts'

/** A format whose files can be rewritten. */
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif'

export interface RewrittenPicture {
  format: PictureFormat
  content: Buffer
}

/**
 * The largest picture rewritten, by format: each takes under 250 MB and about three seconds of one core
 * (measured; decisions 017 and 030).
 */
const maxMegapixels: Megapixels = {
  jpeg: 110,
  'progressive jpeg': 25,
  png: 25,
  'progressive png': 10,
  webp: 16,
  gif: 4,
}
/** The largest picture turned upright, in millions of pixels: turning needs all of it in memory. */
const MAX_TURNED_MEGAPIXELS = 64
const TIMEOUT_SECONDS = 60

/** Encoder settings; JPEG without optimization is written line by line, which needs less memory. */
const settings: Partial<Record<keyof FormatEnum, object>> = {
  jpeg: { quality: 90, optimiseCoding: false },
  webp: { quality: 90, effort: 0 },
  gif: { effort: 3 },
}

/** Rewrites a picture in its own format and size. @throws NotPictureError */
export function rewrite(file: Buffer): Promise<RewrittenPicture> {
  return decodeAndWrite(file).catch(throwDecodeError)
}

async function decodeAndWrite(file: Buffer) {
  const { image, ...opened } = await openPicture(file, maxMegapixels)
  const format = opened.format as RewrittenPicture['format']
  if (opened.megapixels > MAX_TURNED_MEGAPIXELS)
    image.withExif({ IFD0: { Orientation: String(opened.orientation) } })
  else image.autoOrient()
  const content = await image
    .toColourspace('srgb')
    .timeout({ seconds: TIMEOUT_SECONDS })
    .toFormat(format, settings[format])
    .toBuffer()
  return { format, content }
}
