import { AppError } from '@trunkshow/contract/errors.ts'
import { eventMessages } from '@trunkshow/contract/events/messages.ts'
import { eventCan } from '@trunkshow/contract/events/rules.ts'
import type { Event, EventDetail } from '@trunkshow/contract/events/schema.ts'
import { coHostRights, mayDo, type Right } from '@trunkshow/contract/permissions.ts'
import { and, asc, desc, eq, getTableColumns, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Actor, Context, StaffContext } from '../context.ts'
import { events } from '../db/schema/events.ts'
import { given, selection, statement } from '../db/statement.ts'
import { grantOf } from '../http/grants.ts'
import { rateLimits } from '../http/guards/limits.ts'
import { networkOf } from '../http/guards/network.ts'
import { assertPointsLeft, takePoint } from '../http/guards/rate-limits.ts'
import { countRows, type List, type Page, pageOf } from '../http/paging.ts'
import { contactConfirmed } from '../mail/confirmed.ts'
import { isAmongSoonest, isListed, over } from './listed-shows.ts'

const { lastDay, createdAt, updatedAt, ...columns } = getTableColumns(events)

/** The columns an event's view is made of, and the company that scopes it. */
export const eventRow = columns

export type EventRow = Event & {
  companyId: number
  userId: number
  limitPerNetwork: boolean
  linkVersion: number
}

/** The event as its page shows it; only its own staff get a hidden location, who made it and
 * whether a network is limited. */
export function eventView(
  { companyId, userId, limitPerNetwork, linkVersion: _link, ...event }: EventRow,
  actor: Actor | null,
): Event {
  const own = actor?.companyId === companyId
  const coHosted = !own && Boolean(actor?.coHostOf.includes(event.id))
  const mayRead = event.showLocation || own || coHosted
  return {
    ...event,
    location: (mayRead && event.location) || null,
    ...(own && { userId, limitPerNetwork }),
    ...(coHosted && { coHosted }),
  }
}

/** Events of the caller's company: the scope of everything staff do. */
export function ownEvents(ctx: StaffContext): SQL {
  return eq(events.companyId, ctx.actor.companyId)
}

/**
 * What a right lets the caller reach: their company's rows, where their role holds it, and those of events they
 * co-host (docs/product.md, Co-hosts). The scope of everything done with slots and bookings.
 */
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

/** The columns by which `withinReach` knows an event. */
const eventScope = { companyId: events.companyId, eventId: events.id }

/** What `grantOf` writes of an event, in SQL: a grant of an earlier link is none. */
const asGrant = sql`(${events.id} || '.' || ${events.linkVersion})`

/**
 * Events this caller may see: public ones, those granted to this visitor, and the company's own
 * (docs/product.md, Who sees an event).
 */
export function visibleEvents(ctx: Context): SQL {
  return or(
    events.isPublic,
    ctx.grants.length > 0 ? sql`${asGrant} = ANY (${sql.param([...ctx.grants])}::text[])` : undefined,
    ctx.actor ? withinReach({ ...ctx, actor: ctx.actor }, 'events.see', eventScope) : undefined,
  )!
}

/** The same for a `statement`, which takes the caller from `callerOf`. */
export const visibleToCaller = sql`(
  ${events.isPublic} OR ${asGrant} = ANY (${given('grants', 'text[]')}) OR ${events.companyId} = ${given('companyId', 'int')}
  OR ${events.id} = ANY (${given('coHostOf', 'int[]')}))`

/** Who asks, as a `statement` takes it. */
export interface Caller extends Record<string, unknown> {
  grants: string[]
  companyId: number | null
  coHostOf: number[]
}

export function callerOf(ctx: Context): Caller {
  const { companyId = null, coHostOf = [] } = ctx.actor ?? {}
  return { grants: [...ctx.grants], companyId, coHostOf: [...coHostOf] }
}

interface EventFilter {
  isActive?: boolean | undefined
  when?: 'upcoming' | 'past' | undefined
  /** Strangers find those of this company, as many as there are. */
  listedOf?: number
}

/**
 * The company's events for staff; for guests the public, active ones that are not over, of companies whose owner has
 * confirmed an email where mails are sent (decision 029), of each the soonest (decision 037): others open by their
 * link alone. Soonest first, the past ones alone latest first.
 */
