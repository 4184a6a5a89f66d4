import { setTimeout } from 'node:timers/promises'
import { AppError } from '@trunkshow/contract/errors.ts'
import { shopifyMessages } from '@trunkshow/contract/shopify/messages.ts'
import { openStates, operationKinds } from '@trunkshow/contract/shopify/rules.ts'
import type { Operation } from '@trunkshow/contract/shopify/schema.ts'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { CallerContext, StaffContext } from '../../context.ts'
import { shopifyOperations } from '../../platform/db/schema/shopify.ts'
import { assertAccess } from '../../platform/http/route.ts'
import {
  enqueueOperation,
  openOperationOf,
  type WantedOperation,
} from '../../platform/jobs/enqueue-operation.ts'
import { getUsableStore } from '../queries.ts'
import { newProgress } from './operation-handler.ts'
import { getOperation, getOperationRow } from './operation-queries.ts'

const CHECK_INTERVAL_MS = 100

/**
 * Waits up to `config.storeWaitSeconds` for an operation to end.
 *
 * @returns the operation, done or still open
 * @throws AppError conflict with the reason when it failed
 */
export async function awaitOperation(ctx: StaffContext, id: number): Promise<Operation> {
  ctx.wake('shopify')
  const end = performance.now() + ctx.config.storeWaitSeconds * 1000
  let operation = await getOperation(ctx, id)
  while (openStates.includes(operation.state) && performance.now() < end) {
    await setTimeout(CHECK_INTERVAL_MS)
    operation = await getOperation(ctx, id)
  }
  if (operation.state === 'failed')
    throw new AppError('conflict', operation.message || shopifyMessages.failed)
  return operation
}

/**
 * Records an operation that a person waits for. Two clicks, or two people, get the same operation.
 *
 * @returns the operation's id
 * @throws AppError conflict while an operation of another kind is open for the record
 */
export async function enqueueOnce(
  { db, actor: { companyId, userId } }: CallerContext,
  record: Omit<WantedOperation, 'companyId' | 'userId'>,
): Promise<number> {
  const wanted = { ...record, companyId, userId }
  for (;;) {
    const made = await enqueueOperation(db, wanted)
    if (made !== null) return made
    const [open] = await db
      .select({ id: shopifyOperations.id, kind: shopifyOperations.kind })
      .from(shopifyOperations)
      .where(openOperationOf(wanted))
    if (open?.kind === wanted.kind) return open.id
    if (open) throw new AppError('conflict', shopifyMessages.otherUnderway)
    // The open one ended between the two statements, so this one can be written now.
  }
}

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
    const progress = kind === 'products.sync' ? newProgress(null) : (before.progress ?? undefined)
    const record = { kind, entityId, subjectName, remoteId, replacedId }
    const again = await enqueueOnce(ctx, { ...record, progress })
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
