import { randomBytes } from 'node:crypto'
import { type OperationKind, openStates, operationKinds } from '@trunkshow/contract/shopify/rules.ts'
import type { SyncProgress } from '@trunkshow/contract/shopify/schema.ts'
import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { shopifyOperations } from '../db/schema/shopify.ts'
import type { Database } from '../db/transaction.ts'

/** What is to be done at a store, and with which record. */
export interface WantedOperation {
  companyId: number
  /** Null where a schedule or the store asks for it. */
  userId: number | null
  kind: OperationKind
  /** The record's number; 0 for the catalogue. */
  entityId: number
  subjectName: string
  progress?: SyncProgress
  /** What the record is called at the store, where it may be gone here by then. */
  remoteId?: string | null
  /** The order there that is to be cancelled, as an operation before this one has left it. */
  replacedId?: string | null
}

/**
 * Writes an operation into the ledger, for the worker to carry out, in the caller's transaction. It is the platform's,
 * so that orders and discount codes, which `shopify/` needs, can ask the store for something too.
 *
 * @returns the operation's number; null while something is under way with the same record
 */
export async function writeOperation(db: Database, wanted: WantedOperation): Promise<number | null> {
  const entityType = operationKinds[wanted.kind].entity
  const [made] = await db
    .insert(shopifyOperations)
    .values({ ...wanted, entityType, attemptKey: randomBytes(12).toString('hex') })
    .onConflictDoNothing()
    .returning({ id: shopifyOperations.id })
  return made?.id ?? null
}

/** The operation that is under way with the record of this one: one at most. */
export function openOperationOf({
  companyId,
  kind,
  entityId,
}: Pick<WantedOperation, 'companyId' | 'kind' | 'entityId'>): SQL {
  return and(
    eq(shopifyOperations.companyId, companyId),
    eq(shopifyOperations.entityType, operationKinds[kind].entity),
    eq(shopifyOperations.entityId, entityId),
    inArray(shopifyOperations.state, openStates),
  )!
}
