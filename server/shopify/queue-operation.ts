import { randomBytes } from 'node:crypto'
import { AppError } from '@trunkshow/contract/errors.ts'
import { shopifyMessages } from '@trunkshow/contract/shopify/messages.ts'
import { type OperationKind, openStates, operationKinds } from '@trunkshow/contract/shopify/rules.ts'
import type { SyncProgress } from '@trunkshow/contract/shopify/schema.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { shopifyOperations } from '../db/schema/shopify.ts'
import type { Database } from '../db/transaction.ts'

interface Wanted {
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
  /** The order there that it takes the place of, as a try before this one has found it. */
  replacedId?: string | null
}

/**
 * Writes an operation into the ledger, for the worker to carry out, in the caller's transaction. What is asked for
 * twice, by two clicks or two people, is done once: the second is told of the first.
 *
 * @returns the operation's number
 * @throws AppError conflict when something else is under way with the same record
 */
export async function queueOperation(db: Database, wanted: Wanted): Promise<number> {
  const { companyId, kind, entityId } = wanted
  const entityType = operationKinds[kind].entity
  const attemptKey = randomBytes(12).toString('hex')
  for (;;) {
    const [made] = await db
      .insert(shopifyOperations)
      .values({ ...wanted, entityType, attemptKey })
      .onConflictDoNothing()
      .returning({ id: shopifyOperations.id })
    if (made) return made.id
    const [open] = await db
      .select({ id: shopifyOperations.id, kind: shopifyOperations.kind })
      .from(shopifyOperations)
      .where(
        and(
          eq(shopifyOperations.companyId, companyId),
          eq(shopifyOperations.entityType, entityType),
          eq(shopifyOperations.entityId, entityId),
          inArray(shopifyOperations.state, openStates),
        ),
      )
    if (open?.kind === kind) return open.id
    if (open) throw new AppError('conflict', shopifyMessages.otherUnderway)
    // It has just come to its end: then this one is a new one.
  }
}

/** The same where nobody waits for it: what cannot be queued now is for the next time. @returns whether it was */
export async function queueIfFree(db: Database, wanted: Wanted): Promise<boolean> {
  const entityType = operationKinds[wanted.kind].entity
  const { rowCount } = await db
    .insert(shopifyOperations)
    .values({ ...wanted, entityType, attemptKey: randomBytes(12).toString('hex') })
    .onConflictDoNothing()
  return rowCount === 1
}
