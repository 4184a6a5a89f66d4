import type { Order } from '@trunkshow/contract/orders/schema.ts'
import type { TenantContext } from '../../context.ts'
import { proposals } from '../../platform/db/schema/proposals.ts'
import { own } from '../../platform/db/statement.ts'
import { canonical, findLatest, proposedNow, snapshotOf } from './queries.ts'

/**
 * Ends the proposal of a locked order that was just changed, if its customer would be asked to approve something else
 * now: it can't be approved any more, and what was approved no longer counts (decision 091). Needs the transaction of the
 * change.
 */
export async function endChanged(ctx: TenantContext, order: Order): Promise<void> {
  const latest = await findLatest(ctx, order.id)
  const kept = latest && !latest.isEnded ? snapshotOf(latest) : null
  if (!kept || canonical(kept.proposed) === canonical(proposedNow(order, kept.proposed.pictures))) return
  await ctx.db
    .update(proposals)
    .set({ isEnded: true })
    .where(own(ctx, proposals, { id: latest!.id }))
}