export async function listEvents(
  ctx: Context,
  page: Page,
  { isActive, when, listedOf }: EventFilter = {},
): Promise<List<Event>> {
  const direction = when === 'past' ? 'falling' : 'rising'
  const order = [events.eventDate, events.id] as const
  const which = and(
    listedOf !== undefined
      ? and(isListed(ctx), eq(events.companyId, listedOf))
      : ctx.actor
        ? withinReach({ ...ctx, actor: ctx.actor }, 'events.see', eventScope)
        : and(isListed(ctx), isAmongSoonest),
    isActive === undefined ? undefined : eq(events.isActive, isActive),
    when && (when === 'past' ? over : not(over)),
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

const findById = statement<Caller & { id: number }, EventRow>(
  'event-by-id',
  sql`SELECT ${selection(eventRow)} FROM ${events} WHERE ${events.id} = ${given('id', 'int')} AND ${visibleToCaller}`,
)

const findBySlug = statement<{ slug: string }, EventRow>(
  'event-by-slug',
  sql`SELECT ${selection(eventRow)} FROM ${events} WHERE lower(${events.urlSlug}) = lower(${given('slug', 'text')})`,
)

/**
 * One event by its number or its slug. A slug opens private events too: knowing it is the invitation. A number
 * opens only what the caller may see; anything else is as if it did not exist (docs/product.md, Private links).
 *
 * @throws AppError not_found
 */
export async function getEvent(ctx: Context, idOrSlug: string): Promise<Event> {
  return eventView(await getEventRow(ctx, idOrSlug), ctx.actor)
}

/** The same as it is stored, with whose it is. @throws AppError not_found */
export async function getEventRow(ctx: Context, idOrSlug: string): Promise<EventRow> {
  const isId = /^\d{1,9}$/.test(idOrSlug)
  if (!/^[\w-]+$/.test(idOrSlug)) throw new AppError('not_found', eventMessages.notFound)
  const [found] = isId
    ? await findById(ctx, { id: Number(idOrSlug), ...callerOf(ctx) })
    : await findBySlug(ctx, { slug: idOrSlug })
  if (!isId) await countGuess(ctx, found)
  if (!found) throw new AppError('not_found', eventMessages.notFound)
  return found
}

/**
 * Counts a slug that opens nothing. Where the network has tried too many, one that opens a private event is refused
 * too, or the limit would only hide what was wrong; the event's staff and who was let in before do not notice.
 *
 * @throws AppError too_many
 */
async function countGuess(ctx: Context, found: EventRow | undefined) {
  const network = networkOf(ctx.config, ctx.address)
  if (!found) return takePoint(ctx, rateLimits.wrongLinksOfNetwork, network, eventMessages.tooManyWrongLinks)
  const { companyId = null, coHostOf = [] } = ctx.actor ?? {}
  const known = ctx.grants.includes(grantOf(found)) || coHostOf.includes(found.id)
  if (found.isPublic || known || companyId === found.companyId) return
  await assertPointsLeft(ctx, rateLimits.wrongLinksOfNetwork, network, eventMessages.tooManyWrongLinks)
}

/** Whether an address names the event by its slug, not by its number. */
export const isSlugOf = (event: Event, idOrSlug: string) =>
  event.urlSlug.toLowerCase() === idOrSlug.toLowerCase()

/**
 * The same for its own staff, with whether its contact has confirmed, and why it cannot be deleted where the caller
 * may delete events.
 *
 * @throws AppError not_found
 */
export async function getEventDetail(
  ctx: Context,
  idOrSlug: string,
): Promise<{ row: EventRow; event: EventDetail }> {
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
  if (!mayDo(actor.role, 'events.delete')) return { row, event }
  const cannotDelete = await findReasonToKeep({ ...ctx, actor }, event.id)
  return { row, event: cannotDelete === undefined ? event : { ...event, cannotDelete } }
}

/** Why the company's event cannot be deleted; null where it can, undefined where it is none of theirs. */
export async function findReasonToKeep(ctx: StaffContext, id: number): Promise<string | null | undefined> {
  const [used] = await ctx.db
    .select({
      isActive: events.isActive,
      hasBookings: sql<boolean>`EXISTS (SELECT FROM bookings AS b WHERE b.event_id = events.id)`,
      hasOrders: sql<boolean>`EXISTS (SELECT FROM orders AS o WHERE o.event_id = events.id)`,
    })
    .from(events)
    .where(and(eq(events.id, id), ownEvents(ctx)))
  return used && eventCan.delete(used)
}

/** Whether the event is the caller's company's. */
export async function isOwnEvent(ctx: Context, id: number): Promise<boolean> {
  if (!ctx.actor) return false
  const own = and(eq(events.id, id), ownEvents({ ...ctx, actor: ctx.actor }))
  const [found] = await ctx.db.select({ id: events.id }).from(events).where(own)
  return found !== undefined
}

/** @throws AppError not_found unless the event is the caller's company's */
export async function assertOwnEvent(ctx: StaffContext, id: number): Promise<void> {
  if (!(await isOwnEvent(ctx, id))) throw new AppError('not_found', eventMessages.notFound)
}

/**
 * An event the caller may use this right on, with what slots and the log need of it.
 *
 * @throws AppError not_found
 */
export async function getReachableEvent(ctx: StaffContext, right: Right, id: number) {
  const [event] = await ctx.db
    .select({ id: events.id, companyId: events.companyId, name: events.name })
    .from(events)
    .where(and(eq(events.id, id), withinReach(ctx, right, eventScope)))
  if (!event) throw new AppError('not_found', eventMessages.notFound)
  return event
}
