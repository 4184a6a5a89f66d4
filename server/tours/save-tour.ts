import { randomBytes } from 'node:crypto'
import { AppError, firstOf } from '@trunkshow/contract/errors.ts'
import { plainSlugs, randomCharacters } from '@trunkshow/contract/events/rules.ts'
import type { StopsInput, Tour, TourInput } from '@trunkshow/contract/tours/schema.ts'
import { tourMessages } from '@trunkshow/contract/tours/schema.ts'
import { and, isNull } from 'drizzle-orm'
import { record } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import { getOwnEvent } from '../events/queries.ts'
import { insertEvent } from '../events/save-event.ts'
import { events, tours } from '../platform/db/schema/events.ts'
import { changeRows, own, rowsOf, setRows } from '../platform/db/statement.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { lockPictures } from '../platform/files/pictures.ts'
import { assertWithinQuotas } from '../platform/http/guards/quotas.ts'
import { getTour } from './queries.ts'

/** Locks a tour until the transaction ends. @throws AppError not_found */
async function lockTour(ctx: StaffContext, id: number) {
  const found = await rowsOf(ctx, tours, { id }, { id: tours.id, name: tours.name }).for('no key update')
  return firstOf(found, tourMessages.notFound)
}

/**
 * Copies an event to each stop, with another place and other times, its own link, and its own slots, but without what
 * it has for single dates.
 *
 * @throws AppError not_found for an event of another company
 */
async function copyToStops(ctx: StaffContext, tourId: number, { copyOf, stops }: StopsInput) {
  await ctx.db.execute(lockPictures) // the copies show the same pictures
  const { id, urlSlug, linkVersion, ...copied } = await getOwnEvent(ctx, copyOf)
  for (const [index, { timeZone, city = null, endDate = null, ...where }] of stops.entries()) {
    const times = { ...where, endDate, isMultiDay: endDate !== null, ...(timeZone && { timeZone, city }) }
    const dates = { ...times, dayHours: [], bookUntil: null }
    await insertEvent(
      ctx,
      { ...copied, ...dates, isActive: !copied.isHidden, tourId },
      `stops.${index}.endDate`,
    )
  }
  await setRows(ctx, events, and(own(ctx, events, { id: copyOf }), isNull(events.tourId))!, { tourId })
  await assertWithinQuotas(ctx, ctx.actor.companyId, ['events', 'slots'])
}

async function insertTour(ctx: StaffContext, name: string): Promise<number> {
  const { companyId, userId } = ctx.actor
  for (const urlSlug of plainSlugs(name, 'tour', randomBytes(randomCharacters.public))) {
    const [made] = await ctx.db
      .insert(tours)
      .values({ companyId, userId, name, urlSlug })
      .onConflictDoNothing()
      .returning({ id: tours.id })
    if (made) return made.id
  }
  throw new Error('No link name was free')
}

/**
 * Creates a tour of an event and its copies, with their slots, in one transaction (docs/product.md, Tours). An event
 * that is a stop of another tour stays there.
 *
 * @throws AppError not_found for an event of another company, invalid when a stop has too many slots, conflict beyond
 *   the company's quota
 */
export function createTour(ctx: StaffContext, { name, ...input }: TourInput): Promise<Tour> {
  return inTransaction(ctx, async (ctx) => {
    const id = await insertTour(ctx, name)
    await record(ctx, 'tour.created', { id, name })
    await copyToStops(ctx, id, input)
    return getTour(ctx, id)
  })
}

/** Adds copies of an event to a tour, as `createTour` does. @throws AppError */
export function addStops(ctx: StaffContext, id: number, input: StopsInput): Promise<Tour> {
  return inTransaction(ctx, async (ctx) => {
    await record(ctx, 'tour.changed', await lockTour(ctx, id))
    await copyToStops(ctx, id, input)
    return getTour(ctx, id)
  })
}

/** Renames a tour; its address stays. @throws AppError not_found */
export function renameTour(ctx: StaffContext, id: number, { name }: { name: string }): Promise<Tour> {
  return inTransaction(ctx, async (ctx) => {
    await lockTour(ctx, id)
    await changeRows(ctx, tours, own(ctx, tours, { id }), { name })
    await record(ctx, 'tour.changed', { id, name })
    return getTour(ctx, id)
  })
}

/**
 * Makes an event a stop of a tour; one that is a stop of it already stays.
 *
 * @throws AppError not_found for a tour or event of another company, conflict for a stop of another tour
 */
export function addTourEvent(ctx: StaffContext, id: number, eventId: number): Promise<Tour> {
  return inTransaction(ctx, async (ctx) => {
    const tour = await lockTour(ctx, id)
    const event = await getOwnEvent(ctx, eventId, 'no key update')
    if (event.tourId === null) {
      await setRows(ctx, events, { id: eventId }, { tourId: id })
      await record(ctx, 'tour.changed', tour)
    } else if (event.tourId !== id) {
      const { name } = await getTour(ctx, event.tourId)
      throw new AppError('conflict', tourMessages.inOtherTour(name))
    }
    return getTour(ctx, id)
  })
}

/**
 * Takes an event out of a tour, unless someone else did before.
 *
 * @throws AppError not_found for a tour or event of another company
 */
export function removeTourEvent(ctx: StaffContext, id: number, eventId: number): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const tour = await lockTour(ctx, id)
    const changed = await setRows(ctx, events, { id: eventId, tourId: id }, { tourId: null }).returning({
      id: events.id,
    })
    if (changed.length > 0) await record(ctx, 'tour.changed', tour)
    else await getOwnEvent(ctx, eventId)
  })
}

/** Deletes a tour; its events stay. @throws AppError not_found */
export function deleteTour(ctx: StaffContext, id: number): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const tour = await lockTour(ctx, id)
    await ctx.db.delete(tours).where(own(ctx, tours, { id }))
    await record(ctx, 'tour.deleted', tour)
  })
}
