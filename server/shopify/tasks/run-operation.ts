import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import {
  type OperationKind,
  type OperationState,
  sellsInOurCurrency,
} from '@trunkshow/contract/shopify/rules.ts'
import type { SyncProgress } from '@trunkshow/contract/shopify/schema.ts'
import { eq, sql } from 'drizzle-orm'
import { recordActivity } from '../../activity/record-activity.ts'
import { isUnavailable } from '../../platform/db/errors.ts'
import { users } from '../../platform/db/schema/company.ts'
import { shopifyLogs, shopifyOperations } from '../../platform/db/schema/shopify.ts'
import { type Database, inTransaction } from '../../platform/db/transaction.ts'
import { inSeconds, retryPauseSeconds, updateIfLeased } from '../../platform/jobs/lease.ts'
import { log } from '../../platform/log/log.ts'
import { countStoreOperation } from '../../platform/metrics/registry.ts'
import { findStore, type ShopifyContext } from '../queries.ts'
import { makeStep, mine } from './make-step.ts'
import {
  LeaseLostError,
  type OperationHandler,
  type OperationRow,
  OutcomeUnknownError,
  RefusedError,
  RetryLaterError,
  type Step,
  type WorkerContext,
} from './operation-handler.ts'

/** Pauses before each lookup of an unknown outcome: the store's search lags. */
const LOOKUP_SECONDS = [2, 5, 15, 30, 60, 120]
const MAX_PAUSE_SECONDS = 900

/** The result of one turn, as it is written to the row. */
interface Turn {
  state: OperationState
  message: string
  remoteId?: string | null
  lookups?: number
  pauses?: number
  progress?: SyncProgress
  timeline?: string
  /** Seconds until its next turn. */
  wait?: number
}

async function runTurn(ctx: WorkerContext, kind: OperationHandler, operation: OperationRow): Promise<Turn> {
  const step = makeStep(ctx, operation)
  const wasSent = operation.state === 'unknown'
  try {
    const found = wasSent ? await lookUp(kind, step) : 'resend'
    if (found === 'absent') return lookUpAgain(operation)
    const done = found === 'resend' ? await runKind(kind, step) : found
    if ('again' in done) return { state: 'queued', message: text.syncing, progress: done.again, pauses: 0 }
    const { message, remoteId, timeline } = done
    return { state: 'done', message, ...(remoteId && { remoteId }), ...(timeline && { timeline }) }
  } catch (error) {
    return turnOf(error, operation, wasSent)
  }
}

/** Prices are not sent while the store sells in another currency. */
async function runKind(kind: OperationHandler, step: Step) {
  const store = kind.withoutPrices ? null : await findStore(step.ctx, step.operation.companyId)
  if (store && !sellsInOurCurrency(store.currency))
    throw new RefusedError(text.currencyDiffers(store.currency!))
  return kind.run(step)
}

/**
 * Looks up the outcome of a call that was not answered. It stays unknown while it cannot be looked up, for whatever
 * reason: a failed operation would be retried with a new key, which does not find what the first one created.
 */
async function lookUp({ find }: OperationHandler, step: Step) {
  try {
    return (await find?.(step)) ?? 'resend'
  } catch (error) {
    const isRecorded = step.operation.remoteId !== null
    if (
      isRecorded ||
      error instanceof RetryLaterError ||
      error instanceof LeaseLostError ||
      isUnavailable(error)
    )
      throw error
    if (error instanceof RefusedError) throw new RetryLaterError(error.message)
    reportFault(step.operation, error)
    throw new RetryLaterError(text.faulty)
  }
}

function reportFault({ id, kind }: OperationRow, error: unknown) {
  log.error({ err: error }, `Shopify operation ${id} (${kind}) failed.`)
}

const unknownTurn: Turn = { state: 'unknown', message: text.checking, lookups: 0, wait: LOOKUP_SECONDS[0]! }

/** Not found: the next lookup comes after a longer pause; after the last one the operation is sent again. */
function lookUpAgain({ lookups }: OperationRow): Turn {
  const wait = LOOKUP_SECONDS[lookups + 1]
  if (wait === undefined) return { state: 'queued', message: text.notArrived, lookups: 0 }
  return { state: 'unknown', message: text.checking, lookups: lookups + 1, wait }
}

function turnOf(error: unknown, { pauses }: OperationRow, wasSent: boolean): Turn {
  const state = wasSent ? 'unknown' : 'queued'
  if (error instanceof RefusedError) return { state: 'failed', message: error.message }
  if (error instanceof OutcomeUnknownError) return unknownTurn
  if (!(error instanceof RetryLaterError)) throw error
  const { message, wait } = error
  if (wait !== undefined) return { state, message, wait: wait / 1000 }
  return { state, message, wait: retryPauseSeconds(pauses + 1, MAX_PAUSE_SECONDS), pauses: pauses + 1 }
}

