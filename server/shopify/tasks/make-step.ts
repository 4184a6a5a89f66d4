import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import { and, eq } from 'drizzle-orm'
import { shopifyOperations } from '../../platform/db/schema/shopify.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { inSeconds, leaseSeconds, updateIfLeased } from '../../platform/jobs/lease.ts'
import { callStore } from '../client/call-store.ts'
import { describeUserErrors } from '../client/describe-user-errors.ts'
import { isAsleep, type Outcome, type UserError } from '../client/read-outcome.ts'
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

export function makeStep(ctx: WorkerContext, operation: OperationRow): Step {
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
        const result = await work(ctx.db)
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
