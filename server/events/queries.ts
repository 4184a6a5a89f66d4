import { AppError, firstOf } from '@trunkshow/contract/errors.ts'
import { eventMessages } from '@trunkshow/contract/events/messages.ts'
import { eventCan } from '@trunkshow/contract/events/rules.ts'
import type { Event, EventDetail } from '@trunkshow/contract/events/schema.ts'
import type { whichEvents } from '@trunkshow/contract/events/screens.ts'
import { coHostRights, mayDo, type Right } from '@trunkshow/contract/permissions.ts'
import { and, asc, desc, eq, getTableColumns, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Actor, CallerContext, Context, StaffContext } from '../context.ts'
import { batched } from '../platform/db/batch.ts'
import { events } from '../platform/db/schema/events.ts'
import { escapeLike, own, placeholder, rowsOf, selection, statement } from '../platform/db/statement.ts'
import { grantOf } from '../platform/http/grants.ts'
import { assertPointsLeft, consumePoint, networkOf, rateLimits } from '../platform/http/guards/rate-limits.ts'
import { countRows, type List, type Page, pageOf } from '../platform/http/paging.ts'
import { companyConfirmed, contactConfirmed } from '../platform/mail/confirmed.ts'
import { zoneOfEvent } from '../zones.ts'

const { lastDay, createdAt, updatedAt, commissionRate, teamVersion, namesOnSlots, ...columns } =
  getTableColumns(events)

/** The columns of an event's view, and the company that scopes it. */
export const eventRow = columns

export type EventRow = Pick<typeof events.$inferSelect, keyof typeof columns>

/** Whom a refused guest can ask: `Maison Vale at hello@vale.test`. */
export const contactOf = ({ hostName, contactEmail }: Pick<Event, 'hostName' | 'contactEmail'>) =>
  contactEmail ? `${hostName} at ${contactEmail}` : hostName

/**
 * Returns the event as its page shows it; only its own staff see a hidden location, its creator, limit, and tour.
 *
 * @param slotDate a date (`yyyy-MM-dd`) of one of its slots that the zone has to cover too
 */
export function eventView(
  { companyId, linkVersion: _link, ...row }: EventRow,
  actor: Actor | null,
  slotDate?: string,
): Event {
  const {
    userId,
    limitPerNetwork,
    guestEmails,
    tourId,
    isHidden,
    bufferBefore,
    bufferAfter,
    breaks,
    taxRate,
    taxState,
    ...event
  } = row
  const own = actor?.companyId === companyId
  const coHosted = !own && Boolean(actor?.coHostOf.includes(event.id))
  const mayRead = event.showLocation || own || coHosted
  return {
    ...event,
    location: (mayRead && event.location) || null,
    city: (mayRead && event.city) || null,
    zone: [...zoneOfEvent(event, slotDate)],
    ...(own && {
      ...{ userId, limitPerNetwork, guestEmails, tourId, isHidden, bufferBefore, bufferAfter, breaks },
      ...{ taxRate, taxState },
    }),
    ...(coHosted && { coHosted }),
  }
}

/** Limits a query to the company's rows if the role has the right, and co-hosted ones (docs/product.md, Co-hosts). */
export function withinReach(
  ctx: StaffContext,
  right: Right,
  { companyId, eventId }: { companyId: PgColumn; eventId: PgColumn },
): SQL {
  const { actor } = ctx
  return (
    or(
      mayDo(actor.role, right) ? eq(companyId, actor.companyId) : undefined,
      coHostRights.includes(right) && actor.coHostOf.length > 0
        ? inArray(eventId, [...actor.coHostOf])
        : undefined,
    ) ?? sql`false`
  )
}

/** The columns that `withinReach` compares. */
export const eventScope = { companyId: events.companyId, eventId: events.id }

/** An event's grant in SQL, as `grantOf` writes it: grants of earlier links do not match. */
const asGrant = sql`(${events.id} || '.' || ${events.linkVersion})`

