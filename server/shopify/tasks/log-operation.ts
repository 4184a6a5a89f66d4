import { shopifyMessages, shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import type { OperationKind, OperationState } from '@trunkshow/contract/shopify/rules.ts'
import { eq, sql } from 'drizzle-orm'
import { recordActivity } from '../../activity/record-activity.ts'
import { users } from '../../platform/db/schema/company.ts'
import { shopifyLogs } from '../../platform/db/schema/shopify.ts'
import type { Database } from '../../platform/db/transaction.ts'
import type { OperationRow } from './operation-handler.ts'

/** Whether the log has this error of the schedule already, with no success since. */
async function isLoggedAlready(db: Database, operation: OperationRow, message: string): Promise<boolean> {
  const { companyId, kind, entityId, subjectName } = operation
  const { rows } = await db.execute(sql`
    SELECT FROM shopify_logs AS line
    WHERE company_id = ${companyId} AND operation = ${kind} AND subject_name = ${subjectName}
      AND user_id IS NULL AND error_message = ${message}
      AND NOT EXISTS (
        SELECT FROM shopify_operations AS since
        WHERE since.company_id = line.company_id AND since.kind = line.operation AND since.entity_id = ${entityId}
          AND since.id > line.operation_id AND since.state = 'done')
    LIMIT 1`)
  return rows.length > 0
}

/** Writes an operation's state into the Shopify log, unless the log says it already. */
export async function logOperation(
  { db }: { db: Database },
  operation: OperationRow,
  status: OperationState,
  message: string,
): Promise<void> {
  const stillWaits = operation.lastError === message && (status === 'queued' || status === 'unknown')
  // Successes of the schedule, and a store that is busy for seconds, would only fill the log.
  if (operation.userId === null && status === 'done') return
  if (stillWaits || message === shopifyMessages.waiting) return
  const bad = status === 'failed' || status === 'unknown'
  // The schedule repeats its failures every ten minutes.
  if (operation.userId === null && bad && (await isLoggedAlready(db, operation, message))) return
  const { id, companyId, userId, kind, entityId, subjectName, remoteId } = operation
  const ofOrder = kind.startsWith('order.')
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

/** The operations that show in an order's timeline. */
const does: Partial<Record<OperationKind, 'send' | 'recreate' | 'cancel'>> = {
  'order.push': 'send',
  'order.recreate': 'recreate',
  'order.cancel': 'cancel',
}

/** Writes a line into the order's timeline, under the name of the person who started the operation. */
export async function writeTimeline(
  { db }: { db: Database },
  { companyId, userId, kind, entityId, subjectName }: OperationRow,
  line: string,
): Promise<void> {
  if (!does[kind]) return
  const [user] = await db
    .select({ name: users.name })
    .from(users)
    .where(eq(users.id, userId ?? 0))
  await recordActivity(
    { db, actor: null },
    {
      companyId,
      activity: 'order.shopify',
      subject: 'order',
      subjectId: entityId,
      subjectName,
      changes: [{ field: 'Shopify', from: null, to: line }],
      userId,
      actorName: user?.name ?? 'Shopify',
    },
  )
}

/** @param reason a line for each reason */
export async function writeFailure(ctx: { db: Database }, operation: OperationRow, reason: string) {
  const what = does[operation.kind]
  if (what) await writeTimeline(ctx, operation, text.couldNot(what, reason))
}
