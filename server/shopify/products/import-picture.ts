import { AppError } from '@trunkshow/contract/errors.ts'
import { imageUrl, MEGABYTE, photoImage } from '@trunkshow/contract/images.ts'
import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import { and, eq, sql } from 'drizzle-orm'
import { isUnavailable } from '../../platform/db/errors.ts'
import { awaitsPicture, products } from '../../platform/db/schema/products.ts'
import type { Picture } from '../../platform/files/decoder/decode.ts'
import { makePicture } from '../../platform/files/in-turn.ts'
import { NotPictureError } from '../../platform/files/not-picture-error.ts'
import { storePictures } from '../../platform/files/pictures.ts'
import { log } from '../../platform/log/log.ts'
import { readBody, UnreadableError } from '../client/send-operation.ts'
import { PICTURES, pictureOriginOf } from '../client/store-origin.ts'
import { findStore } from '../queries.ts'
import { LeaseLostError, type Step } from '../tasks/operation-handler.ts'
import { ofCompany } from './adopt-product.ts'

const TIMEOUT_MS = 15_000
const { megabytes } = photoImage.photo

/** A picture could not be fetched; the message says why. */
export class NoPictureError extends Error {
  /** `lasting`: no retry helps. `failed`: this picture may succeed later. `away`: the host could not be reached. */
  readonly how: 'lasting' | 'failed' | 'away'
  constructor(how: NoPictureError['how'], message: string) {
    super(message)
    this.how = how
  }
}

/**
 * Fetches a product's picture, from Shopify's own host only and without redirects, whatever address the store gives.
 *
 * @param origin of that host (see `pictureOriginOf`)
 * @throws NoPictureError
 */
async function fetchPicture(origin: string, url: string): Promise<Buffer> {
  const address = URL.parse(url)
  if (address?.origin !== PICTURES) throw new NoPictureError('lasting', text.pictureNotInShopify)
  const request = { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) } as const
  try {
    const response = await fetch(`${origin}${address.pathname}${address.search}`, request)
    if (response.status === 200) return await readBody(response, megabytes * MEGABYTE)
    void response.body?.cancel()
    if (response.status === 429 || response.status >= 500)
      throw new NoPictureError('failed', text.pictureAway)
    throw new NoPictureError('lasting', text.pictureMissing)
  } catch (error) {
    if (error instanceof UnreadableError) throw new NoPictureError('lasting', text.pictureTooLarge(megabytes))
    throw error instanceof NoPictureError ? error : new NoPictureError('away', text.pictureAway)
  }
}

/** A product whose Shopify picture is not imported yet. */
export type AwaitingPicture = Pick<typeof products.$inferSelect, 'id' | 'name' | 'shopifyPicture'>

/**
 * Imports a product's picture from Shopify as its photo, through the same steps as an upload. A photo uploaded while it
 * runs is kept.
 *
 * @returns null, or why it failed; after a lasting failure it is fetched again only when Shopify has another picture
 */
export async function importPicture(step: Step, product: AwaitingPicture): Promise<NoPictureError | null> {
  try {
    await fetchAndSave(step, product)
    return null
  } catch (error) {
    if (isUnavailable(error) || error instanceof LeaseLostError) throw error
    const problem = problemOf(error)
    if (problem.how === 'lasting') await settle(step, product)
    return problem
  }
}

function problemOf(error: unknown): NoPictureError {
  if (error instanceof NoPictureError) return error
  if (error instanceof NotPictureError)
    return new NoPictureError('lasting', error.sentence ?? text.pictureUnreadable)
  if (error instanceof AppError) return new NoPictureError('failed', error.message)
  log.error({ err: error }, 'A picture of a store could not be stored.')
  return new NoPictureError('failed', text.pictureNotStored)
}

async function fetchAndSave(step: Step, product: AwaitingPicture) {
  const { ctx, operation } = step
  const store = await findStore(ctx, operation.companyId)
  const file = await fetchPicture(await pictureOriginOf(ctx, store!), product.shopifyPicture!)
  const picture = { size: file.length, read: async () => file }
  await settle(step, product, await makePicture(operation.companyId, picture, photoImage.photo))
}

/** Saves the result, unless the product has got another picture in Shopify or a photo here. */
function settle({ write }: Step, { id, shopifyPicture }: AwaitingPicture, picture?: Picture) {
  const photoUrl = picture && imageUrl(picture.hash, picture.versions.at(-1)!.width)
  return write(async (ctx) => {
    const { rowCount } = await ctx.db
      .update(products)
      .set({
        shopifyPictureTaken: shopifyPicture,
        ...(photoUrl && { photoUrl, shopifyPhotoUrl: photoUrl, updatedAt: sql`now()` }),
      })
      .where(and(ofCompany(ctx, id), eq(products.shopifyPicture, shopifyPicture!), awaitsPicture))
    if (picture && rowCount) await storePictures(ctx, ctx.actor.companyId, { pictures: [picture] })
  })
}
