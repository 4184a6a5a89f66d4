import { AppError } from '@trunkshow/contract/errors.ts'
import { shopifyMessages } from '@trunkshow/contract/shopify/messages.ts'
import { shopifyOperations } from '../../platform/db/schema/shopify.ts'
import type { Database } from '../../platform/db/transaction.ts'
import {
  enqueueOperation,
  openOperationOf,
  type WantedOperation,
} from '../../platform/jobs/enqueue-operation.ts'

/**
 * Writes an operation that a person waits for into the ledger. Two clicks, or two people, get the same operation.
 *
 * @returns the operation's id
 * @throws AppError conflict while an operation of another kind is open for the record
 */
export async function enqueueOnce(db: Database, wanted: WantedOperation): Promise<number> {
  for (;;) {
    const made = await enqueueOperation(db, wanted)
    if (made !== null) return made
    const [open] = await db
      .select({ id: shopifyOperations.id, kind: shopifyOperations.kind })
      .from(shopifyOperations)
      .where(openOperationOf(wanted))
    if (open?.kind === wanted.kind) return open.id
    if (open) throw new AppError('conflict', shopifyMessages.otherUnderway)
    // The open one ended between the two statements, so this one can be written now.
  }
}
