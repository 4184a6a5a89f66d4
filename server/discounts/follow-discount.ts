import { sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { shopifyOperations } from '../db/schema/shopify.ts'
import { openOperationOf, writeOperation } from '../jobs/write-operation.ts'

interface ChangedCode {
  id: number
  code: string
  shopifyPriceRuleId: string | null
}

/**
 * Has the store follow a discount code that was changed or deleted, in the transaction that does it; whether the store
 * can be reached now is no matter. One that is on its way there starts over: the process that is at it has lost it
 * (`tries` is another) and keeps its hold, so that its call is through before the next.
 */
export async function followDiscount({ db, actor }: StaffContext, code: ChangedCode): Promise<void> {
  const { companyId, userId } = actor
  const { id: entityId, code: subjectName, shopifyPriceRuleId: remoteId } = code
  const wanted = { companyId, userId, kind: 'discount.sync', entityId, subjectName, remoteId } as const
  for (;;) {
    if (remoteId && (await writeOperation(db, wanted)) !== null) return
    const { rowCount } = await db
      .update(shopifyOperations)
      .set({ tries: sql`tries + 1`, ...(remoteId && { remoteId }) })
      .where(openOperationOf(wanted))
    // Neither free nor open: it has just come to its end, and is queued again.
    if (!remoteId || rowCount) return
  }
}
