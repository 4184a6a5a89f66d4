import { setTimeout } from 'node:timers/promises'
import { AppError, firstOf } from '@trunkshow/contract/errors.ts'
import { shopifyMessages } from '@trunkshow/contract/shopify/messages.ts'
import { type OperationKind, openStates, operationKinds } from '@trunkshow/contract/shopify/rules.ts'
import {
  type Operation,
  type ShopifyLog,
  type SyncProgress,
  shopifyLog,
} from '@trunkshow/contract/shopify/schema.ts'
import type { LogFilter } from '@trunkshow/contract/shopify/screens.ts'
import { and, desc, eq, gt, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { CallerContext, StaffContext, TenantContext } from '../../context.ts'
import { users } from '../../platform/db/schema/company.ts'
import { shopifyLogs, shopifyOperations } from '../../platform/db/schema/shopify.ts'
import { columnsOf, own, rowsOf, selection } from '../../platform/db/statement.ts'
import { type List, listRows, type Page, sortedBy } from '../../platform/http/paging.ts'
import { assertAccess } from '../../platform/http/route.ts'
import {
  enqueueOperation,
  openOperationOf,
  type WantedOperation,
} from '../../platform/jobs/enqueue-operation.ts'
import { assertUsableStore } from '../queries.ts'
import { newProgress, type OperationRow, type Step } from './operation-handler.ts'

function wordsOf({ kind, state, lastError }: OperationRow): string {
  if (kind === 'products.sync') return lastError ?? shopifyMessages.syncing
  if (state === 'sending') return shopifyMessages.underway
  return lastError ?? (state === 'unknown' ? shopifyMessages.checking : shopifyMessages.queued)
}

export function operationView(row: OperationRow): Operation {
  const { id, kind, entityId, state, progress } = row
  return { id, kind, entityId, state, message: wordsOf(row), progress }
}

async function getOperationRow(ctx: StaffContext, id: number): Promise<OperationRow> {
  const found = await rowsOf(ctx, shopifyOperations, { id })
  return firstOf(found, shopifyMessages.operationNotFound)
}

/** An operation of the caller's company, as screens show it. @throws AppError not_found */
export async function getOperation(ctx: StaffContext, id: number): Promise<Operation> {
  return operationView(await getOperationRow(ctx, id))
}

/** The operations of a record of a company, of any of these kinds. */
export const ofRecord = (companyId: number, entityId: number, kinds: readonly OperationKind[]) =>
  own({ actor: { companyId } }, shopifyOperations, {
    entityType: kinds.map((kind) => operationKinds[kind].entity),
    entityId,
  })

/** The newest operation of a record, if there is one that also meets `condition`. */
export async function findLastOperation(
  { db, actor: { companyId } }: TenantContext,
  entityId: number,
  kinds: readonly OperationKind[],
  condition?: SQL,
): Promise<OperationRow | undefined> {
  const [last] = await db
    .select()
    .from(shopifyOperations)
    .where(and(ofRecord(companyId, entityId, kinds), condition))
    .orderBy(desc(shopifyOperations.id))
    .limit(1)
  return last
}

/** The running sync of the catalog, else the last one; null before the first. */
export async function findLastSync(ctx: StaffContext): Promise<Operation | null> {
  // Syncs of the schedule show only while they run.
  const isShown = or(isNotNull(shopifyOperations.userId), inArray(shopifyOperations.state, openStates))
  const last = await findLastOperation(ctx, 0, ['products.sync'], isShown)
  return last ? operationView(last) : null
}

const logColumns = selection({
  ...columnsOf(shopifyLogs, shopifyLog),
  message: sql<string>`coalesce(${shopifyLogs.errorMessage}, ${shopifyLogs.responseData}, '')`,
  userName: sql<string | null>`${users.name}`,
  remoteId: shopifyOperations.remoteId,
  // Only the last line of a record's last operation offers something.
  offers: sql<ShopifyLog['offers']>`CASE
    WHEN ${shopifyLogs.status} <> ${shopifyOperations.state} OR EXISTS (
      SELECT FROM shopify_operations AS later WHERE later.company_id = ${shopifyOperations.companyId}
        AND later.entity_type = ${shopifyOperations.entityType}
        AND later.entity_id = ${shopifyOperations.entityId} AND later.id > ${shopifyOperations.id}) THEN NULL
    WHEN ${shopifyOperations.state} = 'failed' THEN 'retry'
    WHEN ${shopifyOperations.state} = 'unknown' THEN 'check' END`,
})
const logSource = sql`${shopifyLogs}
  JOIN ${shopifyOperations} ON ${shopifyOperations.id} = ${shopifyLogs.operationId}
  LEFT JOIN ${users} ON ${users.id} = ${shopifyLogs.userId}`
const latest = sortedBy({ id: shopifyLogs.id }, 'falling')

/** The Shopify log of the caller's company, newest first. */
export function listLogs(ctx: StaffContext, page: Page, filter: LogFilter): Promise<List<ShopifyLog>> {
  const scope = and(
    eq(shopifyLogs.companyId, ctx.actor.companyId),
    filter.status && eq(shopifyLogs.status, filter.status),
    filter.operation && eq(shopifyLogs.operation, filter.operation),
    filter.orderId === undefined ? undefined : eq(shopifyLogs.orderId, filter.orderId),
  )
  return listRows(ctx, page, { columns: logColumns, from: logSource, scope, order: latest })
}

/** Stores how far an operation got, with what the same transaction wrote. */
export async function saveProgress({ db }: TenantContext, { id }: OperationRow, progress: SyncProgress) {
  await db.update(shopifyOperations).set({ progress }).where(eq(shopifyOperations.id, id))
}

const ATTEMPTS_PER_SEARCH = 25

/**
 * Looks in Shopify for what an earlier operation of the same record created and the record is not linked to: its answer
 * was lost, or another store was connected in between. Every handler calls it before it creates a record.
 *
 * @param search searches for what these attempts created; the newest attempt comes first
 */
export async function findEarlier<Found>(
  { ctx, operation }: Step,
  search: (attempts: OperationRow[]) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const { companyId, entityId, id, kind } = operation
  const attempts = await ctx.db
    .select()
    .from(shopifyOperations)
    .where(and(ofRecord(companyId, entityId, [kind]), lt(shopifyOperations.id, id)))
    .orderBy(desc(shopifyOperations.id))
  for (let at = 0; at < attempts.length; at += ATTEMPTS_PER_SEARCH) {
    const found = await search(attempts.slice(at, at + ATTEMPTS_PER_SEARCH))
    if (found) return found
  }
}

const CHECK_INTERVAL_MS = 100

/** Waits up to `config.storeWaitSeconds` for an operation to end. @throws AppError conflict when it failed */
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
 * Records an operation that a person waits for, once for two clicks or two people. @returns the operation's id
 *
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
  const { kind, entityId, subjectName, state, remoteId, replacedId } = before
  assertAccess(operationKinds[kind].right, ctx)
  await assertUsableStore(ctx)
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
        own(ctx, shopifyOperations, { id, state: openStates }),
        gt(shopifyOperations.nextTryAt, sql`now()`),
      ),
    )
  return awaitOperation(ctx, id)
}
