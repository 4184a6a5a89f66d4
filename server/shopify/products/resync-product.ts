import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { awaitsPicture, products } from '../../platform/db/schema/products.ts'
import type { OperationHandler } from '../tasks/operation-handler.ts'
import { RefusedError, type Step } from '../tasks/operation-handler.ts'
import { adoptProduct, UnfitProductError } from './adopt-product.ts'
import { importPicture, type NoPictureError } from './import-picture.ts'
import { readProduct, unlinkProduct } from './push-product.ts'

/**
 * Fetches one product. A user's request overwrites changes made here; webhooks and scheduled checks only bring a newer
 * version.
 */
export const resyncProduct: OperationHandler = {
  async run(step) {
    const overwrite = step.operation.userId !== null
    const { companyId, shopifyProductId, id } = await readProduct(step)
    if (!shopifyProductId) throw new RefusedError(text.productNotInShopify)
    const { product } = await step.call('product', { id: shopifyProductId })
    if (!product) return unlinkProduct(step)
    await step
      .write((db) => adoptProduct(db, companyId, product, { overwrite }))
      .catch((error) => {
        throw error instanceof UnfitProductError ? new RefusedError(error.message) : error
      })
    const problem = await importPictureOf(step, id, overwrite)
    const message = [text.productResynced, problem?.message].filter(Boolean).join(' ')
    return { message, remoteId: product.id }
  },
}

/** @param overwrite also imports a picture that was removed here or could not be read before */
async function importPictureOf(step: Step, id: number, overwrite: boolean): Promise<NoPictureError | null> {
  const own = and(eq(products.id, id), eq(products.companyId, step.operation.companyId))
  if (overwrite)
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
  return awaiting ? importPicture(step, awaiting) : null
}
