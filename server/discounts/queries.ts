import { discountMessages } from '@trunkshow/contract/discounts/messages.ts'
import { type DiscountCode, discountCode } from '@trunkshow/contract/discounts/schema.ts'
import type { whichDiscounts } from '@trunkshow/contract/discounts/screens.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { and, desc, eq, ilike, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { StaffContext, TenantContext } from '../context.ts'
import { own } from '../platform/db/rows.ts'
import { discountCodes } from '../platform/db/schema/orders.ts'
import { escapeLike } from '../platform/db/search.ts'
import { columnsOf } from '../platform/db/statement.ts'
import { countRows, type Page, pageOf } from '../platform/http/paging.ts'

/** The columns of a discount code in the API. */
export const discountRow = columnsOf(discountCodes, discountCode)

export const ownDiscount = (ctx: TenantContext, id: number): SQL => own(ctx, discountCodes, { id })

/** Returns one discount code. @throws AppError not_found */
export async function getDiscount(ctx: StaffContext, id: number): Promise<DiscountCode> {
  const [found] = await ctx.db.select(discountRow).from(discountCodes).where(ownDiscount(ctx, id))
  if (!found) throw new AppError('not_found', discountMessages.notFound)
  return found
}

type DiscountFilter = z.output<typeof whichDiscounts>

/** Lists the company's discount codes, newest first. */
export async function listDiscounts(ctx: StaffContext, page: Page, { q, isActive }: DiscountFilter) {
  const pattern = q && `%${escapeLike(q)}%`
  const which = and(
    eq(discountCodes.companyId, ctx.actor.companyId),
    isActive === undefined ? undefined : eq(discountCodes.isActive, isActive),
    pattern ? or(ilike(discountCodes.code, pattern), ilike(discountCodes.description, pattern)) : undefined,
  )
  const rows = await ctx.db
    .select(discountRow)
    .from(discountCodes)
    .where(and(which, page.after([discountCodes.id], 'falling')))
    .orderBy(desc(discountCodes.id))
    .limit(page.limit + 1)
  return {
    ...pageOf(
      rows,
      page,
      (last) => [last.id],
      (code): DiscountCode => code,
    ),
    total: await countRows(ctx, sql`FROM ${discountCodes} WHERE ${which}`),
  }
}
