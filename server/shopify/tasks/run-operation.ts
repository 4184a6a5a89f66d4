import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import { type OperationState, sellsInOurCurrency } from '@trunkshow/contract/shopify/rules.ts'
import type { SyncProgress } from '@trunkshow/contract/shopify/schema.ts'
import { sql } from 'drizzle-orm'
import { isUnavailable } from '../../db/errors.ts'
import { shopifyOperations } from '../../db/schema/shopify.ts'
import { inTransaction } from '../../db/transaction.ts'
import { changeIfMine, inSeconds, retryPauseSeconds } from '../../jobs/lease.ts'
import { findStore, type ShopifyContext } from '../queries.ts'
import { logOperation } from './log-operation.ts'
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
import { showFailureToast, tellTimeline } from './write-timeline.ts'

/** When the store is asked what came of a call without an answer, in seconds: its search lags behind. */
const LOOKUPS = [2, 5, 15, 30, 60, 120]
const MAX_PAUSE_SECONDS = 900

/** What is to be written when a turn is over. */
interface Turn {
  state: OperationState
  message: string
  remoteId?: string | null
  lookups?: number
  pauses?: number
  progress?: SyncProgress
  told?: string
  /** Seconds until its next turn. */
  wait?: number
}

async function take(ctx: WorkerContext, kind: OperationHandler, operation: OperationRow): Promise<Turn> {
  const step = makeStep(ctx, operation)
  const wasSent = operation.state === 'unknown'
  try {
    const found = wasSent ? await lookUp(kind, step) : 'resend'
    if (found === 'absent') return askAgain(operation)
    const done = found === 'resend' ? await runKind(kind, step) : found
    if ('again' in done) return { state: 'queued', message: text.syncing, progress: done.again, pauses: 0 }
    return ended(done)
  } catch (error) {
    return turnOf(error, operation, wasSent)
  }
}

/** What carries prices goes nowhere while the store sells in another currency. */
async function runKind(kind: OperationHandler, step: Step) {
  const store = kind.withoutPrices ? null : await findStore(step.ctx, step.operation.companyId)
  if (store && !sellsInOurCurrency(store.currency))
    throw new RefusedError(text.currencyDiffers(store.currency!))
  return kind.run(step)
}

/**
 * Asks the store what came of a call without an answer. While that cannot be told, whatever the reason, it stays
 * unknown: what counted as failed would be tried again by somebody, under a key that does not find the first one.
 */
async function lookUp({ find }: OperationHandler, step: Step) {
  try {
    return (await find?.(step)) ?? 'resend'
  } catch (error) {
    const isTold = step.operation.remoteId !== null
    if (isTold || error instanceof RetryLaterError || error instanceof LeaseLostError || isUnavailable(error))
      throw error
    if (error instanceof RefusedError) throw new RetryLaterError(error.message)
    reportFault(step.operation, error)
    throw new RetryLaterError(text.faulty)
  }
}

function reportFault({ id, kind }: OperationRow, error: unknown) {
  console.error(`Shopify operation ${id} (${kind}) failed:`, error)
}

const ended = ({ message, remoteId, told }: OperationResult): Turn => ({
  state: 'done',
  message,
  ...(told && { told }),
  ...(remoteId && { remoteId }),
})

const sentButUnanswered: Turn = { state: 'unknown', message: text.checking, lookups: 0, wait: LOOKUPS[0]! }

/** Not there yet: the store is asked again, later and later; in the end it did not happen, and is sent once more. */
function askAgain({ lookups }: OperationRow): Turn {
  const wait = LOOKUPS[lookups + 1]
  if (wait === undefined) return { state: 'queued', message: text.notArrived, lookups: 0 }
  return { state: 'unknown', message: text.checking, lookups: lookups + 1, wait }
}

function turnOf(error: unknown, { pauses }: OperationRow, wasSent: boolean): Turn {
  const state = wasSent ? 'unknown' : 'queued'
  if (error instanceof RefusedError) return { state: 'failed', message: error.message }
  if (error instanceof OutcomeUnknownError) return sentButUnanswered
  if (!(error instanceof RetryLaterError)) throw error
  const { message, wait } = error
  if (wait !== undefined) return { state, message, wait: wait / 1000 }
  return { state, message, wait: retryPauseSeconds(pauses + 1, MAX_PAUSE_SECONDS), pauses: pauses + 1 }
}

async function settle(ctx: ShopifyContext, operation: OperationRow, turn: Turn) {
  const { wait = 0, state, message: words, told, ...changes } = turn
  const message = words.replaceAll('\0', '') // the store's words, which PostgreSQL must be able to keep
  await inTransaction(ctx, async (ctx) => {
    const isKept = await changeIfMine(ctx.db, shopifyOperations, mine(operation), {
      ...changes,
      state,
      lastError: message,
      nextTryAt: inSeconds(wait),
      heldUntil: sql`now()`,
      updatedAt: sql`now()`,
    })
    if (!isKept || turn.progress) return
    await logOperation(ctx, { ...operation, ...changes }, state, message)
    if (state === 'failed') await showFailureToast(ctx, operation, message)
    else if (told) await tellTimeline(ctx, operation, told)
  })
}

/** One turn of an operation that this process has claimed. */
export async function runOperation(
  ctx: WorkerContext,
  kind: OperationHandler,
  operation: OperationRow,
): Promise<void> {
  try {
    await settle(ctx, operation, await take(ctx, kind, operation))
  } catch (error) {
    if (error instanceof LeaseLostError) return
    if (isUnavailable(error)) throw error // its hold ends by itself
    reportFault(operation, error)
    // A fault of ours: it may have come after the store had done its part, so that is asked first.
    const failed: Turn = { state: 'failed', message: text.faulty }
    await settle(ctx, operation, operation.state === 'unknown' ? failed : sentButUnanswered)
  }
}
