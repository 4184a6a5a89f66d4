import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { awaitsPicture, products } from '../../db/schema/products.ts'
import type { OperationHandler } from '../tasks/operation-handler.ts'
import { RefusedError, type Step } from '../tasks/operation-handler.ts'
import { takeOverProduct, UnfitProductError } from './adopt-product.ts'
import type { NoPictureError } from './fetch-picture.ts'
import { takePicture } from './import-picture.ts'
import { disown, readProduct } from './push-product.ts'

/**
 * One product as the store has it now: where a person asks for it, also what was written here since; where the store
 * only said that it changed, what is newer.
 */
export const resyncProduct: OperationHandler = {
  async run(step) {
    const anew = step.operation.userId !== null
    const { companyId, shopifyProductId, id } = await readProduct(step)
    if (!shopifyProductId) throw new RefusedError(text.productNotThere)
    const { product } = await step.call('product', { id: shopifyProductId })
    if (!product) return disown(step)
    await step
      .write((db) => takeOverProduct(db, companyId, product, { anew }))
      .catch((error) => {
        throw error instanceof UnfitProductError ? new RefusedError(error.message) : error
      })
    const problem = await takePictureOf(step, id, anew)
    const message = [text.productResynced, problem?.message].filter(Boolean).join(' ')
    return { message, remoteId: product.id }
  },
}

/** Its picture at the store; `anew` also where it was removed here or could not be read before. */
async function takePictureOf(step: Step, id: number, anew: boolean): Promise<NoPictureError | null> {
  const own = and(eq(products.id, id), eq(products.companyId, step.operation.companyId))
  if (anew)
    await step.write((db) =>
      db
        .update(products)
        .set({ shopifyPictureTaken: null })
        .where(and(own, isNull(products.photoUrl))),
    )
  const [awaiting] = await step.ctx.db
    .select({ id: products.id, name: products.name, shopifyPicture: products.shopifyPicture })
    .from(products)
    .where(and(own, awaitsPicture))
  return awaiting ? takePicture(step, awaiting) : null
}
