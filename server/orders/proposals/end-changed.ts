import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { isEarlier, isPriceFall } from '@trunkshow/contract/proposals/rules.ts'
import type { TenantContext } from '../../context.ts'
import { proposals } from '../../platform/db/schema/proposals.ts'
import { own } from '../../platform/db/statement.ts'
import { canonical, findLatest, findTerms, proposedNow, snapshotOf } from './queries.ts'

/**
 * Ends the proposal of a locked order that was just changed, if its customer would be asked to approve something else
 * now: it can't be approved any more, and what was approved no longer counts. A company can let an approval stand when
 * only the price falls (docs/product.md, What the customer approves). Needs the transaction of the change.
 */
export async function endChanged(ctx: TenantContext, order: Order): Promise<void> {
  const latest = await findLatest(ctx, order.id)
  const kept = latest && !latest.isEnded ? snapshotOf(latest) : null
  if (!kept) return
  const now = proposedNow(order, kept.proposed.pictures)
  if (canonical(kept.proposed) === canonical(now)) return
  const isApproved = latest!.answer === 'approved'
  if (isApproved && isEarlier(kept.proposed, now)) return
  if (isApproved && isPriceFall(kept.proposed, now) && (await findTerms(ctx)).letsPriceFall) return
  await ctx.db
    .update(proposals)
    .set({ isEnded: true })
    .where(own(ctx, proposals, { id: latest!.id }))
}
