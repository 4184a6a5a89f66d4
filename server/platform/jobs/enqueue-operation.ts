import { randomBytes } from 'node:crypto'
import { AppError } from '@trunkshow/contract/errors.ts'
import { orderName } from '@trunkshow/contract/orders/rules.ts'
import { type OperationKind, openStates, operationKinds } from '@trunkshow/contract/shopify/rules.ts'
import type { SyncProgress } from '@trunkshow/contract/shopify/schema.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import { shopifyOperations } from '../db/schema/shopify.ts'
import { own } from '../db/statement.ts'
import type { Database } from '../db/transaction.ts'

/** A record of a company, and what is to be done with it in Shopify. */
export interface OperationTarget {
  companyId: number
  kind: OperationKind
  /** The record's id; 0 for the catalog. */
  entityId: number
}

export interface WantedOperation extends OperationTarget {
  /** Absent when a schedule or a webhook requested it. */
  userId?: number | null
  subjectName: string
  progress?: SyncProgress
  /** The record's id in Shopify, needed when the record may be deleted here before the operation runs. */
  remoteId?: string | null
  /** The Shopify order that an earlier operation replaced and could not cancel. */
  replacedId?: string | null
}

/**
 * Queues an operation in the caller's transaction; a worker runs it. Orders, products, and discounts use Shopify only
 * through this file (docs/architecture.md, Conventions).
 *
 * @returns the operation's id; null while another operation of the same record is open
 */
export async function enqueueOperation(db: Database, wanted: WantedOperation): Promise<number | null> {
  const entityType = operationKinds[wanted.kind].entity
  const [made] = await db
    .insert(shopifyOperations)
    .values({ ...wanted, entityType, attemptKey: randomBytes(12).toString('hex') })
    .onConflictDoNothing()
    .returning({ id: shopifyOperations.id })
  return made?.id ?? null
}

/**
 * Restarts a record's open operation. Its worker loses it, but the lease stays until the worker's last call has ended.
 *
 * @returns false when none is open
 */
export async function restartOperation(
  db: Database,
  { remoteId, ...target }: OperationTarget & Pick<WantedOperation, 'remoteId'>,
): Promise<boolean> {
  const { rowCount } = await db
    .update(shopifyOperations)
    .set({ tries: sql`tries + 1`, ...(remoteId && { remoteId }) })
    .where(openOperationOf(target))
  return rowCount === 1
}

/**
 * Has an order compared with its copies in Shopify. @param again also when that is under way, which may have read it before
 *
 * @returns false when it is under way
 */
export async function enqueueLook(
  db: Database,
  { companyId, id, orderNumber }: { companyId: number; id: number; orderNumber: number },
  again: boolean,
): Promise<boolean> {
  const look = { companyId, kind: 'order.look', entityId: id } as const
  const made = await enqueueOperation(db, { ...look, subjectName: orderName({ orderNumber }) })
  return made !== null || (again && restartOperation(db, look))
}

/** Refuses to delete a record while an operation of it is open. @throws AppError conflict, with this message */
export async function assertNoOpenOperation(
  { db, actor: { companyId } }: StaffContext,
  target: Omit<OperationTarget, 'companyId'>,
  message: string,
): Promise<void> {
  const open = await db.$count(shopifyOperations, openOperationOf({ companyId, ...target }))
  if (open > 0) throw new AppError('conflict', message)
}

/** Returns the condition of a record's open operation of any kind; there is at most one. */
export function openOperationOf({ companyId, kind, entityId }: OperationTarget): SQL {
  const { entity: entityType } = operationKinds[kind]
  return own({ actor: { companyId } }, shopifyOperations, { entityType, entityId, state: openStates })
}
