import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Disk } from 'flydrive'
import { shopifyOperations } from '../../db/schema/shopify.ts'
import { type Database, inTransaction } from '../../db/transaction.ts'
import type { ShopifyContext } from '../client/access-token.ts'
import { callStore } from '../client/call-store.ts'
import { describeUserErrors } from '../client/describe-user-errors.ts'
import type { Outcome, UserError } from '../client/read-outcome.ts'
import { isAsleep } from '../client/send-operation.ts'
import { operations } from '../client/shopify-operations.ts'
import type { OperationTypes } from '../client/shopify-types.ts'

export type OperationRow = typeof shopifyOperations.$inferSelect

/** How long a process has an operation to itself after its last sign of life, in seconds: longer than any one call. */
export const HOLD = 60

/** The store, or we, refuse it for good; the message is for a person, a line for each reason; `errors` are the store's. */
export class Refusal extends Error {
  readonly errors: readonly UserError[]
  constructor(message: string, errors: readonly UserError[] = []) {
    super(message)
    this.errors = errors
  }
}

/** Nothing was done: it goes on after `wait` milliseconds, or when the runner thinks fit. */
export class Pause extends Error {
  readonly wait: number | undefined
  constructor(message: string, wait?: number) {
    super(message)
    this.wait = wait
  }
}

/** It was sent, and nobody knows what came of it. */
export class Unknown extends Error {}

/** Another process has it by now: this one leaves it alone. */
export class Lost extends Error {}

/** What carries operations out. */
export interface WorkerContext extends ShopifyContext {
  /** Where pictures of the store go. */
  files: Disk
}

/** What a kind of operation has at hand while it is this process's turn. */
export interface Step {
  ctx: WorkerContext
  operation: OperationRow
  /** Asks the store. @throws Refusal, Pause, Unknown or Lost unless it went well */
  call<Name extends keyof OperationTypes>(
    name: Name,
    variables: OperationTypes[Name]['variables'],
  ): Promise<OperationTypes[Name]['data']>
  /** Writes what came of it, in one transaction, as long as it is this process's. @throws Lost */
  write<T>(work: (db: Database) => Promise<T>): Promise<T>
}

/** The rows that are still this process's: `tries` rises with every claim. */
export function stillMine({ id, tries }: OperationRow) {
  return and(eq(shopifyOperations.id, id), eq(shopifyOperations.tries, tries))
}

/** What another process has taken over, or belongs to a store connected before, must not be sent: so it looks first. */
async function keepHold({ db }: Pick<ShopifyContext, 'db'>, operation: OperationRow) {
  const held = await db
    .update(shopifyOperations)
    .set({ heldUntil: sql`now() + ${HOLD} * interval '1 second'` })
    .where(stillMine(operation))
    .returning({ id: shopifyOperations.id })
  if (held.length === 0) throw new Lost()
}

export function makeStep(ctx: WorkerContext, operation: OperationRow): Step {
  return {
    ctx,
    operation,
    async call(name, variables) {
      const stillHeld = () => keepHold(ctx, operation)
      const outcome = await callStore(ctx, operation.companyId, name, variables, stillHeld)
      if (outcome.kind === 'ok') return outcome.data
      throw interruption(outcome, name)
    },
    // The record first, then its operation: the lock order of every transaction (docs/decisions/018).
    write: (work) =>
      inTransaction(ctx, async (ctx) => {
        const result = await work(ctx.db)
        await keepHold(ctx, operation)
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
      return new Pause(text.waiting, outcome.wait)
    case 'refused':
      return new Pause(isAsleep(outcome.status) ? text.storeInactive : text.storeAway)
    case 'unknown':
      return onlyReads ? new Pause(text.storeAway) : new Unknown(outcome.reason)
    case 'unauthorized':
      return new Pause(text.mustReconnect)
    case 'denied':
      return new Refusal(text.denied(outcome.scopes))
    case 'invalid':
      return new Refusal(text.notUnderstood(outcome.reason))
  }
}

/**
 * Some refusals pass by themselves: development and trial stores take five orders a minute, and every store limits how
 * often an order's email changes; a dormant store may wake up.
 */
function readUserErrors(errors: readonly UserError[], name: keyof OperationTypes): Error {
  if (errors.some(({ message }) => /^too many attempts/i.test(message)))
    return new Pause(name === 'orderCreate' ? text.tooManyOrders : text.tooManyChanges)
  if (errors.some(({ code }) => code === 'SHOP_DORMANT')) return new Pause(text.storeInactive)
  return new Refusal(describeUserErrors(errors), errors)
}
