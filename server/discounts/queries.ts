import { discountMessages } from '@trunkshow/contract/discounts/messages.ts'
import { type DiscountCode, discountCode } from '@trunkshow/contract/discounts/schema.ts'
import type { whichDiscounts } from '@trunkshow/contract/discounts/screens.ts'
import { firstOf } from '@trunkshow/contract/errors.ts'
import { and, eq, ilike, or, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { StaffContext, TenantContext } from '../context.ts'
import { own } from '../platform/db/rows.ts'
import { discountCodes } from '../platform/db/schema/orders.ts'
import { escapeLike } from '../platform/db/search.ts'
import { columnsOf, selection } from '../platform/db/statement.ts'
import { listRows, sortedBy } from '../platform/http/list-rows.ts'
import type { Page } from '../platform/http/paging.ts'

/** The columns of a discount code in the API. */
export const discountRow = columnsOf(discountCodes, discountCode)

export const ownDiscount = (ctx: TenantContext, id: number): SQL => own(ctx, discountCodes, { id })

/** Returns one discount code. @throws AppError not_found */
export async function getDiscount(ctx: StaffContext, id: number): Promise<DiscountCode> {
  const found = await ctx.db.select(discountRow).from(discountCodes).where(ownDiscount(ctx, id))
  return firstOf(found, discountMessages.notFound)
}

type DiscountFilter = z.output<typeof whichDiscounts>

const columns = selection(discountRow)
const newest = sortedBy({ id: discountCodes.id }, 'falling')

/** Lists the company's discount codes, newest first. */
export function listDiscounts(ctx: StaffContext, page: Page, { q, isActive }: DiscountFilter) {
  const pattern = q && `%${escapeLike(q)}%`
  const scope = and(
    eq(discountCodes.companyId, ctx.actor.companyId),
    isActive === undefined ? undefined : eq(discountCodes.isActive, isActive),
    pattern ? or(ilike(discountCodes.code, pattern), ilike(discountCodes.description, pattern)) : undefined,
  )
  return listRows(ctx, page, { columns, scope, order: newest })
}
