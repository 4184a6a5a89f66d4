import { randomBytes } from 'node:crypto'
import { openStates, operationKinds } from '@trunkshow/contract/shopify/rules.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { shopifyOperations } from '../db/schema/shopify.ts'

interface ChangedCode {
  id: number
  code: string
  shopifyPriceRuleId: string | null
}

/**
 * Has the store follow a discount code that was changed or deleted, in the transaction that does it; whether the store
 * can be reached now is no matter. One that is on its way there starts over: the process that is at it has lost it
 * (`tries` is another) and keeps its hold, so that its call is through before the next. The ledger is written here and
 * not by a verb of `shopify/`, which needs the codes.
 */
export async function followDiscount({ db, actor }: StaffContext, code: ChangedCode): Promise<void> {
  const { companyId, userId } = actor
  const { id, code: subjectName, shopifyPriceRuleId: remoteId } = code
  const kind = 'discount.sync'
  const entityType = operationKinds[kind].entity
  const attemptKey = randomBytes(12).toString('hex')
  const wanted = {
    companyId,
    userId,
    kind,
    entityType,
    entityId: id,
    subjectName,
    remoteId,
    attemptKey,
  } as const
  for (;;) {
    if (remoteId) {
      const { rowCount } = await db.insert(shopifyOperations).values(wanted).onConflictDoNothing()
      if (rowCount === 1) return
    }
    const restarted = await db
      .update(shopifyOperations)
      .set({ tries: sql`tries + 1`, ...(remoteId && { remoteId }) })
      .where(
        and(
          eq(shopifyOperations.companyId, companyId),
          eq(shopifyOperations.entityType, entityType),
          eq(shopifyOperations.entityId, id),
          inArray(shopifyOperations.state, openStates),
        ),
      )
      .returning({ id: shopifyOperations.id })
    // Neither free nor open: it has just come to its end, and is queued anew.
    if (!remoteId || restarted.length > 0) return
  }
}
