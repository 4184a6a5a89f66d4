import type { ImageKind } from '@trunkshow/contract/images.ts'
import type { Picture } from './decoder/make-versions.ts'
import { inTurn, type PictureFile } from './in-turn.ts'

/** The name of one version in the storage. */
export function pictureKey(hash: string, width: number | string): string {
  return `images/${hash}/${width}.webp`
}

/**
 * Decodes a file, whatever its name says it is, and makes the versions that pages show of it
 * (docs/product.md, Pictures). Of a moving picture the first frame.
 *
 * @throws NotPictureError; AppError unavailable when too many wait, or when the decoder ended
 */
export function makePicture(companyId: number, file: PictureFile, kind: ImageKind): Promise<Picture> {
  return inTurn(companyId, file, (content, decoder) => decoder.ask('makeVersions', content, kind))
}
