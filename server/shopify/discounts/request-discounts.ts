import type { SyncedDiscount } from '@trunkshow/contract/discounts/schema.ts'
import type { StaffContext } from '../../context.ts'
import { getDiscount } from '../../discounts/queries.ts'
import { getUsableStore } from '../queries.ts'
import { awaitOperation } from '../tasks/await-operation.ts'
import { enqueueOnce } from '../tasks/enqueue-once.ts'

/**
 * A discount code to the store, made there once and brought up to date after that
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
