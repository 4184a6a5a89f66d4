import type { FormatEnum } from 'sharp'
import { asNotPicture, inTurn, type Megapixels, openPicture, type PictureFile } from './open-picture.ts'

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

/** A format whose files can be rewritten. */
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif'

/**
 * Writes a picture anew in its own format and size, upright and in the colours that every screen shows: nothing stays
 * of where and with what it was taken, nor of anything else that the file holds (design §6), and of a moving picture
 * its first frame. A very large one is not turned itself; it says how it stands.
 *
 * @throws NotPicture; AppError unavailable when too many wait
 */
export function rewritePicture(
  companyId: number,
  file: PictureFile,
): Promise<{ format: PictureFormat; content: Buffer }> {
  return inTurn(companyId, file, (content) => rewrite(content).catch(asNotPicture))
}

async function rewrite(file: Buffer) {
  const { image, ...opened } = await openPicture(file, most)
  const format = opened.format as PictureFormat
  if (opened.megapixels > TURNED) image.withExif({ IFD0: { Orientation: String(opened.orientation) } })
  else image.autoOrient()
  const content = await image
    .toColourspace('srgb')
    .timeout({ seconds: SECONDS })
    .toFormat(format, settings[format])
    .toBuffer()
  return { format, content }
}
