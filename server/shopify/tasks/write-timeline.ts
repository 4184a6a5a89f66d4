import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import type { OperationKind } from '@trunkshow/contract/shopify/rules.ts'
import { eq } from 'drizzle-orm'
import { recordActivity } from '../../activity/record-activity.ts'
import { users } from '../../platform/db/schema/company.ts'
import type { Database } from '../../platform/db/transaction.ts'
import type { OperationRow } from './operation-handler.ts'

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
