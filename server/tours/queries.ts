import { firstOf } from '@trunkshow/contract/errors.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { type Tour, tour, tourMessages } from '@trunkshow/contract/tours/schema.ts'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Context, StaffContext } from '../context.ts'
import { hasEnded } from '../events/queries.ts'
import { companies } from '../platform/db/schema/company.ts'
import { events, tours } from '../platform/db/schema/events.ts'
import { columnsOf, own } from '../platform/db/statement.ts'

/** How many tours a company's list shows. */
const LISTED = 200

/** Lists the company's tours with their stops, the newest first. */
export async function listTours(ctx: StaffContext, which: { id?: number } = {}): Promise<Tour[]> {
  const rows = await ctx.db
    .select({
      ...columnsOf(tours, tour),
      urlSlug: tours.urlSlug,
      company: companies.urlSlug,
      stops: sql<Tour['stops']>`coalesce((
        SELECT json_agg(json_build_object('id', e.id, 'name', e.name, 'location', e.location, 'eventDate', e.event_date,
          'endDate', e.end_date, 'isPublic', e.is_public, 'isActive', e.is_active) ORDER BY e.event_date, e.id)
        FROM events AS e WHERE e.tour_id = tours.id AND e.company_id = tours.company_id), '[]')`,
    })
    .from(tours)
    .innerJoin(companies, eq(companies.id, tours.companyId))
    .where(own(ctx, tours, which))
    .orderBy(desc(tours.id))
    .limit(LISTED)
  return rows.map(({ company, urlSlug, ...tour }) => ({
    ...tour,
    path: company && paths.tour(company, urlSlug),
  }))
}

/** Returns a tour of the company. @throws AppError not_found */
export async function getTour(ctx: StaffContext, id: number): Promise<Tour> {
  return firstOf(await listTours(ctx, { id }), tourMessages.notFound)
}

/** Returns a company's tour by its link name, as guests see it; null for none. */
export async function findTourBySlug({ db }: Pick<Context, 'db'>, companyId: number, urlSlug: string) {
  const [found] = await db
    .select({ id: tours.id, name: tours.name, urlSlug: tours.urlSlug })
    .from(tours)
    .where(and(eq(tours.companyId, companyId), eq(tours.urlSlug, urlSlug.toLowerCase())))
  return found ?? null
}

/** Returns the name of a tour, and the address of its page; null while its company has none. */
export async function findTourLink({ db }: Pick<Context, 'db'>, id: number) {
  const [found] = await db
    .select({ name: tours.name, tour: tours.urlSlug, company: companies.urlSlug })
    .from(tours)
    .innerJoin(companies, eq(companies.id, tours.companyId))
    .where(eq(tours.id, id))
  return found?.company ? { name: found.name, href: paths.tour(found.company, found.tour) } : null
}

/** Lists the stops of a tour that guests see: public and active ones, in the order of their dates. */
export async function listStops({ db }: Pick<Context, 'db'>, tourId: number) {
  const { id, urlSlug, name, eventDate, endDate, startTime, endTime, timeZone } = events
  const location = sql<
    string | null
  >`CASE WHEN ${events.showLocation} THEN nullif(${events.location}, '') END`
  const isPast = sql<boolean>`${hasEnded}`
  return db
    .select({ id, urlSlug, name, location, eventDate, endDate, startTime, endTime, timeZone, isPast })
    .from(events)
    .where(and(eq(events.tourId, tourId), events.isPublic, events.isActive))
    .orderBy(asc(events.eventDate), asc(events.id))
}
