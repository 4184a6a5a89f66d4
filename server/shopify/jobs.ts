import { setTimeout } from 'node:timers/promises'
import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import { type OperationState, sellsInOurCurrency } from '@trunkshow/contract/shopify/rules.ts'
import type { SyncProgress } from '@trunkshow/contract/shopify/schema.ts'
import { eq, sql } from 'drizzle-orm'
import { isUnavailable } from '../db/errors.ts'
import { shopifyOperations } from '../db/schema/shopify.ts'
import { inTransaction } from '../db/transaction.ts'
import { makeRound } from '../jobs/make-round.ts'
import type { ShopifyContext } from './client/access-token.ts'
import { findStore } from './queries.ts'
import { logOperation } from './tasks/log-operation.ts'
import { type Done, type Kind, kinds } from './tasks/operation-kinds.ts'
import {
  HOLD,
  Lost,
  makeStep,
  type OperationRow,
  Pause,
  Refusal,
  type Step,
  stillMine,
  Unknown,
  type WorkerContext,
} from './tasks/take-step.ts'
import { tellFailure, tellTimeline } from './tasks/write-timeline.ts'
import { heedWebhooks } from './webhooks/handle-webhooks.ts'

/** When the store is asked what came of a call without an answer, in seconds: its search lags behind. */
const LOOKUPS = [2, 5, 15, 30, 60, 120]
/** The pause after a call that found no store: twice as long each time, in seconds, up to a quarter of an hour. */
const FIRST_PAUSE = 2
const LONGEST_PAUSE = 900
/** How many operations are carried out at the same time, each of another company. */
const LANES = 4
/** For how long it goes on before it pauses, and how often it looks for more while some take long, in milliseconds. */
const SPELL = 60_000
const LOOK = 500

const takeNext = makeRound()

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

/**
 * Takes the operation that has waited longest of the next company whose store can be asked and that no process is
 * asking right now. One that was on its way when its process died is nobody's knowledge: it is taken as unknown.
 */
async function claim({ db }: ShopifyContext, after: number): Promise<OperationRow | undefined> {
  const due = sql`(
    SELECT due.id FROM shopify_operations AS due JOIN shopify_stores AS store ON store.company_id = due.company_id
    WHERE due.company_id > ${after} AND due.state IN ('queued', 'sending', 'unknown')
      AND due.next_try_at <= now() AND due.held_until <= now()
      AND store.enabled AND NOT store.must_reconnect
      AND NOT EXISTS (
        SELECT FROM shopify_operations AS other
        WHERE other.company_id = due.company_id AND other.held_until > now()
          AND other.state IN ('queued', 'sending', 'unknown'))
    ORDER BY due.company_id, due.next_try_at, due.id LIMIT 1 FOR UPDATE OF due SKIP LOCKED)`
  const [taken] = await db
    .update(shopifyOperations)
    .set({
      state: sql`CASE state WHEN 'queued' THEN 'sending' ELSE 'unknown' END`,
      tries: sql`tries + 1`,
      heldUntil: sql`now() + ${HOLD} * interval '1 second'`,
      updatedAt: sql`now()`,
    })
    .where(eq(shopifyOperations.id, due))
    .returning()
  return taken
}

