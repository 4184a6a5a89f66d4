import { AppError, fieldError } from '@trunkshow/contract/errors.ts'
import { makingMessages as text } from '@trunkshow/contract/making/messages.ts'
import type { Making, MakingInput } from '@trunkshow/contract/making/schema.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { changesBetween, record } from '../../activity/record-activity.ts'
import type { StaffContext } from '../../context.ts'
import { companies } from '../../platform/db/schema/company.ts'
import { closingDays, stages } from '../../platform/db/schema/making.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import { changeRows, own } from '../../platform/db/statement.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { todayOf } from '../money/queries.ts'
import { findMaking } from './queries.ts'

/** A stage as the activity log shows it. */
const inWords = ({ stages, closed, startsAfter, weeklyCapacity, mailsMornings }: Making) => ({
  stages: stages.map(({ name, days }) => (days === null ? name : `${name} (${days} days)`)),
  closed,
  startsAfter,
  weeklyCapacity,
  mailsMornings,
})

/**
 * Stores how the company's orders are made. The orders of a removed stage go where the user said.
 *
 * @throws AppError changed if someone else saved it since; invalid at `moves` for a removed stage whose orders have
 *   nowhere to go; conflict for a stage that isn't the company's
 */
export async function saveMaking(ctx: StaffContext, input: MakingInput): Promise<Making> {
  const { companyId } = ctx.actor
  const company = eq(companies.id, companyId)
  return inTransaction(ctx, async (ctx) => {
    const { rows } = await ctx.db.execute<{ name: string | null }>(sql`
      SELECT company_name AS name FROM companies WHERE id = ${companyId} FOR NO KEY UPDATE`)
    const before = await findMaking(ctx)
    if (input.version !== before.version) throw new AppError('changed', text.changedMeanwhile)
    const kept = new Set(input.stages.map(({ id }) => id))
    if (input.stages.some(({ id }) => id !== undefined && !before.stages.some((stage) => stage.id === id)))
      throw new AppError('conflict', text.stageGone)
    for (const [position, { id, ...stage }] of input.stages.entries()) {
      if (id === undefined) await ctx.db.insert(stages).values({ ...stage, position, companyId })
      else await changeRows(ctx, stages, own(ctx, stages, { id }), { ...stage, position })
    }
    const removed = before.stages.flatMap(({ id }) => (kept.has(id) ? [] : [id]))
    for (const id of removed) await moveOrders(ctx, id, input, kept)
    if (removed.length > 0)
      await ctx.db.delete(stages).where(and(own(ctx, stages, {}), inArray(stages.id, removed)))
    await ctx.db.delete(closingDays).where(own(ctx, closingDays, {}))
    const days = [...new Set(input.closed)].map((day) => ({ companyId, day }))
    if (days.length > 0) await ctx.db.insert(closingDays).values(days)
    const { startsAfter, weeklyCapacity, mailsMornings } = input
    await changeRows(ctx, companies, company, {
      startsAfter,
      weeklyCapacity,
      mailsMornings,
      makingVersion: before.version + 1,
    })
    const after = await findMaking(ctx)
    const names = ['stages', 'closed', 'startsAfter', 'weeklyCapacity', 'mailsMornings'] as const
    const changes = changesBetween<object>(inWords(before), inWords(after), names as unknown as [])
    if (changes.length > 0)
      await record(ctx, 'company.making', { id: companyId, name: rows[0]?.name ?? '' }, changes)
    return after
  })
}

/** Moves the orders of a removed stage; those that are sent or canceled lose theirs. */
async function moveOrders(
  ctx: StaffContext,
  id: number,
  { moves }: MakingInput,
  kept: ReadonlySet<number | undefined>,
) {
  const to = moves[id]
  const isUsed = await ctx.db.$count(orders, own(ctx, orders, { stageId: id }))
  if (isUsed === 0) return
  if (to === undefined || (to !== null && !kept.has(to))) throw fieldError('invalid', 'moves', text.whereTo)
  const since = to === null ? null : await todayOf(ctx)
  await changeRows(ctx, orders, own(ctx, orders, { stageId: id }), { stageId: to, stageSince: since })
}
