import { spotsOf } from '@trunkshow/contract/bookings/rules.ts'
import { formatShortDate, formatTime, isDate } from '@trunkshow/contract/dates.ts'
import type { KeptBooking } from '@trunkshow/contract/imports/fields.ts'
import { importMessages as text } from '@trunkshow/contract/imports/messages.ts'
import { asc, eq, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { timeSlots } from '../platform/db/schema/bookings.ts'
import { events } from '../platform/db/schema/events.ts'

/** A row's booking and the time slot it is for. */
export interface PlacedBooking extends KeptBooking {
  slotId: number
  /** How many spots it takes. */
  spots: number
}

/** Why an appointment is left out: it was canceled, is over, or is on a day without time slots. */
export type LeftOut = 'canceled' | 'past' | 'otherDay'

/**
 * Reads an event's time slots, to find those of a file's bookings by the venue's date and start time. The rules are
 * those of a booking by staff, except that a party is no larger than guests may bring and no slot gets more spots.
 *
 * @param eventId an event that the import's company owns
 */
export async function readEventSlots({ db }: Pick<Context, 'db'>, eventId: number) {
  const rows = await db
    .select({
      id: timeSlots.id,
      start: sql<string>`${timeSlots.slotDate} || ' ' || to_char(${timeSlots.startTime}, 'HH24:MI')`,
      isAvailable: timeSlots.isAvailable,
      ended: sql<boolean>`${timeSlots.startsAt} + (${timeSlots.endTime} - ${timeSlots.startTime}) <= now()`,
      free: sql<number>`${timeSlots.totalSlots} - ${timeSlots.booked}`,
      now: sql<string>`to_char(wall_clock(now(), ${events.timeZone}), 'YYYY-MM-DD HH24:MI')`,
      maxPartySize: events.maxPartySize,
      spotPerGuest: events.spotPerGuest,
    })
    .from(timeSlots)
    .innerJoin(events, eq(events.id, timeSlots.eventId))
    .where(eq(timeSlots.eventId, eventId))
    .orderBy(asc(timeSlots.endTime), asc(timeSlots.id))
  const byStart = new Map<string, (typeof rows)[number]>()
  for (const slot of rows) {
    // Of several slots with one start, the shortest that guests can book.
    if (!byStart.get(slot.start)?.isAvailable) byStart.set(slot.start, slot)
  }

  const days = new Set(rows.map(({ start }) => dayOf(start)))
  const now = rows[0]?.now ?? ''

  /** Why a row is no error but left out: an export of another system has all its appointments. */
  function leaveOut({ isCanceled, start }: Record<string, unknown>): LeftOut | null {
    if (isCanceled) return 'canceled'
    if (typeof start !== 'string' || !isDate(dayOf(start))) return null
    const slot = byStart.get(start)
    if (slot ? slot.ended : start < now) return 'past'
    return days.has(dayOf(start)) ? null : 'otherDay'
  }

  /** Finds the time slot of a row, or what is wrong with it. */
  function findSlot(row: Record<string, unknown>) {
    const booking = row as KeptBooking
    const slot = byStart.get(booking.start)
    const [date = '', time = ''] = booking.start.split(' ')
    const at = `${formatTime(time)} on ${formatShortDate(date)}`
    const wrongStart = (message: string) => ({ path: ['start'], message })
    if (!slot) return wrongStart(text.noTimeSlot(at))
    if (!slot.isAvailable) return wrongStart(text.timeSlotHidden(at))
    if (booking.partySize > slot.maxPartySize)
      return { path: ['partySize'], message: text.partyTooLarge(slot.maxPartySize) }
    return { ...booking, slotId: slot.id, spots: spotsOf(slot, booking.partySize) }
  }

  return { eventId, leaveOut, findSlot, freeSpots: new Map(rows.map(({ id, free }) => [id, free])) }
}

/** The date of a start. */
const dayOf = (start: string) => start.slice(0, 10)

export type EventSlots = Awaited<ReturnType<typeof readEventSlots>>