/** Limits a `statement` to events of the caller's company and those they co-host, with the caller from `callerOf`. */
export const managedByCaller = sql`(
  ${events.companyId} = ${placeholder('companyId', 'int')} OR ${events.id} = ANY (${placeholder('coHostOf', 'int[]')}))`

/**
 * Limits a `statement` to events the caller may see, with the caller from `callerOf`: public ones, those granted to this
 * guest, unless they are hidden, and the company's own (docs/product.md, Who sees an event).
 */
export const visibleToCaller = sql`(
  NOT ${events.isHidden} AND (${events.isPublic} OR ${asGrant} = ANY (${placeholder('grants', 'text[]')}))
  OR ${managedByCaller})`

/** The caller, as a `statement` takes it. */
export function callerOf({ actor, grants }: Context) {
  return { grants: [...grants], companyId: actor?.companyId ?? null, coHostOf: [...(actor?.coHostOf ?? [])] }
}
export type Caller = ReturnType<typeof callerOf>

/** Whether the caller may see the event: `visibleToCaller` for a row that was read. */
export const isVisibleTo = (
  event: Pick<EventRow, 'id' | 'companyId' | 'isPublic' | 'isHidden' | 'linkVersion'>,
  { grants, companyId, coHostOf }: Caller,
) =>
  (!event.isHidden && (event.isPublic || grants.includes(grantOf(event)))) ||
  event.companyId === companyId ||
  coHostOf.includes(event.id)

type EventFilter = z.output<typeof whichEvents> & {
  /** Only listed events of this company, without the limit per company. */
  listedOf?: number
  /** Only events of this company that anyone can book: those of its page, which opens by its link. */
  openOf?: number
}

/** Matches events with each of these words. Guests find them by name only, since a location may be hidden. */
function containsWords({ actor }: Context, q: string): SQL {
  const text = actor ? sql`concat_ws(' ', ${events.name}, ${events.location}, ${events.city})` : events.name
  const patterns = q.split(/\s+/).map((word) => sql`plain_text(${`%${escapeLike(word)}%`})`)
  return sql`plain_text(${text}) LIKE ALL (ARRAY[${sql.join(patterns, sql`, `)}])`
}

/**
 * Lists the company's events for staff. Guests get the soonest public, active events that have not ended, of companies
 * with a confirmed email (decisions 029 and 037). Soonest first, except for past events and with a sort.
 */
export async function listEvents(
  ctx: Context,
  page: Page,
  { q, isActive, isHidden, when, sort, listedOf, openOf }: EventFilter = {},
): Promise<List<Event>> {
  const direction = when === 'past' || sort ? 'falling' : 'rising'
  const order = [events.eventDate, events.id] as const
  const which = and(
    listedOf !== undefined
      ? and(isListed(ctx), eq(events.companyId, listedOf))
      : openOf !== undefined
        ? and(isOpen(events), eq(events.companyId, openOf))
        : ctx.actor
          ? withinReach({ ...ctx, actor: ctx.actor }, 'events.see', eventScope)
          : and(isListed(ctx), sql`${before} < ${EVENTS_PER_COMPANY}`),
    isActive === undefined ? undefined : eq(events.isActive, isActive),
    isHidden === undefined ? undefined : eq(events.isHidden, isHidden),
    when && (when === 'past' ? hasEnded : not(hasEnded)),
    q ? containsWords(ctx, q) : undefined,
  )
  const rows = await ctx.db
    .select(eventRow)
    .from(events)
    .where(and(which, page.after(order, direction)))
    .orderBy(...order.map(direction === 'rising' ? asc : desc))
    .limit(page.limit + 1)
  return {
    ...pageOf(
      rows,
      page,
      (last) => [last.eventDate, last.id],
      (found) => eventView(found, ctx.actor),
    ),
    total: await countRows(ctx, sql`FROM ${events} WHERE ${which}`),
  }
}