async function settle(ctx: ShopifyContext, operation: OperationRow, turn: Turn) {
  const { wait = 0, state, message: words, timeline, ...changes } = turn
  const message = words.replaceAll('\0', '') // PostgreSQL cannot store this character
  await inTransaction(ctx, async (ctx) => {
    const isKept = await updateIfLeased(ctx.db, shopifyOperations, mine(operation), {
      ...changes,
      state,
      lastError: message,
      nextTryAt: inSeconds(wait),
      leasedUntil: sql`now()`,
      updatedAt: sql`now()`,
    })
    if (!isKept || turn.progress) return
    await logOperation(ctx, { ...operation, ...changes }, state, message)
    const what = timelineKinds[operation.kind]
    const line = state === 'failed' && what ? text.couldNot(what, message) : timeline
    if (what && line) await writeTimeline(ctx, operation, line)
  })
  countStoreOperation(operation.kind, state)
}

/** Runs one turn of an operation that this worker has claimed. */
export async function runOperation(
  ctx: WorkerContext,
  kind: OperationHandler,
  operation: OperationRow,
): Promise<void> {
  try {
    await settle(ctx, operation, await runTurn(ctx, kind, operation))
  } catch (error) {
    if (error instanceof LeaseLostError) return
    if (isUnavailable(error)) throw error // the lease ends by itself
    reportFault(operation, error)
    // A fault here may have come after the store had done its part, so it is looked up first.
    const failed: Turn = { state: 'failed', message: text.faulty }
    await settle(ctx, operation, operation.state === 'unknown' ? failed : unknownTurn)
  }
}

/** Whether the log has this error of the schedule already, with no success since. */
async function isLoggedAlready(db: Database, operation: OperationRow, message: string): Promise<boolean> {
  const { companyId, kind, entityId, subjectName } = operation
  const { rows } = await db.execute(sql`
    SELECT FROM shopify_logs AS line
    WHERE company_id = ${companyId} AND operation = ${kind} AND subject_name = ${subjectName}
      AND user_id IS NULL AND error_message = ${message}
      AND NOT EXISTS (
        SELECT FROM shopify_operations AS since
        WHERE since.company_id = line.company_id AND since.kind = line.operation AND since.entity_id = ${entityId}
          AND since.id > line.operation_id AND since.state = 'done')
    LIMIT 1`)
  return rows.length > 0
}

/** Writes an operation's state into the Shopify log, unless the log says it already. */
async function logOperation(
  { db }: { db: Database },
  operation: OperationRow,
  status: OperationState,
  message: string,
): Promise<void> {
  const stillWaits = operation.lastError === message && (status === 'queued' || status === 'unknown')
  // Successes of the schedule, and a store that is busy for seconds, would only fill the log.
  if (operation.userId === null && status === 'done') return
  if (stillWaits || message === text.waiting) return
  const bad = status === 'failed' || status === 'unknown'
  // The schedule repeats its failures every ten minutes.
  if (operation.userId === null && bad && (await isLoggedAlready(db, operation, message))) return
  const { id, companyId, userId, kind, entityId, subjectName, remoteId } = operation
  const ofOrder = kind.startsWith('order.')
  await db.insert(shopifyLogs).values({
    companyId,
    operationId: id,
    userId,
    orderId: ofOrder ? entityId : null,
    operation: kind,
    subjectName,
    shopifyOrderId: ofOrder ? remoteId : null,
    status,
    responseData: bad ? null : message,
    errorMessage: bad ? message : null,
  })
}

/** The operations that show in an order's timeline. */
const timelineKinds: Partial<Record<OperationKind, 'send' | 'recreate' | 'cancel'>> = {
  'order.push': 'send',
  'order.recreate': 'recreate',
  'order.cancel': 'cancel',
}

/** Writes a line into the order's timeline, under the name of the person who started the operation. */
async function writeTimeline(
  { db }: { db: Database },
  { companyId, userId, entityId, subjectName }: OperationRow,
  line: string,
): Promise<void> {
  const [user] = await db
    .select({ name: users.name })
    .from(users)
    .where(eq(users.id, userId ?? 0))
  await recordActivity(
    { db, actor: null },
    {
      companyId,
      activity: 'order.shopify',
      subject: 'order',
      subjectId: entityId,
      subjectName,
      changes: [{ field: 'Shopify', from: null, to: line }],
      userId,
      actorName: user?.name ?? 'Shopify',
    },
  )
}
