import { venueNow } from '@trunkshow/contract/dates.ts'
import { discountMessages } from '@trunkshow/contract/discounts/messages.ts'
import { discountCan } from '@trunkshow/contract/discounts/rules.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { and, gte, isNull, lt, or, sql } from 'drizzle-orm'
import type { StaffContext, TenantContext } from '../context.ts'
import { discountCodes } from '../db/schema/discounts.ts'
import { discountRow, ownDiscount } from './queries.ts'

/** What an order keeps of the code it carries: later changes of the code do not reach it. */
interface TakenCode {
  id: number
  code: string
  percent: number
}

/**
 * Counts one more order for a discount code, in one conditional statement: rivals for its last use wait for each
 * other on the code's row, and all but one then find none left (docs/product.md, Using a code). Call it in the order's
 * transaction, after the order's row is locked; several codes in the order of their ids.
 *
 * @throws AppError not_found; conflict with the sentence that says why the code cannot be used today
 */
export async function takeUse(ctx: StaffContext, codeId: number): Promise<TakenCode> {
  const today = venueNow(new Date()).date
  // A use can be given back between the refusal and its explanation; then it is tried again.
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

/** Counts one order less: it dropped the code, was cancelled or deleted. In the transaction that does that. */
export async function giveBackUse(ctx: TenantContext, codeId: number): Promise<void> {
  await ctx.db.update(discountCodes).set({ usedCount: sql`used_count - 1` }).where(ownDiscount(ctx, codeId))
}