const listByIds = statement<{ ids: number[] }, EventRow>(
  'events-by-id',
  sql`SELECT ${selection(eventRow)} FROM ${events} WHERE ${events.id} = ANY (${placeholder('ids', 'int[]')})`,
)
const findById = batched(
  (ctx, ids: number[]) => listByIds(ctx, { ids }),
  ({ id }) => id,
)

const listBySlugs = statement<{ slugs: string[] }, EventRow>(
  'events-by-slug',
  sql`SELECT ${selection(eventRow)} FROM ${events} WHERE lower(${events.urlSlug}) = ANY (${placeholder('slugs', 'text[]')})`,
)
/** By the slug in lower case. */
const findBySlug = batched(
  (ctx, slugs: string[]) => listBySlugs(ctx, { slugs }),
  ({ urlSlug }) => urlSlug.toLowerCase(),
)

/**
 * Returns the stored row of an event by its id or slug. A slug is the invitation to a private event; an id only opens
 * what the caller may see (docs/product.md, Private links).
 *
 * @throws AppError not_found
 */
export async function getEventRow(ctx: Context, idOrSlug: string): Promise<EventRow> {
  const isId = /^\d{1,9}$/.test(idOrSlug)
  if (!/^[\w-]+$/.test(idOrSlug)) throw new AppError('not_found', eventMessages.notFound)
  const event = await (isId ? findById(ctx, Number(idOrSlug)) : findBySlug(ctx, idOrSlug.toLowerCase()))
  if (!isId) await countGuess(ctx, event)
  const caller = callerOf(ctx)
  const mayOpen = event && isVisibleTo(event, isId ? caller : { ...caller, grants: [grantOf(event)] })
  return firstOf(mayOpen ? [event] : [], eventMessages.notFound)
}

/**
 * Counts wrong slugs of a network. Beyond the limit a right slug of a private event is rejected too, or an attacker
 * could keep guessing. Staff and guests who already have access are not affected.
 *
 * @throws AppError too_many
 */
async function countGuess(ctx: Context, found: EventRow | undefined) {
  const network = networkOf(ctx.config, ctx.address)
  if (!found)
    return consumePoint(ctx, rateLimits.wrongLinksOfNetwork, network, eventMessages.tooManyWrongLinks)
  const { companyId = null, coHostOf = [] } = ctx.actor ?? {}
  const known = ctx.grants.includes(grantOf(found)) || coHostOf.includes(found.id)
  if (found.isPublic || known || companyId === found.companyId) return
  await assertPointsLeft(ctx, rateLimits.wrongLinksOfNetwork, network, eventMessages.tooManyWrongLinks)
}

/** Whether an address names the event by its slug, not by its id. */
export const isSlugOf = (event: Event, idOrSlug: string) =>
  event.urlSlug.toLowerCase() === idOrSlug.toLowerCase()

/**
 * Returns an event. Its own staff also get whether the contact is confirmed and, if they may delete events, why this
 * one cannot be deleted.
 *
 * @throws AppError not_found
 */
export async function getEventDetail(ctx: Context, idOrSlug: string) {
  const row = await getEventRow(ctx, idOrSlug)
  const event: EventDetail = eventView(row, ctx.actor)
  const { actor } = ctx
  if (!actor || event.userId === undefined) return { row, event }
  if (event.contactEmail) {
    const { rows } = await ctx.db.execute<{ confirmed: boolean }>(
      sql`SELECT ${contactConfirmed(ctx.config, actor.companyId, event.contactEmail)} AS confirmed`,
    )
    event.contactConfirmed = rows[0]!.confirmed
  }
  if (mayDo(actor.role, 'events.delete'))
    event.cannotDelete = await findDeleteBlocker({ ...ctx, actor }, event.id)
  return { row, event }
}

/** Returns why the company's event cannot be deleted; null when it can, undefined for another company's event. */
export async function findDeleteBlocker(ctx: StaffContext, id: number): Promise<string | null | undefined> {
  const [used] = await ctx.db
    .select({
      isActive: events.isActive,
      hasBookings: sql<boolean>`EXISTS (SELECT FROM bookings AS b WHERE b.event_id = events.id)`,
      hasOrders: sql<boolean>`EXISTS (SELECT FROM orders AS o WHERE o.event_id = events.id)`,
    })
    .from(events)
    .where(own(ctx, events, { id }))
  return used && eventCan.delete(used)
}

