import type { OtherFormat } from '@trunkshow/contract/images.ts'
import type { Sharp } from 'sharp'
import { openPicture, throwDecodeError } from './open-picture.ts'

const TIMEOUT_SECONDS = 30

const write: Record<OtherFormat, (image: Sharp) => Sharp> = {
  png: (image) => image.png(),
  // It has no transparency: white is what logos are drawn for.
  jpg: (image) => image.flatten({ background: 'white' }).jpeg(),
}

/** Converts a stored picture, in its own size. @throws NotPictureError */
export async function convert(file: Buffer, format: OtherFormat): Promise<Buffer> {
  return openPicture(file, { webp: 25 })
    .then(({ image }) => write[format](image.timeout({ seconds: TIMEOUT_SECONDS })).toBuffer())
    .catch(throwDecodeError)
}
