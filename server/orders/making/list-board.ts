import type { Board } from '@trunkshow/contract/making/schema.ts'
import type { whichBoard } from '@trunkshow/contract/making/screens.ts'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { andMine } from '../../platform/db/schema/company.ts'
import { readPage } from '../../platform/http/paging.ts'
import { type ListContext, listOrders } from '../list/list-orders.ts'
import { findMaking, isMade } from './queries.ts'

/** The cards of each stage that are shown at once; the list of orders shows all. */
const MAX_CARDS = 20

/** Returns the orders that are made, by stage, those due first at the top (docs/product.md, Making). */
export async function readBoard(ctx: ListContext, filter: z.output<typeof whichBoard>): Promise<Board> {
  const { stages } = await findMaking(ctx)
  const found = await findCards(ctx, filter)
  const ids = found.flatMap(({ ids }) => ids)
  const { items } = await listOrders(ctx, readPage({ limit: ids.length, count: false }), { ids, sort: 'due' })
  const columns = [null, ...stages.map(({ id }) => id)].map((stageId) => ({
    stageId,
    count: found.find((stage) => stage.stageId === stageId)?.count ?? 0,
    orders: items.filter((order) => order.stageId === stageId),
  }))
  return { columns, ...(await countRisks(ctx, filter.mine)) }
}

async function findCards(ctx: ListContext, { event, mine, making = 'open' }: z.output<typeof whichBoard>) {
  const ofEvent = event === 'none' ? sql`AND event_id IS NULL` : event ? sql`AND event_id = ${event}` : sql``
  const { rows } = await ctx.db.execute<{ stageId: number | null; count: number; ids: number[] }>(sql`
    SELECT stage_id AS "stageId", count(*)::int AS count,
      (array_agg(id ORDER BY due_on, id))[1:${sql.raw(String(MAX_CARDS))}] AS ids
    FROM orders
    WHERE company_id = ${ctx.actor.companyId} AND status IN ('pending', 'paid') AND ${await isMade(ctx, making)} ${ofEvent} ${andMine(ctx, mine)}
    GROUP BY stage_id`)
  return rows
}

/** Returns how many orders of the company are late, at risk, and paid for but not started, up to 1,000 each. */
export async function countRisks(
  ctx: ListContext,
  mine?: boolean,
): Promise<Pick<Board, 'late' | 'atRisk' | 'notStarted'>> {
  const count = async (filter: 'late' | 'atRisk' | 'notStarted') =>
    sql`(SELECT count(*)::int FROM (
      SELECT FROM orders WHERE company_id = ${ctx.actor.companyId} AND ${await isMade(ctx, filter)} ${andMine(ctx, mine)} LIMIT 1000) AS counted)`
  const { rows } = await ctx.db.execute<Record<'late' | 'atRisk' | 'notStarted', number>>(sql`
    SELECT ${await count('late')} AS late, ${await count('atRisk')} AS "atRisk", ${await count('notStarted')} AS "notStarted"`)
  return rows[0]!
}
