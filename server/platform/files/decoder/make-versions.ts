import { createHash } from 'node:crypto'
import { type ImageKind, widthsOf } from '@trunkshow/contract/images.ts'
import sharp from 'sharp'
import { type Megapixels, openPicture, throwDecodeError } from './open-picture.ts'

/** A picture ready to store: WebP without metadata, upright, in the widths of its kind. */
export interface Picture {
  /** Hash of the content, so that an address always shows the same picture. */
  hash: string
  /** Narrowest first. */
  versions: { width: number; content: Buffer }[]
}

/**
 * The largest picture decoded, by format: each takes under 250 MB and about three seconds of one core (measured). Baseline
 * JPEGs may be larger, since they are decoded line by line (decisions 009 and 030).
 */
const maxMegapixels: Megapixels = {
  jpeg: 110,
  'progressive jpeg': 25,
  png: 25,
  'progressive png': 10,
  webp: 25,
  gif: 16,
  heif: 9,
}
/** The largest ratio of height to width; taller pictures are scaled down. */
const MAX_HEIGHT_RATIO = 2
const TIMEOUT_SECONDS = 30
/** Up to this width a picture is what a phone waits for, and the smaller file is worth its milliseconds of work. */
const PHONE_WIDTH = 480
/** The default effort of 4 takes twice as long for a large picture and hardly makes it smaller. */
const settingsFor = (width: number) =>
  width <= PHONE_WIDTH ? { quality: 62, effort: 4 } : { quality: 70, effort: 1 }

/** Makes the versions of a picture. @throws NotPictureError */
export async function makeVersions(file: Buffer, kind: ImageKind): Promise<Picture> {
  const pixels = await decode(file, kind).catch(throwDecodeError)
  const versions = []
  for (const width of widthsOf(kind, pixels.info.width)) {
    const { width: full, height, channels } = pixels.info
    const image = sharp(pixels.data, { raw: { width: full, height, channels } })
    versions.push({ width, content: await image.resize({ width }).webp(settingsFor(width)).toBuffer() })
  }
  const hash = createHash('sha256').update(versions.at(-1)!.content).digest('hex').slice(0, 32)
  return { hash, versions }
}

/** Decodes a picture in its kind's largest width, so that an untrusted file is decoded only once. */
async function decode(file: Buffer, { widths }: ImageKind) {
  const { image } = await openPicture(file, maxMegapixels)
  const widest = widths.at(-1)!
  return image
    .autoOrient()
    .resize({ width: widest, height: MAX_HEIGHT_RATIO * widest, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: TIMEOUT_SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true })
}
