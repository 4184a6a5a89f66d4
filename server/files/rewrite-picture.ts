import type { RewrittenPicture } from './decoder/rewrite.ts'
import { inTurn, type PictureFile } from './in-turn.ts'

/**
 * Writes a picture anew in its own format and size, upright and in the colours that every screen shows: nothing stays
 * of where and with what it was taken, nor of anything else that the file holds (docs/product.md, Files), and of a
 * moving picture its first frame. A very large one is not turned itself; it says how it stands.
 *
 * @throws NotPictureError; AppError unavailable when too many wait, or when the decoder ended
 */
export function rewritePicture(companyId: number, file: PictureFile): Promise<RewrittenPicture> {
  return inTurn(companyId, file, (content, decoder) => decoder.ask('rewrite', content))
}
