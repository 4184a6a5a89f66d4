import { type CalendarFeed, calendarFeed } from '@trunkshow/contract/calendars/schema.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Actor, Context, StaffContext } from '../context.ts'
import { eventScope, withinReach } from '../events/queries.ts'
import { own } from '../platform/db/rows.ts'
import { users } from '../platform/db/schema/company.ts'
import { calendarFeeds, events } from '../platform/db/schema/events.ts'
import { columnsOf } from '../platform/db/statement.ts'
import { actorRow } from '../platform/http/session-store.ts'
import { readSignedId, signId } from '../platform/http/tokens.ts'

const feedRow = {
  ...columnsOf(calendarFeeds, calendarFeed),
  publicId: calendarFeeds.publicId,
  eventName: events.name,
}

/** Returns the scope of the caller's own feeds; no one else sees them, since their links need no login. */
export const ownFeeds = (ctx: StaffContext): SQL => own(ctx, calendarFeeds, { userId: ctx.actor.userId })

/** Lists the caller's feeds, the oldest first; `which` narrows them. */
export async function listFeeds(ctx: StaffContext, which?: SQL): Promise<CalendarFeed[]> {
  const rows = await ctx.db
    .select(feedRow)
    .from(calendarFeeds)
    .leftJoin(events, and(eq(events.id, calendarFeeds.eventId), withinReach(ctx, 'bookings.see', eventScope)))
    .where(and(ownFeeds(ctx), which))
    .orderBy(asc(calendarFeeds.id))
  return rows.map(({ publicId, ...feed }) => ({
    ...feed,
    url: ctx.config.publicUrl + paths.calendarFeed(signId(ctx.config, 'calendar', publicId)),
  }))
}

/**
 * Finds what a feed's link opens: its event, and its user with the rights they have now.
 *
 * @returns null for a wrong or revoked link, or a user who can no longer log in
 */
export async function findFeed({ db, config }: Context, token: string) {
  const publicId = readSignedId(config, 'calendar', token)
  if (publicId === null) return null
  const [found] = await db
    .select({ id: calendarFeeds.id, eventId: calendarFeeds.eventId, eventName: events.name, actor: actorRow })
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
    .where(eq(calendarFeeds.publicId, publicId))
  return found ? { ...found, actor: found.actor as Actor } : null
}
