import { discountMessages } from '@trunkshow/contract/discounts/messages.ts'
import { discountCan } from '@trunkshow/contract/discounts/rules.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { and, gte, isNull, lt, or, sql } from 'drizzle-orm'
import { getCompanyZone } from '../company/queries.ts'
import type { StaffContext, TenantContext } from '../context.ts'
import { discountCodes } from '../platform/db/schema/orders.ts'
import { databaseNow } from '../platform/db/transaction.ts'
import { discountRow, ownDiscount } from './queries.ts'

/** What an order stores of its code, unaffected by later changes. */
interface TakenCode {
  id: number
  code: string
  percent: number
}

/**
 * Counts one more use of a discount code in one conditional UPDATE, so that only one of several requests gets the last
 * use (docs/product.md, Using a code). Call it in the order's transaction after locking the order, and lock several
 * codes in the order of their ids.
 *
 * @throws AppError not_found; conflict with the reason the code can't be used today
 */
export async function takeUse(ctx: StaffContext, codeId: number): Promise<TakenCode> {
  const today = wallClock(await databaseNow(ctx), await getCompanyZone(ctx)).date
  // Another order may give back a use between the two statements; then try again.
  for (let tries = 0; tries < 3; tries++) {
    const [taken] = await ctx.db
      .update(discountCodes)
      .set({ usedCount: sql`used_count + 1` })
      .where(
        and(
          ownDiscount(ctx, codeId),
          discountCodes.isActive,
          or(isNull(discountCodes.expiresAt), gte(discountCodes.expiresAt, today)),
          or(isNull(discountCodes.usageLimit), lt(discountCodes.usedCount, discountCodes.usageLimit)),
        ),
      )
      .returning({ id: discountCodes.id, code: discountCodes.code, percent: discountCodes.discountValue })
    if (taken) return taken
    const [code] = await ctx.db.select(discountRow).from(discountCodes).where(ownDiscount(ctx, codeId))
    if (!code) throw refusal('not_found', discountMessages.notFound)
    const reason = discountCan.apply(code, today)
    if (reason) throw refusal('conflict', reason)
  }
  throw refusal('conflict', discountMessages.usedUp)
}

function refusal(code: 'not_found' | 'conflict', message: string) {
  return new AppError(code, message, { fields: { discountCodeId: message } })
}

/** Gives back one use, in the transaction that removes the code or cancels or deletes the order. */
export async function giveBackUse(ctx: TenantContext, codeId: number): Promise<void> {
  await ctx.db.update(discountCodes).set({ usedCount: sql`used_count - 1` }).where(ownDiscount(ctx, codeId))
}
