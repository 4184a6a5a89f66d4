import { api } from '@trunkshow/contract/api.ts'
import { calendarMessages } from '@trunkshow/contract/calendars/messages.ts'
import type { CalendarFeed } from '@trunkshow/contract/calendars/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { recordSecurity } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import { getReachableEvent } from '../events/queries.ts'
import { calendarFeeds } from '../platform/db/schema/events.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { route } from '../platform/http/route.ts'
import { listFeeds, ownFeeds } from './queries.ts'

export function calendarRoutes(app: FastifyInstance) {
  route(app, api.calendars.list, async (ctx) => listFeeds(ctx))
  route(app, api.calendars.create, async (ctx, { body }) => createFeed(ctx, body.eventId))
  route(app, api.calendars.remove, async (ctx, { params }) => deleteFeed(ctx, params.id))
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
  const which = eventId === null ? isNull(calendarFeeds.eventId) : eq(calendarFeeds.eventId, eventId)
  const [feed] = await listFeeds(ctx, which)
  return feed!
}

/** Ends a feed of the caller's: its link is unknown from now on. @throws AppError not_found */
async function deleteFeed(ctx: StaffContext, id: number): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const deleted = await ctx.db
      .delete(calendarFeeds)
      .where(and(ownFeeds(ctx), eq(calendarFeeds.id, id)))
      .returning({ id: calendarFeeds.id })
    if (deleted.length === 0) throw new AppError('not_found', calendarMessages.notFound)
    const { companyId } = ctx.actor
    await recordSecurity(ctx, { companyId, action: 'feedEnded', user: ctx.actor })
  })
}
