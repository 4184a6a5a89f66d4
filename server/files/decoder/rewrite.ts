import type { FormatEnum } from 'sharp'
import { asNotPicture, type Megapixels, openPicture } from './open-picture.ts'

/** A format whose files can be rewritten. */
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif'

export interface RewrittenPicture {
  format: PictureFormat
  content: Buffer
}

/**
 * How large a picture is rewritten. Each then takes less than 250 MB, the largest where a WebP is written or a JPEG
 * turned upright, and about three seconds of one core, the longest where a WebP or a GIF is written (measured;
 * decisions 017 and 030).
 */
const most: Megapixels = {
  jpeg: 110,
  'progressive jpeg': 25,
  png: 25,
  'progressive png': 10,
  webp: 16,
  gif: 4,
}
/** The millions of pixels up to which a picture is turned: it is held whole for that. */
const TURNED = 64
const SECONDS = 60

/** How each format is written: a JPEG line by line, which keeps little of it in memory. */
const settings: Partial<Record<keyof FormatEnum, object>> = {
  jpeg: { quality: 90, optimiseCoding: false },
  webp: { quality: 90, effort: 0 },
  gif: { effort: 3 },
}

/** Writes a picture anew in its own format and size. @throws NotPictureError */
export function rewrite(file: Buffer): Promise<RewrittenPicture> {
  return decodeAndWrite(file).catch(asNotPicture)
}

async function decodeAndWrite(file: Buffer) {
  const { image, ...opened } = await openPicture(file, most)
  const format = opened.format as RewrittenPicture['format']
  if (opened.megapixels > TURNED) image.withExif({ IFD0: { Orientation: String(opened.orientation) } })
  else image.autoOrient()
  const content = await image
    .toColourspace('srgb')
    .timeout({ seconds: SECONDS })
    .toFormat(format, settings[format])
    .toBuffer()
  return { format, content }
}
