import type { ImageKind, OtherFormat } from '@trunkshow/contract/images.ts'
import type { Picture } from './decoder/make-versions.ts'
import { inTurn, type PictureFile } from './in-turn.ts'

/** Returns the storage key of one version. */
export function pictureKey(
  hash: string,
  width: number | string,
  format: OtherFormat | 'webp' = 'webp',
): string {
  return `images/${hash}/${width}.${format}`
}

/**
 * Decodes a file and makes the versions that pages show; an animation becomes its first frame
 * (docs/product.md, Pictures).
 *
 * @throws NotPictureError; AppError unavailable when too many are waiting, or when the decoder ended
 */
export function makePicture(companyId: number, file: PictureFile, kind: ImageKind): Promise<Picture> {
  return inTurn(companyId, file, (content, decoder) => decoder.run('makeVersions', [content, kind]))
}
