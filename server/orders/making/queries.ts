import { dayToPromise, openDay, riskOf, weekOf } from '@trunkshow/contract/making/rules.ts'
import type { Making } from '@trunkshow/contract/making/schema.ts'
import { making as makingView } from '@trunkshow/contract/making/schema.ts'
import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import { companies } from '../../platform/db/schema/company.ts'
import { closingDays, stages } from '../../platform/db/schema/making.ts'
import { columnsOf, own, rowsOf } from '../../platform/db/statement.ts'
import { todayOf } from '../money/queries.ts'

const stageRow = columnsOf(stages, makingView.shape.stages.element)

/** Returns how the company's orders are made: its stages in order, and the days on which it is closed. */
export async function findMaking(ctx: TenantContext): Promise<Making> {
  const { startsAfter, weeklyCapacity, mailsMornings, makingVersion: version } = companies
  const [company] = await ctx.db
    .select({ startsAfter, weeklyCapacity, mailsMornings, version })
    .from(companies)
    .where(eq(companies.id, ctx.actor.companyId))
  const closed = await ctx.db
    .select({ day: closingDays.day })
    .from(closingDays)
    .where(own(ctx, closingDays, {}))
    .orderBy(asc(closingDays.day))
  return {
    ...company!,
    stages: await rowsOf(ctx, stages, {}, stageRow).orderBy(asc(stages.position)),
    closed: closed.map(({ day }) => day),
  }
}

/** What tells whether orders of the company are on time: `riskOf` for those that were read. */
export async function readRisks(ctx: TenantContext) {
  const { stages, closed } = await findMaking(ctx)
  const [today, days] = [await todayOf(ctx), new Set(closed)]
  return (order: Parameters<typeof riskOf>[0]) => riskOf(order, stages, today, days)
}

/** Orders that are made, as their index has it. */
const isOpenOrder = sql.raw(`status in ('pending', 'paid')`)
/** `isNotStarted` in SQL. */
const isNotStartedOrder = sql.raw(
  `stage_id is null and (status = 'paid' or status = 'pending' and received_cents > 0)`,
)

export type MakingFilter = 'open' | 'late' | 'atRisk' | 'notStarted'

/** Returns the condition of orders that are late, at risk, or wait to be started, as `riskOf` and `isNotStarted` say. */
export async function isMade(ctx: TenantContext, filter: MakingFilter): Promise<SQL> {
  if (filter === 'open') return isOpenOrder
  if (filter === 'notStarted') return isNotStartedOrder
  const [{ stages, closed }, today] = [await findMaking(ctx), await todayOf(ctx)]
  const last = stages.at(-1)?.id ?? 0
  const made = sql`${isOpenOrder} AND due_on > '0001-01-01' AND stage_id IS DISTINCT FROM ${last}`
  if (filter === 'late') return sql`${made} AND due_on < ${today}::date`
  const later = (at: number) => stages.slice(at).reduce((sum, { days }) => sum + (days ?? 0), 0)
  const left = sql.join(
    stages.map(
      ({ id, days }, at) => sql`WHEN ${id}::int THEN ${later(at + 1)}::int
        + greatest(0, ${days ?? 0}::int - greatest(0, ${today}::date - coalesce(stage_since, ${today}::date)))`,
    ),
    sql` `,
  )
  const daysLeft = stages.length > 0 ? sql`CASE stage_id ${left} ELSE ${later(0)}::int END` : sql`0`
  // The day it is ready, by how many days it still takes.
  const ready = [today]
  const days = new Set(closed)
  while (ready.length <= later(0)) ready.push(openDay(ready.at(-1)!, 1, days))
  return sql`${made} AND due_on >= ${today}::date AND (promised_on > needed_by OR due_on < (${sql.param(ready)}::date[])[${daysLeft} + 1])`
}

/** Returns the day that can be promised to a new order; null if no week has room, or no stage's usual days are known. */
export async function findDayToPromise(ctx: TenantContext): Promise<string | null> {
  const { stages, closed, weeklyCapacity: capacity } = await findMaking(ctx)
  if (!stages.some(({ days }) => days)) return null
  const today = await todayOf(ctx)
  const { rows } = await ctx.db.execute<{ monday: string; orders: number }>(sql`
    SELECT date_trunc('week', promised_on)::date::text AS monday, count(*)::int AS orders FROM orders
    WHERE company_id = ${ctx.actor.companyId} AND ${isOpenOrder} AND promised_on >= ${weekOf(today)}::date
    GROUP BY 1`)
  const promised = new Map(rows.map(({ monday, orders }) => [monday, orders]))
  return dayToPromise(stages, today, new Set(closed), { capacity, promised })
}
