import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import {
  type OperationKind,
  type OperationState,
  sellsInOurCurrency,
} from '@trunkshow/contract/shopify/rules.ts'
import type { SyncProgress } from '@trunkshow/contract/shopify/schema.ts'
import { and, eq, sql } from 'drizzle-orm'
import { record } from '../../activity/record-activity.ts'
import { isUnavailable } from '../../platform/db/errors.ts'
import { users } from '../../platform/db/schema/company.ts'
import { shopifyLogs, shopifyOperations } from '../../platform/db/schema/shopify.ts'
import { type Database, inTransaction } from '../../platform/db/transaction.ts'
import { inSeconds, leaseSeconds, retryPauseSeconds, updateIfLeased } from '../../platform/jobs/lease.ts'
import { log } from '../../platform/log/log.ts'
import { countStoreOperation } from '../../platform/metrics/registry.ts'
import { callStore } from '../client/call-store.ts'
import { isAsleep, type Outcome, type UserError } from '../client/send-operation.ts'
import { operations } from '../client/shopify-operations.ts'
import type { OperationTypes } from '../client/shopify-types.ts'
import { findStore, type ShopifyContext } from '../queries.ts'
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
    if (line) await writeTimeline(ctx, operation, line)
  })
  countStoreOperation(operation.kind, state)
}

/** Runs one turn of an operation that this worker has claimed. */
export async function runOperation(ctx: WorkerContext, kind: OperationHandler, operation: OperationRow) {
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
  const actor = { companyId, userId, name: user?.name ?? 'Shopify' }
  const changes = [{ field: 'Shopify', from: null, to: line }]
  await record({ db, actor }, 'order.shopify', { id: entityId, name: subjectName }, changes)
}

/** The operation's row while this worker has it: every claim raises `tries`. */
function mine({ id, tries }: OperationRow) {
  return and(eq(shopifyOperations.id, id), eq(shopifyOperations.tries, tries))
}

/** Before each call and write: another worker may have claimed the operation, or another store was connected. */
async function renewLease({ db }: Pick<ShopifyContext, 'db'>, operation: OperationRow) {
  const renewed = { leasedUntil: inSeconds(leaseSeconds.operation) }
  if (!(await updateIfLeased(db, shopifyOperations, mine(operation), renewed))) throw new LeaseLostError()
}

function makeStep(worker: WorkerContext, operation: OperationRow): Step {
  const ctx = { ...worker, actor: { companyId: operation.companyId } }
  return {
    ctx,
    operation,
    async call(name, variables) {
      const beforeSending = () => renewLease(ctx, operation)
      const outcome = await callStore(ctx, operation.companyId, name, variables, beforeSending)
      if (outcome.kind === 'ok') return outcome.data
      throw interruption(outcome, name)
    },
    // The record first, then its operation: the lock order of every transaction (docs/decisions/018).
    write: (work) =>
      inTransaction(ctx, async (ctx) => {
        const result = await work(ctx)
        await renewLease(ctx, operation)
        return result
      }),
  }
}

function interruption(outcome: Exclude<Outcome<never>, { kind: 'ok' }>, name: keyof OperationTypes): Error {
  const onlyReads = operations[name].startsWith('query')
  switch (outcome.kind) {
    case 'userErrors':
      return readUserErrors(outcome.errors, name)
    case 'throttled':
      return new RetryLaterError(text.waiting, outcome.wait)
    case 'refused':
      return new RetryLaterError(isAsleep(outcome.status) ? text.storeInactive : text.storeAway)
    case 'unknown':
      return onlyReads ? new RetryLaterError(text.storeAway) : new OutcomeUnknownError(outcome.reason)
    case 'unauthorized':
      return new RetryLaterError(text.mustReconnect)
    case 'denied':
      return new RefusedError(text.denied(outcome.scopes))
    case 'invalid':
      return new RefusedError(text.notUnderstood(outcome.reason))
  }
}

/** Refusals at a limit, such as five orders a minute in trial stores, or of a dormant store are temporary. */
function readUserErrors(errors: readonly UserError[], name: keyof OperationTypes): Error {
  if (errors.some(({ message }) => /^too many attempts/i.test(message)))
    return new RetryLaterError(name === 'orderCreate' ? text.tooManyOrders : text.tooManyChanges)
  if (errors.some(({ code }) => code === 'SHOP_DORMANT')) return new RetryLaterError(text.storeInactive)
  return new RefusedError(describeUserErrors(errors), errors)
}

/** Input fields that only wrap others. */
const wrappers =
  'input order product variants basicCodeDiscount inventoryItem toUpsert itemFixedDiscountCode ' +
  'shopMoney amount value percentage'
/** Input fields whose label on screens is their name, such as `last name`. */
const named =
  'shippingAddress firstName lastName city country phone email customer quantity price discountCode ' +
  'description vendor tags code usageLimit'
const labels = new Map([
  ...wrappers.split(' ').map((name) => [name, ''] as const),
  ...named.split(' ').map((name) => [name, name.replace(/[A-Z]/, ' $&').toLowerCase()] as const),
  ...Object.entries({
    address1: 'street',
    address2: 'apartment, suite',
    province: 'state',
    provinceCode: 'state',
    zip: 'ZIP',
    countryCode: 'country',
    note: 'notes',
    lineItems: 'product',
    properties: 'form',
    priceSet: 'price',
    amountSet: 'amount',
    title: 'name',
    descriptionHtml: 'description',
    productType: 'category',
    sku: 'SKU',
    customerGets: 'discount percentage',
    endsAt: 'expires',
  }),
])

/** `order, shippingAddress, zip` → `Shipping address, ZIP`; null when a part has no label. */
function wordsOf(field: readonly string[]): string | null {
  const words: string[] = []
  for (const [at, part] of field.entries()) {
    if (/^\d+$/.test(part)) {
      // Only of lines: a product has one variant, so its position says nothing.
      if (field[at - 1] === 'lineItems') words.push(`${words.pop()} ${Number(part) + 1}`)
      continue
    }
    // Shopify writes some of them as `shipping_address`.
    const name = labels.get(part.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()))
    if (name === undefined) return null
    if (name) words.push(name)
  }
  const sentence = words.join(', ')
  return sentence ? sentence[0]!.toUpperCase() + sentence.slice(1) : null
}

/** User errors, a line each, with the field's label if it has one: `Shipping address, ZIP: Enter a ZIP code`. */
export function describeUserErrors(errors: readonly UserError[]): string {
  const lines = errors.map(({ field, message }) => {
    const words = field && wordsOf(field)
    return words ? `${words}: ${message}` : message
  })
  return [...new Set(lines)].join('\n')
}
