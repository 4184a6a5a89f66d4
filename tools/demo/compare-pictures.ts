import { existsSync } from 'node:fs'
import sharp from 'sharp'

/** Columns that a picture is looked at in: a part is about as large as a button, so that other words in a row differ little. */
const COLUMNS = 32
/** How far apart two parts are in brightness, of 255, before they differ. */
const BRIGHTNESS = 20
/** The share of parts beyond which a screen changed, not only its dates, hours and guests. */
export const SHARE_THAT_CHANGED = 0.15

const partsOf = async (picture: Buffer | string, rows: number) =>
  sharp(picture).resize(COLUMNS, rows, { fit: 'fill', kernel: 'cubic' }).grayscale().raw().toBuffer()

/**
 * Returns how much of a screen looks different from its kept picture, from 0 to 1: the share of its parts whose brightness
 * differs. 1 without a kept picture, or with one of another shape (decision 087).
 */
export async function changeOf(picture: Buffer, keptPath: string): Promise<number> {
  if (!existsSync(keptPath)) return 1
  const [now, kept] = await Promise.all([sharp(picture).metadata(), sharp(keptPath).metadata()])
  if (now.width !== kept.width || now.height !== kept.height) return 1
  const rows = Math.round((COLUMNS * now.height) / now.width)
  const [shown, before] = await Promise.all([partsOf(picture, rows), partsOf(keptPath, rows)])
  return shown.filter((value, at) => Math.abs(value - before[at]!) > BRIGHTNESS).length / shown.length
}
