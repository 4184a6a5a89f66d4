import { openStates, operationKinds } from '@trunkshow/contract/shopify/rules.ts'
import type { Operation } from '@trunkshow/contract/shopify/schema.ts'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import { shopifyOperations } from '../../platform/db/schema/shopify.ts'
import { assertAccess } from '../../platform/http/route.ts'
import { getUsableStore } from '../queries.ts'
import { awaitOperation } from './await-operation.ts'
import { enqueueOnce } from './enqueue-once.ts'
import { getOperationRow } from './operation-queries.ts'
import { newProgress } from './sync-progress.ts'

/**
 * Runs a failed operation again, and gives a waiting one its turn now; an unknown one is not sent again any sooner. One
 * that is done stays done.
 *
 * @throws AppError not_found, conflict; forbidden without the right for this kind of operation
 */
export async function retryOperation(ctx: StaffContext, id: number): Promise<Operation> {
  const before = await getOperationRow(ctx, id)
  const { kind, entityId, subjectName, state, companyId, remoteId, replacedId } = before
  assertAccess(operationKinds[kind].right, ctx)
  await getUsableStore(ctx)
  if (state === 'failed') {
    const { userId } = ctx.actor
    const progress = kind === 'products.sync' ? newProgress(null) : (before.progress ?? undefined)
    const record = { companyId, userId, entityId, subjectName, remoteId, replacedId }
    const again = await enqueueOnce(ctx.db, { ...record, kind, progress })
    return awaitOperation(ctx, again)
  }
  await ctx.db
    .update(shopifyOperations)
    // An extra lookup does not count: the number of lookups measures the time until the operation is sent again.
    .set({ nextTryAt: sql`now()`, lookups: sql`greatest(lookups - 1, -1)` })
    .where(
      and(
        eq(shopifyOperations.id, id),
        eq(shopifyOperations.companyId, companyId),
        inArray(shopifyOperations.state, openStates),
        gt(shopifyOperations.nextTryAt, sql`now()`),
      ),
    )
  return awaitOperation(ctx, id)
}
