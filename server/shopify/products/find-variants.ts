import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { products } from '../../platform/db/schema/products.ts'
import { RefusedError, type Step } from '../tasks/operation-handler.ts'

/**
 * Finds the Shopify variants of an order's linked products. A variant that was deleted, or that the app may not see, does
 * not stop the order: its line is sent without it.
 *
 * @returns variant ids by product id, and the names of products whose variant was deleted
 */
export async function findVariants(step: Step, order: Order) {
  const ids = order.products.map(({ productId }) => productId)
  const linked = await step.ctx.db
    .select({ id: products.id, name: products.name, variantId: products.shopifyVariantId })
    .from(products)
    .where(
      and(
        eq(products.companyId, step.operation.companyId),
        inArray(products.id, ids),
        isNotNull(products.shopifyVariantId),
      ),
    )
  if (linked.length === 0) return { variants: new Map<number, string>(), missing: [] }
  const variantIds = linked.map(({ variantId }) => variantId!)
  const { nodes } = await step.call('nodes', { ids: variantIds }).catch((error) => {
    if (!(error instanceof RefusedError)) throw error
    return { nodes: [] } // the app may not see them, so none is reported as deleted
  })
  return {
    variants: new Map(linked.flatMap(({ id, variantId }, at) => (nodes[at] ? [[id, variantId!]] : []))),
    missing: linked.filter((_, at) => nodes[at] === null).map(({ name }) => name),
  }
}
