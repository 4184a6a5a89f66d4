import { shopifyMessages } from '@trunkshow/contract/shopify/messages.ts'
import type { OperationState } from '@trunkshow/contract/shopify/rules.ts'
import { shopifyLogs } from '../db/schema/shopify.ts'
import type { Database } from '../db/transaction.ts'
import type { OperationRow } from './take-step.ts'

/** Writes into the log, in words, how it stands with an operation, unless that is what the log says already. */
export async function logOperation(
  { db }: { db: Database },
  operation: OperationRow,
  status: OperationState,
  message: string,
): Promise<void> {
  const stillWaits = operation.lastError === message && (status === 'queued' || status === 'unknown')
  // That the store is busy is no news: it often is, for seconds.
  // Nor that nobody's own doing went well.
  if (operation.userId === null && status === 'done') return
  if (stillWaits || message === shopifyMessages.waiting) return
  const { id, companyId, userId, kind, entityId, subjectName, remoteId } = operation
  const ofOrder = kind.startsWith('order.')
  const bad = status === 'failed' || status === 'unknown'
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
