import { bookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import type { Rooms } from '@trunkshow/contract/bookings/schema.ts'
import { firstOf } from '@trunkshow/contract/errors.ts'
import { sql } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import { withinReach } from '../../events/queries.ts'
import { bookings } from '../../platform/db/schema/bookings.ts'
import { ownBooking } from '../queries.ts'

/**
 * Returns the rooms used at a booking's event, and the first other booking within the caller's reach that has this room
 * at an overlapping time. Case doesn't matter, canceled bookings don't count (docs/product.md, Rooms).
 *
 * @param room empty for the rooms alone
 * @throws AppError not_found
 */
export async function findRooms(ctx: StaffContext, id: number, room: string): Promise<Rooms> {
  const ends = sql`instant_of(slot.slot_date + slot.end_time, slot.time_zone)`
  const { rows } = await ctx.db.execute<Rooms>(sql`
    WITH mine AS (
      SELECT ${bookings.id}, ${bookings.companyId}, ${bookings.eventId}, slot.starts_at, ${ends} AS ends_at
      FROM ${bookings} JOIN time_slots AS slot ON slot.id = ${bookings.timeSlotId} WHERE ${ownBooking(ctx, id)}
    )
    SELECT ARRAY(
        SELECT DISTINCT room FROM ${bookings}
        WHERE event_id = mine.event_id AND company_id = mine.company_id AND room <> '' ORDER BY room LIMIT 50
      ) AS rooms, (
        SELECT json_build_object('attendeeName', attendee_name,
          'startTime', to_char(slot.start_time, 'HH24:MI'), 'endTime', to_char(slot.end_time, 'HH24:MI'),
          'eventName', CASE WHEN event.id <> mine.event_id THEN event.name END)
        FROM ${bookings} JOIN time_slots AS slot ON slot.id = ${bookings.timeSlotId}
          JOIN events AS event ON event.id = ${bookings.eventId}
        WHERE ${bookings.companyId} = mine.company_id AND room <> '' AND lower(room) = lower(${room})
          AND ${bookings.status} = 'active' AND ${bookings.id} <> mine.id
          AND slot.starts_at < mine.ends_at AND mine.starts_at < ${ends} AND ${withinReach(ctx, 'bookings.see', bookings)}
        ORDER BY slot.starts_at, ${bookings.id} LIMIT 1
      ) AS taken
    FROM mine`)
  return firstOf(rows, bookingMessages.notFound)
}
