import { and, not, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { Context } from '../context.ts'
import { events } from '../platform/db/schema/events.ts'
import { companyConfirmed } from '../platform/mail/confirmed.ts'

/** How many of one company's events the landing page lists; a page of the company lists the rest (decision 037). */
const EVENTS_PER_COMPANY = 6

interface EventColumns {
  id: PgColumn
  companyId: PgColumn
  isPublic: PgColumn
  isActive: PgColumn
  eventDate: PgColumn
  lastDay: PgColumn
  endTime: PgColumn
  timeZone: PgColumn
}

/** Whether an event has ended at the venue, in SQL: the same rule as `isOver`. */
export const hasEnded = hasEndedIn(events)

function hasEndedIn({ lastDay, endTime, timeZone }: EventColumns): SQL {
  // Only around its last day does the zone matter, which costs more than the rest of a list's row.
  return sql`CASE
    WHEN ${lastDay} NOT BETWEEN current_date - 3 AND current_date + 3 THEN ${lastDay} < current_date
    ELSE instant_of(${lastDay} + ${endTime}, ${timeZone}) <= now() END`
}

const isOpen = (event: EventColumns) => and(event.isPublic, event.isActive, not(hasEndedIn(event)))!

/** Whether an event can be booked by anyone: public, active, and not over. */
export const isOpenEvent = isOpen(events)

/** Whether guests find an event: its company has confirmed an email, where emails are sent (decision 029). */
export const isListed = (ctx: Pick<Context, 'config'>) =>
  and(isOpen(events), companyConfirmed(ctx.config, events.companyId))!

const other = alias(events, 'other')
const isNeighbor = (comes: '<' | '>') => sql`
  ${other.companyId} = ${events.companyId} AND ${isOpen(other)}
  AND (${other.eventDate}, ${other.id}) ${sql.raw(comes)} (${events.eventDate}, ${events.id})`

/** How many listed events of its company come before an event, counted up to the limit. */
const before = sql`(SELECT count(*) FROM (
  SELECT FROM ${events} AS other WHERE ${isNeighbor('<')} LIMIT ${sql.raw(String(EVENTS_PER_COMPANY))}) AS others)`

/** Whether an event is one of its company's soonest. */
export const isAmongSoonest = sql`${before} < ${sql.raw(String(EVENTS_PER_COMPANY))}`

/** Finds which of the events are the last of their company on the landing page although it has more. */
export async function findLastShown({ db }: Pick<Context, 'db'>, ids: number[]): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    SELECT ${events.id} FROM ${events}
    WHERE ${events.id} = ANY (${sql.param(ids)}::int[]) AND ${before} = ${EVENTS_PER_COMPANY - 1}
      AND EXISTS (SELECT FROM ${events} AS other WHERE ${isNeighbor('>')})`)
  return rows.map(({ id }) => id)
}
