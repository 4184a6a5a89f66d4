import { openStates, operationKinds } from '@trunkshow/contract/shopify/rules.ts'
import type { Operation } from '@trunkshow/contract/shopify/schema.ts'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import { shopifyOperations } from '../../db/schema/shopify.ts'
import { assertAccess } from '../../http/route.ts'
import { getUsableStore } from '../queries.ts'
import { awaitOperation } from './await-operation.ts'
import { enqueueOnce } from './enqueue-once.ts'
import { getOperationRow } from './operation-queries.ts'
import { newProgress } from './sync-progress.ts'

/**
 * Once more what failed; and what waits, for the store to answer or to say what came of it, gets its turn at once,
 * and is sent again no sooner for it. What is done stays done.
 *
 * @throws AppError not_found, conflict, and forbidden to whom may not ask for an operation of this kind
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
    // A look at the store out of turn takes none of those after which it is sent again: they are a measure of time.
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
