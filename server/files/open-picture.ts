import sharp, { type Sharp } from 'sharp'

/** The formats that browsers show and that hold pixels. SVG is a program, and BMP nobody needs (design §6). */
const formats = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif']
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: formats.map((format) => `VipsForeignLoad${format}Buffer`) })
sharp.cache(false)
sharp.concurrency(1)

/** The file holds no picture, only a part of one, or one that is not taken. */
export class NotPicture extends Error {}

/** What a decoder says of a file that strangers sent. @throws NotPicture */
export function asNotPicture(error: Error): never {
  throw new NotPicture(error.message)
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
  /** How many pictures follow each other in a moving one; 1 in others. */
  frames: number
}

/**
 * Looks what picture a file holds, whatever its name says it is.
 *
 * @param most how large one of each format may be, in millions of pixels; `in passes` is one that comes blurred first
 * @param options.moving the millions of pixels that all frames of a moving picture may have; without it, the first
 *   frame alone is read
 * @throws Error for what is none, or too large to be decoded
 */
export async function openPicture(
  file: Buffer,
  most: Readonly<Record<string, number>>,
  { moving }: { moving?: number } = {},
): Promise<OpenPicture> {
  const image = sharp(file, {
    failOn: 'error',
    animated: moving !== undefined,
    limitInputPixels: Math.max(moving ?? 0, ...Object.values(most)) * 1e6,
  })
  const { format, width, height, pageHeight = height, pages = 1, isProgressive } = await image.metadata()
  const largest = most[isProgressive ? `${format} in passes` : format] ?? 0
  if (width * pageHeight > largest * 1e6 || (pages > 1 && moving && width * height > moving * 1e6))
    throw new Error(`too many pixels for ${format}`)
  return { image, format, frames: moving === undefined ? 1 : pages }
}
