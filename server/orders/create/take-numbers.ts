import { eq, sql } from 'drizzle-orm'
import type { Context, TenantContext } from '../../context.ts'
import { companies } from '../../platform/db/schema/company.ts'
import { assertWithinQuotas } from '../../platform/http/guards/quotas.ts'

/** A company's first order is #1001. */
const ORDER_NUMBER_OFFSET = 1000

/**
 * Takes the company's next order numbers; a rollback returns them. Last in a transaction, since all other orders of the
 * company wait from here on (decision 020).
 *
 * @returns the last one taken
 */
export async function takeNumbers({ db, actor }: TenantContext, count: number): Promise<number> {
  const [company] = await db
    .update(companies)
    .set({ lastOrderNumber: sql`${companies.lastOrderNumber} + ${count}` })
    .where(eq(companies.id, actor.companyId))
    .returning({ orderNumber: companies.lastOrderNumber })
  return company!.orderNumber
}

/**
 * Checks the quota of orders only once the last number exceeds it, since counting orders is slow.
 *
 * @param withFiles whether files were stored too
 * @throws AppError conflict, naming the limit
 */
export async function assertRoomForOrders(
  ctx: TenantContext & Pick<Context, 'config'>,
  lastNumber: number,
  withFiles = false,
): Promise<void> {
  const maxOrders = ctx.config.quotas.orders
  const mayBeFull = maxOrders !== null && lastNumber - ORDER_NUMBER_OFFSET > maxOrders
  const kinds = [
    ...(mayBeFull ? (['orders'] as const) : []),
    ...(withFiles ? (['files', 'bytes'] as const) : []),
  ]
  if (kinds.length > 0) await assertWithinQuotas(ctx, ctx.actor.companyId, kinds)
}
