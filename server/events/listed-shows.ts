import { and, not, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { Context } from '../context.ts'
import { events } from '../db/schema/events.ts'
import { companyConfirmed } from '../mail/confirmed.ts'

/** How many shows of one company the landing page has; the others are on a page of the company's own (decision 037). */
const SHOWS_PER_COMPANY = 6

interface EventColumns {
  id: PgColumn
  companyId: PgColumn
  isPublic: PgColumn
  isActive: PgColumn
  eventDate: PgColumn
  lastDay: PgColumn
  endTime: PgColumn
}

/** Whether an event has ended by the venue's clock, in SQL: `isOver` of the rules. */
export const over = isOverIn(events)

function isOverIn({ lastDay, endTime }: EventColumns): SQL {
  return sql`(${lastDay} + ${endTime}) at time zone 'America/New_York' <= now()`
}

const isOpen = (event: EventColumns) => and(event.isPublic, event.isActive, not(isOverIn(event)))!

/** A show that strangers find: its company has confirmed an email where mails are sent (decision 029). */
export const isListed = (ctx: Pick<Context, 'config'>) =>
  and(isOpen(events), companyConfirmed(ctx.config, events.companyId))!

const other = alias(events, 'other')
const isNeighbor = (comes: '<' | '>') => sql`
  ${other.companyId} = ${events.companyId} AND ${isOpen(other)}
  AND (${other.eventDate}, ${other.id}) ${sql.raw(comes)} (${events.eventDate}, ${events.id})`

/** How many listed shows of its company come before a show, counted no further than the landing page shows them. */
const before = sql`(SELECT count(*) FROM (
  SELECT FROM ${events} AS other WHERE ${isNeighbor('<')} LIMIT ${sql.raw(String(SHOWS_PER_COMPANY))}) AS others)`

/** One of the soonest of its company. */
export const isAmongSoonest = sql`${before} < ${sql.raw(String(SHOWS_PER_COMPANY))}`

/** Those of the shows that are the last of their company on the landing page though it has more. */
export async function findLastShown({ db }: Pick<Context, 'db'>, ids: number[]): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    SELECT ${events.id} FROM ${events}
    WHERE ${events.id} = ANY (${sql.param(ids)}::int[]) AND ${before} = ${SHOWS_PER_COMPANY - 1}
      AND EXISTS (SELECT FROM ${events} AS other WHERE ${isNeighbor('>')})`)
  return rows.map(({ id }) => id)
}
