import { createHash } from 'node:crypto'
import { type ImageKind, widthsOf } from '@trunkshow/contract/images.ts'
import sharp from 'sharp'
import { asNotPicture, type Megapixels, openPicture } from './open-picture.ts'

/** An uploaded picture made ready to be stored: WebP without metadata, upright, in the widths of its kind. */
export interface Picture {
  /** Of its content, so that the same address never shows anything else. */
  hash: string
  /** Narrowest first. */
  versions: { width: number; content: Buffer }[]
}

/**
 * How large a picture is decoded. Each then takes less than 250 MB and about three seconds of one core at its worst
 * (measured): a camera's JPEG, which comes line by line and is scaled as it does, far less than what has to be held
 * whole (decisions 009 and 030).
 */
const most: Megapixels = {
  jpeg: 110,
  'progressive jpeg': 25,
  png: 25,
  'progressive png': 10,
  webp: 25,
  gif: 16,
  heif: 9,
}
/** How tall a picture may stay, in its largest width; taller ones are scaled down. */
const TALLEST = 2
const SECONDS = 30
/** With the effort of 4 that is usual a large one takes twice as long, for a file that is hardly smaller. */
const settings = { quality: 80, effort: 1 }

/** Makes the versions of a kind of a file. @throws NotPictureError */
export async function makeVersions(file: Buffer, kind: ImageKind): Promise<Picture> {
  const pixels = await decode(file, kind).catch(asNotPicture)
  const versions = []
  for (const width of widthsOf(kind, pixels.info.width)) {
    const { width: full, height, channels } = pixels.info
    const image = sharp(pixels.data, { raw: { width: full, height, channels } })
    versions.push({ width, content: await image.resize({ width }).webp(settings).toBuffer() })
  }
  const hash = createHash('sha256').update(versions.at(-1)!.content).digest('hex').slice(0, 32)
  return { hash, versions }
}

/** The pixels in the largest width of the kind, so that what strangers sent is decoded only once. */
async function decode(file: Buffer, { widths }: ImageKind) {
  const { image } = await openPicture(file, most)
  const widest = widths.at(-1)!
  return image
    .autoOrient()
    .resize({ width: widest, height: TALLEST * widest, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true })
}
