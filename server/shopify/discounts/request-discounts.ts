import type { SyncedDiscount } from '@trunkshow/contract/discounts/schema.ts'
import type { StaffContext } from '../../context.ts'
import { getDiscount } from '../../discounts/queries.ts'
import { getUsableStore } from '../queries.ts'
import { awaitOperation } from '../tasks/await-operation.ts'
import { enqueueOnce } from '../tasks/enqueue-once.ts'

/**
 * Creates a discount code in Shopify, or updates the one that is there
 * (docs/product.md, Products and codes in Shopify).
 *
 * @throws AppError not_found, conflict
 */
export async function syncDiscountToShopify(ctx: StaffContext, id: number): Promise<SyncedDiscount> {
  const { code } = await getDiscount(ctx, id)
  await getUsableStore(ctx)
  const { companyId, userId } = ctx.actor
  const wanted = { companyId, userId, kind: 'discount.sync', entityId: id, subjectName: code } as const
  const operation = await awaitOperation(ctx, await enqueueOnce(ctx.db, wanted))
  const { shopifyPriceRuleId } = await getDiscount(ctx, id)
  return { ...operation, shopifyPriceRuleId }
}
