import type { FormatEnum } from 'sharp'
import { asNotPicture, inTurn, type Megapixels, openPicture } from './open-picture.ts'

/**
 * How large a picture is rewritten. Each then takes less than 250 MB (measured), the largest where a WebP is written
 * or a JPEG turned upright (decision 017).
 */
const most: Megapixels = {
  jpeg: 110,
  'progressive jpeg': 25,
  png: 25,
  'progressive png': 10,
  webp: 16,
  gif: 8,
}
/** The millions of pixels up to which a picture is turned: it is held whole for that. */
const TURNED = 64
/** Of all frames of a moving picture. */
const MOVING = 50
const SECONDS = 60

/** How each format is written: a JPEG line by line, which keeps little of it in memory. */
const settings: Partial<Record<keyof FormatEnum, object>> = {
  jpeg: { quality: 90, optimiseCoding: false },
  webp: { quality: 90 },
  gif: { effort: 3 },
}

/** A format whose files can be rewritten. */
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif'

/**
 * Writes a picture anew in its own format, size and frames, upright and in the colours that every screen shows:
 * nothing stays of where and with what it was taken, nor of anything else that the file holds (design §6). A very
 * large one is not turned itself; it says how it stands.
 *
 * @param read the file's content, asked for when it is its turn
 * @throws NotPicture
 */
export function rewritePicture(
  read: () => Promise<Buffer>,
): Promise<{ format: PictureFormat; content: Buffer }> {
  return inTurn(async () => rewrite(await read()).catch(asNotPicture))
}

async function rewrite(file: Buffer) {
  const { image, frames, ...opened } = await openPicture(file, most, { moving: MOVING })
  const format = opened.format as PictureFormat
  if (opened.megapixels > TURNED) image.withExif({ IFD0: { Orientation: String(opened.orientation) } })
  else if (frames === 1) image.autoOrient()
  const content = await image
    .toColourspace('srgb')
    .timeout({ seconds: SECONDS })
    .toFormat(format, settings[format])
    .toBuffer()
  return { format, content }
}
