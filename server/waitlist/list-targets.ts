import { spotsOf } from '@trunkshow/contract/bookings/rules.ts'
import { dayParts, formatTime } from '@trunkshow/contract/dates.ts'
import type { JoinWaitlistPage } from '@trunkshow/contract/visitor-page.ts'
import { MIN_NOTICE_MINUTES } from '@trunkshow/contract/waitlist/rules.ts'
import { sql } from 'drizzle-orm'
import type { EventRow } from '../events/queries.ts'
import { timeSlots } from '../platform/db/schema/bookings.ts'
import { events } from '../platform/db/schema/events.ts'
import type { Database } from '../platform/db/transaction.ts'
import { offered } from '../slots/queries.ts'

/** A page lists so many time slots at most; a guest can wait for a date of an event with more. */
const MAX_SLOTS = 300

interface FoundSlot extends Record<string, unknown> {
  id: number
  date: string
  startTime: string
  isFull: boolean
}

/** `Fri, Dec 4`, so that a phone's select shows the time beside it. */
function shortDay(date: string) {
  const { weekday, month, day } = dayParts(date)
  return `${weekday}, ${month} ${day}`
}

/**
 * Lists what a guest can wait for: the event or a date if the largest party fits nowhere there, and each time slot where it
 * does not fit.
 */
export async function listTargets(
  { db }: { db: Database },
  event: EventRow,
): Promise<JoinWaitlistPage['targets']> {
  const spots = spotsOf(event, event.maxPartySize)
  const { rows } = await db.execute<FoundSlot>(sql`
    SELECT ${timeSlots.id}, ${timeSlots.slotDate}::text AS date, to_char(${timeSlots.startTime}, 'HH24:MI') AS "startTime",
      ${timeSlots.booked} + ${spots} > ${timeSlots.totalSlots} AS "isFull"
    FROM ${timeSlots} JOIN ${events} ON ${events.id} = ${timeSlots.eventId}
    WHERE ${timeSlots.eventId} = ${event.id} AND ${offered}
      AND ${timeSlots.startsAt} > now() + ${MIN_NOTICE_MINUTES} * interval '1 minute'
    ORDER BY ${timeSlots.slotDate}, ${timeSlots.startTime}, ${timeSlots.id}`)
  const dates = Map.groupBy(rows, ({ date }) => date)
  const isFull = (slots: FoundSlot[]) => slots.length > 0 && slots.every((slot) => slot.isFull)
  const fullDates = dates.size > 1 ? [...dates].filter(([, slots]) => isFull(slots)) : []
  return [
    ...(isFull(rows) ? [{ value: 'event', label: 'Any time' }] : []),
    ...fullDates.map(([date]) => ({ value: date, label: `${shortDay(date)}, any time` })),
    ...rows
      .filter((slot) => slot.isFull)
      .slice(0, MAX_SLOTS)
      .map(({ id, date, startTime }) => ({
        value: String(id),
        label: `${shortDay(date)}, ${formatTime(startTime)}`,
      })),
  ]
}