async function take(ctx: WorkerContext, operation: OperationRow): Promise<Turn> {
  const step = makeStep(ctx, operation)
  const kind: Kind = kinds[operation.kind]
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
async function runKind(kind: Kind, step: Step) {
  const store = kind.withoutPrices ? null : await findStore(step.ctx, step.operation.companyId)
  if (store && !sellsInOurCurrency(store.currency)) throw new Refusal(text.currencyDiffers(store.currency!))
  return kind.run(step)
}

/**
 * Asks the store what came of a call without an answer. While that cannot be told, whatever the reason, it stays
 * unknown: what counted as failed would be tried again by somebody, under a key that does not find the first one.
 */
async function lookUp({ find }: Kind, step: Step) {
  try {
    return (await find?.(step)) ?? 'resend'
  } catch (error) {
    const isTold = step.operation.remoteId !== null
    if (isTold || error instanceof Pause || error instanceof Lost || isUnavailable(error)) throw error
    if (error instanceof Refusal) throw new Pause(error.message)
    reportFault(step.operation, error)
    throw new Pause(text.faulty)
  }
}

function reportFault({ id, kind }: OperationRow, error: unknown) {
  console.error(`Shopify operation ${id} (${kind}) failed:`, error)
}

const ended = ({ message, remoteId, told }: Done): Turn => ({
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
  if (error instanceof Refusal) return { state: 'failed', message: error.message }
  if (error instanceof Unknown) return sentButUnanswered
  if (!(error instanceof Pause)) throw error
  const { message, wait } = error
  if (wait !== undefined) return { state, message, wait: wait / 1000 }
  const longer = Math.min(FIRST_PAUSE * 2 ** Math.min(pauses, 20), LONGEST_PAUSE)
  return { state, message, wait: longer, pauses: pauses + 1 }
}

async function settle(ctx: ShopifyContext, operation: OperationRow, turn: Turn) {
  const { wait = 0, state, message: words, told, ...changes } = turn
  const message = words.replaceAll('\0', '') // the store's words, which PostgreSQL must be able to keep
  await inTransaction(ctx, async (ctx) => {
    const kept = await ctx.db
      .update(shopifyOperations)
      .set({
        ...changes,
        state,
        lastError: message,
        nextTryAt: sql`now() + ${wait} * interval '1 second'`,
        heldUntil: sql`now()`,
        updatedAt: sql`now()`,
      })
      .where(stillMine(operation))
      .returning({ id: shopifyOperations.id })
    if (kept.length === 0 || turn.progress) return
    await logOperation(ctx, { ...operation, ...changes }, state, message)
    if (state === 'failed') await tellFailure(ctx, operation, message)
    else if (told) await tellTimeline(ctx, operation, told)
  })
}

/** One turn of an operation that was claimed. */
async function carryOut(ctx: WorkerContext, operation: OperationRow): Promise<void> {
  try {
    await settle(ctx, operation, await take(ctx, operation))
  } catch (error) {
    if (error instanceof Lost) return
    if (isUnavailable(error)) throw error // its hold ends by itself
    reportFault(operation, error)
    // A fault of ours: it may have come after the store had done its part, so that is asked first.
    const failed: Turn = { state: 'failed', message: text.faulty }
    await settle(ctx, operation, operation.state === 'unknown' ? failed : sentButUnanswered)
  }
}

/**
 * Carries out what the ledger holds and is due, a company after the other. A store that lets its answers wait keeps no
 * other waiting: what comes meanwhile is taken beside it (decision 030).
 *
 * @param stopping ends it after the operations under way
 * @returns false while there is more to come soon, so that it is called again
 */
export async function runOperations(ctx: WorkerContext, stopping?: AbortSignal): Promise<boolean> {
  await heedWebhooks(ctx)
  const end = Date.now() + SPELL
  const underWay = new Set<Promise<void>>()
  const failures: unknown[] = []
  try {
    while (Date.now() < end && failures.length === 0 && !stopping?.aborted) {
      const next = underWay.size < LANES ? await takeNext((after) => claim(ctx, after)) : undefined
      if (next) {
        const turn: Promise<void> = carryOut(ctx, next)
          .catch((error) => void failures.push(error))
          .finally(() => underWay.delete(turn))
        underWay.add(turn)
      } else if (underWay.size > 0) {
        await Promise.race([...underWay, setTimeout(LOOK, undefined, { ref: false })])
      } else break
    }
  } finally {
    await Promise.all(underWay)
  }
  if (failures.length > 0) throw failures[0]
  const { rows } = await ctx.db.execute(sql`
    SELECT FROM shopify_operations JOIN shopify_stores USING (company_id)
    WHERE state IN ('queued', 'sending', 'unknown') AND next_try_at < now() + interval '1 minute'
      AND shopify_stores.enabled AND NOT must_reconnect LIMIT 1`)
  return rows.length === 0
}
