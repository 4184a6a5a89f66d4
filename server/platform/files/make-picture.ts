import type { ImageKind, OtherFormat } from '@trunkshow/contract/images.ts'
import type { Picture } from './decoder/make-versions.ts'
import type { RewrittenPicture } from './decoder/rewrite.ts'
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

/**
 * Rewrites a picture in its own format and size, which removes location, camera, and other metadata
 * (docs/product.md, Files). It is turned upright, or keeps its EXIF orientation if very large; an animation becomes its
 * first frame.
 *
 * @throws NotPictureError; AppError unavailable when too many are waiting, or when the decoder ended
 */
export function rewritePicture(companyId: number, file: PictureFile): Promise<RewrittenPicture> {
  return inTurn(companyId, file, (content, decoder) => decoder.run('rewrite', [content]))
}
