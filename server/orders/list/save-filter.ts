import { AppError } from '@trunkshow/contract/errors.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import type { SavedFilter } from '@trunkshow/contract/orders/schema.ts'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { lockCaller } from '../../company/queries.ts'
import type { StaffContext } from '../../context.ts'
import { violates } from '../../platform/db/errors.ts'
import { savedFilters } from '../../platform/db/schema/orders.ts'
import { inTransaction } from '../../platform/db/transaction.ts'

const MAX_SAVED_FILTERS = 50

const filterRow = { id: savedFilters.id, name: savedFilters.name, filter: savedFilters.filter }

function ownFilters({ actor }: StaffContext): SQL {
  return and(eq(savedFilters.userId, actor.userId), eq(savedFilters.companyId, actor.companyId))!
}

/** Lists the caller's filters by name. */
export async function listFilters(ctx: StaffContext): Promise<SavedFilter[]> {
  return ctx.db
    .select(filterRow)
    .from(savedFilters)
    .where(ownFilters(ctx))
    .orderBy(asc(sql`lower(${savedFilters.name})`))
    .limit(MAX_SAVED_FILTERS)
}

/** Saves a filter of the orders list. @throws AppError taken for a name in use; conflict beyond 50 filters */
export async function saveFilter(
  ctx: StaffContext,
  { name, filter }: Omit<SavedFilter, 'id'>,
): Promise<SavedFilter> {
  return inTransaction(ctx, async (ctx) => {
    await lockCaller(ctx)
    if ((await ctx.db.$count(savedFilters, ownFilters(ctx))) >= MAX_SAVED_FILTERS)
      throw new AppError('conflict', orderMessages.tooManyFilters(MAX_SAVED_FILTERS))
    const { companyId, userId } = ctx.actor
    const [saved] = await ctx.db
      .insert(savedFilters)
      .values({ companyId, userId, name, filter })
      .returning(filterRow)
    return saved!
  }).catch((error) => {
    if (!violates(error, 'saved_filters_key')) throw error
    throw new AppError('taken', orderMessages.filterNameTaken, {
      fields: { name: orderMessages.filterNameTaken },
    })
  })
}

/** @throws AppError not_found */
export async function removeFilter(ctx: StaffContext, id: number): Promise<void> {
  const [deleted] = await ctx.db
    .delete(savedFilters)
    .where(and(eq(savedFilters.id, id), ownFilters(ctx)))
    .returning({ id: savedFilters.id })
  if (!deleted) throw new AppError('not_found', orderMessages.filterNotFound)
}
