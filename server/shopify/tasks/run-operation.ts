import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import { type OperationState, sellsInOurCurrency } from '@trunkshow/contract/shopify/rules.ts'
import type { SyncProgress } from '@trunkshow/contract/shopify/schema.ts'
import { sql } from 'drizzle-orm'
import { isUnavailable } from '../../platform/db/errors.ts'
import { shopifyOperations } from '../../platform/db/schema/shopify.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { inSeconds, retryPauseSeconds, updateIfLeased } from '../../platform/jobs/lease.ts'
import { log } from '../../platform/log/log.ts'
import { countStoreOperation } from '../../platform/metrics/registry.ts'
import { findStore, type ShopifyContext } from '../queries.ts'
import { logOperation, writeFailure, writeTimeline } from './log-operation.ts'
import { makeStep, mine } from './make-step.ts'
import {
  LeaseLostError,
  type OperationHandler,
  type OperationResult,
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
    return doneTurn(done)
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

const doneTurn = ({ message, remoteId, timeline }: OperationResult): Turn => ({
  state: 'done',
  message,
  ...(timeline && { timeline }),
  ...(remoteId && { remoteId }),
})

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
    if (state === 'failed') await writeFailure(ctx, operation, message)
    else if (timeline) await writeTimeline(ctx, operation, timeline)
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
