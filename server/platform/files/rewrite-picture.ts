import type { RewrittenPicture } from './decoder/rewrite.ts'
import { inTurn, type PictureFile } from './in-turn.ts'

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
