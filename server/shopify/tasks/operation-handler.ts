import type { SyncProgress } from '@trunkshow/contract/shopify/schema.ts'
import type { Disk } from 'flydrive'
import type { TenantContext } from '../../context.ts'
import type { shopifyOperations } from '../../platform/db/schema/shopify.ts'
import type { UserError } from '../client/send-operation.ts'
import type { OperationTypes } from '../client/shopify-types.ts'
import type { ShopifyContext } from '../queries.ts'

export type OperationRow = typeof shopifyOperations.$inferSelect

/** The store or the product refuses it for good. The message is shown to people, a line for each reason. */
export class RefusedError extends Error {
  readonly errors: readonly UserError[]
  constructor(message: string, errors: readonly UserError[] = []) {
    super(message)
    this.errors = errors
  }
}

/** Nothing was done. It is tried again after `wait` milliseconds, or after a growing pause without it. */
export class RetryLaterError extends Error {
  readonly wait: number | undefined
  constructor(message: string, wait?: number) {
    super(message)
    this.wait = wait
  }
}

/** It was sent, and no answer says whether it was carried out. */
export class OutcomeUnknownError extends Error {}

/** Another process has claimed the operation since: this one must stop. */
export class LeaseLostError extends Error {}

export interface WorkerContext extends ShopifyContext {
  files: Disk
}

type StepContext = WorkerContext & TenantContext

/** What a handler may use while this process has the lease. */
export interface Step {
  ctx: StepContext
  operation: OperationRow
  /** Calls the store. @throws RefusedError, RetryLaterError, OutcomeUnknownError, LeaseLostError */
  call<Name extends keyof OperationTypes>(
    name: Name,
    variables: OperationTypes[Name]['variables'],
  ): Promise<OperationTypes[Name]['data']>
  /** Writes in one transaction, which ends only if the lease is still this process's. @throws LeaseLostError */
  write<T>(work: (ctx: StepContext) => Promise<T>): Promise<T>
}

/** What is shown when it is done, and the record's id in Shopify. */
export interface OperationResult {
  message: string
  remoteId?: string | null
  timeline?: string
}

/** How one kind of operation is carried out. It throws the errors above. */
export interface OperationHandler {
  /**
   * Does it, or a part of it. After a `RetryLaterError` it runs again from its beginning, so it makes one call that
   * must not be repeated at most. With `again` it gets another turn soon, after other operations had theirs.
   */
  run: (step: Step) => Promise<OperationResult | { again: SyncProgress }>
  /**
   * Looks in the store for the result of a call that was not answered: `absent` if the store does not have it yet,
   * `resend` if sending it again does no harm. Without `find` it is always sent again.
   */
  find?: (step: Step) => Promise<OperationResult | 'absent' | 'resend'>
  /** Carries no prices, so it also runs for a store that sells in another currency. */
  withoutPrices?: true
}

/** Each sync starts this long before the last change it has seen: Shopify's search lags. */
const OVERLAP_MS = 10 * 60_000

/** @param until every change before this time is imported; null for the whole catalog */
export function newProgress(until: string | null): SyncProgress {
  const since = until && new Date(Date.parse(until) - OVERLAP_MS).toISOString()
  const counts = { total: null, seen: 0, made: 0, changed: 0, unfit: 0 }
  return { ...counts, problems: [], cursor: null, since, until: null }
}

interface RemotePage {
  nodes: { updatedAt: string }[]
  pageInfo: { endCursor: string | null }
}

/** Returns the progress after a page, whose records come in the order of their changes. */
export const afterPage = (before: SyncProgress, { nodes, pageInfo }: RemotePage): SyncProgress => ({
  ...before,
  seen: before.seen + nodes.length,
  cursor: pageInfo.endCursor ?? before.cursor,
  until: nodes.at(-1)?.updatedAt ?? before.until,
})

/** The rest of the problems are only counted. */
const MAX_NAMED_PROBLEMS = 100

export function reportProblem({ problems }: SyncProgress, name: string, message: string): void {
  if (problems.length < MAX_NAMED_PROBLEMS) problems.push({ name: name.slice(0, 100), message })
}
