import { AppError } from '@trunkshow/contract/errors.ts'
import { shopifyMessages } from '@trunkshow/contract/shopify/messages.ts'
import { shopifyOperations } from '../../db/schema/shopify.ts'
import type { Database } from '../../db/transaction.ts'
import { openOperationOf, type WantedOperation, writeOperation } from '../../jobs/write-operation.ts'

/**
 * Writes an operation that a person waits for into the ledger. What is asked for twice, by two clicks or two people,
 * is done once: the second is told of the first.
 *
 * @returns the operation's number
 * @throws AppError conflict when something else is under way with the same record
 */
export async function queueOperation(db: Database, wanted: WantedOperation): Promise<number> {
  for (;;) {
    const made = await writeOperation(db, wanted)
    if (made !== null) return made
    const [open] = await db
      .select({ id: shopifyOperations.id, kind: shopifyOperations.kind })
      .from(shopifyOperations)
      .where(openOperationOf(wanted))
    if (open?.kind === wanted.kind) return open.id
    if (open) throw new AppError('conflict', shopifyMessages.otherUnderway)
    // It has just come to its end: then this one is a new one.
  }
}
