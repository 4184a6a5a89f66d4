import { api } from '@trunkshow/contract/api.ts'
import type { DeskDay } from '@trunkshow/contract/desk/schema.ts'
import { dayToOpen } from '@trunkshow/contract/slots/rules.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import type { FastifyInstance } from 'fastify'
import { eachBooking } from '../bookings/queries.ts'
import type { StaffContext } from '../context.ts'
import { eventView, getEventRow, getReachableEvent } from '../events/queries.ts'
import { databaseNow } from '../platform/db/transaction.ts'
import { route } from '../platform/http/route.ts'
import { listSlots, summarizeEvent } from '../slots/queries.ts'
import { zoneOf } from '../zones.ts'
import { applyChanges } from './apply-changes.ts'

export function deskRoutes(app: FastifyInstance) {
  route(app, api.desk.day, async (ctx, { params, query }) => readDay(ctx, params.id, query.date))
  route(app, api.desk.change, async (ctx, { params, body }) => applyChanges(ctx, params.id, body))
}

/**
 * Returns one day of an event the caller manages: its time slots and active bookings by time. Without a date, today by
 * the venue's clock or the next day with time slots (docs/product.md, The desk).
 *
 * @param date `yyyy-MM-dd`
 * @throws AppError not_found for an event of another company
 */
async function readDay(ctx: StaffContext, eventId: number, date?: string): Promise<DeskDay> {
  await getReachableEvent(ctx, 'bookings.manage', eventId)
  const event = eventView(await getEventRow(ctx, String(eventId)), ctx.actor)
  const dates = (await summarizeEvent(ctx, eventId)).days.map((day) => day.date)
  const { date: today } = wallClock(await databaseNow(ctx), zoneOf(event.timeZone))
  const day = date ?? dayToOpen(dates, today) ?? event.eventDate
  const bookings: DeskDay['bookings'] = []
  for await (const booking of eachBooking(ctx, eventId, { date: day, status: 'active' }))
    bookings.push(booking)
  return {
    event,
    date: day,
    dates,
    slots: await listSlots(ctx, eventId, { days: { from: day, to: day } }),
    bookings,
  }
}
