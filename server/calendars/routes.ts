import { api } from '@trunkshow/contract/api.ts'
import { type CalendarFeed, calendarFeed, calendarMessages } from '@trunkshow/contract/calendars/schema.ts'
import { AppError, firstOf } from '@trunkshow/contract/errors.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { recordSecurity } from '../activity/record-activity.ts'
import { listUpcoming } from '../bookings/queries.ts'
import { writeFeed } from '../bookings/write-calendar.ts'
import type { Actor, Context, StaffContext } from '../context.ts'
import { eventScope, getReachableEvent, withinReach } from '../events/queries.ts'
import { companies, users } from '../platform/db/schema/company.ts'
import { calendarFeeds, events } from '../platform/db/schema/events.ts'
import { columnsOf, own } from '../platform/db/statement.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { consumePoint, rateLimits } from '../platform/http/guards/rate-limits.ts'
import { route } from '../platform/http/route.ts'
import { actorRow } from '../platform/http/session-store.ts'
import { type ByToken, linkTo, readSignedId } from '../platform/http/tokens.ts'
import { readVersion, readWeek } from './read-week.ts'

export function calendarRoutes(app: FastifyInstance) {
  route(app, api.calendars.list, async (ctx) => listFeeds(ctx))
  route(app, api.calendars.create, async (ctx, { body }) => createFeed(ctx, body.eventId))
  route(app, api.calendars.week, async (ctx, { query }) => readWeek(ctx, query.from))
  route(app, api.calendars.version, async (ctx, { query }) => readVersion(ctx, query.from))
  route(app, api.calendars.remove, async (ctx, { params }) => deleteFeed(ctx, params.id))

  app.get<ByToken>(paths.calendarFeed(':token'), { schema: { hide: true } }, sendFeed)
}

/**
 * Creates the caller's feed of one event, or of all; it keeps its link if it exists (docs/product.md, Calendar feeds).
 *
 * @param eventId an event whose bookings the caller can see; null for all events
 * @throws AppError not_found
 */
async function createFeed(ctx: StaffContext, eventId: number | null): Promise<CalendarFeed> {
  if (eventId !== null) await getReachableEvent(ctx, 'bookings.see', eventId)
  const { userId, companyId } = ctx.actor
  await inTransaction(ctx, async (ctx) => {
    const created = await ctx.db
      .insert(calendarFeeds)
      .values({ userId, companyId, eventId })
      .onConflictDoNothing()
      .returning({ id: calendarFeeds.id })
    if (created.length > 0) await recordSecurity(ctx, { companyId, action: 'feedCreated', user: ctx.actor })
  })
  return (await listFeeds(ctx)).find((feed) => feed.eventId === eventId)!
}

/** Ends a feed of the caller's: its link is unknown from now on. @throws AppError not_found */
async function deleteFeed(ctx: StaffContext, id: number): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const deleted = await ctx.db
      .delete(calendarFeeds)
      .where(own(ctx, calendarFeeds, { id, userId: ctx.actor.userId }))
      .returning({ id: calendarFeeds.id })
    firstOf(deleted, calendarMessages.notFound)
    const { companyId } = ctx.actor
    await recordSecurity(ctx, { companyId, action: 'feedEnded', user: ctx.actor })
  })
}

/** Sends a user's bookings to a calendar program, which reads them again every few hours. */
async function sendFeed(request: FastifyRequest<ByToken>, reply: FastifyReply) {
  const { ctx } = request
  const feed = await findFeed(ctx, request.params.token)
  if (!feed) throw new AppError('not_found', calendarMessages.notFound)
  await consumePoint(ctx, rateLimits.readsOfCalendar, feed.id, calendarMessages.tooMany)
  const rows = await listUpcoming({ ...ctx, actor: feed.actor }, feed.eventId)
  const text = writeFeed(ctx.config, rows, nameOf(feed))
  return reply
    .type('text/calendar; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .send(text)
}

/** What a feed is called: its event and company, or what is known of them. */
const nameOf = ({ eventName, company }: { eventName: string | null; company: string | null }) =>
  [eventName, company].filter(Boolean).join(' · ') || 'Trunkshow'

/** Lists the caller's feeds, the oldest first. No one else sees them, since their links need no login. */
async function listFeeds(ctx: StaffContext): Promise<CalendarFeed[]> {
  const { publicId } = calendarFeeds
  const rows = await ctx.db
    .select({ ...columnsOf(calendarFeeds, calendarFeed), publicId, eventName: events.name })
    .from(calendarFeeds)
    .leftJoin(events, and(eq(events.id, calendarFeeds.eventId), withinReach(ctx, 'bookings.see', eventScope)))
    .where(own(ctx, calendarFeeds, { userId: ctx.actor.userId }))
    .orderBy(asc(calendarFeeds.id))
  return rows.map(({ publicId, ...feed }) => ({
    ...feed,
    url: linkTo(ctx.config, 'calendar', publicId),
  }))
}

/**
 * Finds what a feed's link opens: its event, and its user with the rights they have now.
 *
 * @returns null for a wrong or revoked link, or a user who can no longer log in
 */
async function findFeed({ db, config }: Context, token: string) {
  const publicId = readSignedId(config, 'calendar', token)
  if (publicId === null) return null
  const [found] = await db
    .select({
      id: calendarFeeds.id,
      eventId: calendarFeeds.eventId,
      eventName: events.name,
      company: companies.companyName,
      actor: actorRow,
    })
    .from(calendarFeeds)
    .innerJoin(users, and(eq(users.id, calendarFeeds.userId), eq(users.isActive, true)))
    // A former co-host sees no event, not even how it is called now.
    .leftJoin(
      events,
      and(
        eq(events.id, calendarFeeds.eventId),
        sql`(${events.companyId} = ${users.companyId} OR ${events.id} = ANY (${actorRow.coHostOf}))`,
      ),
    )
    // A co-host's feed has the name of the event's company.
    .innerJoin(companies, eq(companies.id, sql`coalesce(${events.companyId}, ${users.companyId})`))
    .where(eq(calendarFeeds.publicId, publicId))
  return found ? { ...found, actor: found.actor as Actor } : null
}