/** Returns an event of the caller's company, locked until the transaction ends if asked. @throws AppError not_found */
export async function getOwnEvent(ctx: CallerContext, id: number, lock?: 'update' | 'no key update') {
  const query = rowsOf(ctx, events, { id }, eventRow)
  return firstOf(await (lock ? query.for(lock) : query), eventMessages.notFound)
}

/** Returns an event that the caller may use this right on. @throws AppError not_found */
export async function getReachableEvent(ctx: StaffContext, right: Right, id: number) {
  const found = await ctx.db
    .select({ id: events.id, companyId: events.companyId, name: events.name, timeZone: events.timeZone })
    .from(events)
    .where(and(eq(events.id, id), withinReach(ctx, right, eventScope)))
  return firstOf(found, eventMessages.notFound)
}

export type HourColumns = Record<'startTime' | 'endTime' | 'dayHours', PgColumn | SQL>

/** When an event starts or ends on a day, in SQL: the same rule as `hoursOn`. */
export const hourOn = (event: HourColumns, day: PgColumn | SQL, hour: 'startTime' | 'endTime') => sql`CASE
  WHEN ${event.dayHours} = '[]' THEN ${event[hour]} ELSE coalesce((jsonb_path_query_first(
    ${event.dayHours}, '$[*] ? (@.date == $date)', jsonb_build_object('date', ${day})) ->> '${sql.raw(hour)}')::time,
    ${event[hour]}) END`

/** How many of one company's events the landing page lists; a page of the company lists the rest (decision 037). */
const EVENTS_PER_COMPANY = 6

const other = alias(events, 'other')
type EventColumns = typeof events | typeof other

/** Whether an event has ended at the venue, in SQL: the same rule as `isOver`. */
export const hasEnded = hasEndedIn(events)

function hasEndedIn({ lastDay, timeZone, ...event }: EventColumns): SQL {
  // Only around its last day does the zone matter, which costs more than the rest of a list's row.
  return sql`CASE
    WHEN ${lastDay} NOT BETWEEN current_date - 3 AND current_date + 3 THEN ${lastDay} < current_date
    ELSE instant_of(${lastDay} + ${hourOn(event, lastDay, 'endTime')}, ${timeZone}) <= now() END`
}

/** Whether an event can be booked by anyone: public, active, and not over. */
const isOpen = (event: EventColumns) => and(event.isPublic, event.isActive, not(hasEndedIn(event)))!

/** Whether guests find an event: its company has confirmed an email, where emails are sent (decision 029). */
const isListed = (ctx: Pick<Context, 'config'>) =>
  and(isOpen(events), companyConfirmed(ctx.config, events.companyId))!

const isNeighbor = (comes: '<' | '>') => sql`
  ${other.companyId} = ${events.companyId} AND ${isOpen(other)}
  AND (${other.eventDate}, ${other.id}) ${sql.raw(comes)} (${events.eventDate}, ${events.id})`

/** How many listed events of its company come before an event, counted up to the limit. */
const before = sql`(SELECT count(*) FROM (
  SELECT FROM ${events} AS other WHERE ${isNeighbor('<')} LIMIT ${sql.raw(String(EVENTS_PER_COMPANY))}) AS others)`

/** Finds which of the events are the last of their company on the landing page although it has more. */
export async function findLastShown({ db }: Pick<Context, 'db'>, ids: number[]): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    SELECT ${events.id} FROM ${events}
    WHERE ${events.id} = ANY (${sql.param(ids)}::int[]) AND ${before} = ${EVENTS_PER_COMPANY - 1}
      AND EXISTS (SELECT FROM ${events} AS other WHERE ${isNeighbor('>')})`)
  return rows.map(({ id }) => id)
}
