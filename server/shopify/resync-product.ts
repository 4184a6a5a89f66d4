import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import type { Kind } from './operation-kinds.ts'
import { disown, readProduct } from './push-product.ts'
import { takeOverProduct, UnfitProduct } from './take-over-product.ts'
import { Refusal } from './take-step.ts'

/**
 * One product as the store has it now: where a person asks for it, also what was written here since; where the store
 * only said that it changed, what is newer.
 */
export const resyncProduct: Kind = {
  async run(step) {
    const { companyId, shopifyProductId } = await readProduct(step)
    if (!shopifyProductId) throw new Refusal(text.productNotThere)
    const { product } = await step.call('product', { id: shopifyProductId })
    if (!product) return disown(step)
    await step
      .write((db) => takeOverProduct(db, companyId, product, { anew: true }))
      .catch((error) => {
        throw error instanceof UnfitProduct ? new Refusal(error.message) : error
      })
    return { message: text.productResynced, remoteId: product.id }
  },
}
