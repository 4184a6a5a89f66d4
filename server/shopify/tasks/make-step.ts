import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import { and, eq } from 'drizzle-orm'
import { shopifyOperations } from '../../platform/db/schema/shopify.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { inSeconds, leaseSeconds, updateIfLeased } from '../../platform/jobs/lease.ts'
import { callStore } from '../client/call-store.ts'
import { isAsleep, type Outcome, type UserError } from '../client/send-operation.ts'
import { operations } from '../client/shopify-operations.ts'
import type { OperationTypes } from '../client/shopify-types.ts'
import type { ShopifyContext } from '../queries.ts'
import {
  LeaseLostError,
  type OperationRow,
  OutcomeUnknownError,
  RefusedError,
  RetryLaterError,
  type Step,
  type WorkerContext,
} from './operation-handler.ts'

/** The operation's row while this worker has it: every claim raises `tries`. */
export function mine({ id, tries }: OperationRow) {
  return and(eq(shopifyOperations.id, id), eq(shopifyOperations.tries, tries))
}

/** Before each call and write: another worker may have claimed the operation, or another store was connected. */
async function renewLease({ db }: Pick<ShopifyContext, 'db'>, operation: OperationRow) {
  const renewed = { leasedUntil: inSeconds(leaseSeconds.operation) }
  if (!(await updateIfLeased(db, shopifyOperations, mine(operation), renewed))) throw new LeaseLostError()
}

export function makeStep(worker: WorkerContext, operation: OperationRow): Step {
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

/**
 * Some refusals are temporary: development and trial stores take five orders a minute, every store limits changes of an
 * order's email, and a dormant store may become active.
 */
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

/**
 * User errors as text, a line each, with the field's label if it has one:
 * `Shipping address, ZIP: Enter a ZIP code`.
 */
export function describeUserErrors(errors: readonly UserError[]): string {
  const lines = errors.map(({ field, message }) => {
    const words = field && wordsOf(field)
    return words ? `${words}: ${message}` : message
  })
  return [...new Set(lines)].join('\n')
}
