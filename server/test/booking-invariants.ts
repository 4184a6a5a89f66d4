import { expect } from 'vitest'
import type { TestApp } from './app.ts'

/**
 * What must hold whatever happened (design §13): every acknowledged booking is stored; each slot's counter is
 * its active bookings and within its total; each booking has exactly one confirmation, and each cancelled one
 * exactly one cancellation.
 *
 * @param acknowledged numbers of the bookings that were answered with success
 */
export async function assertBookingInvariants(test: TestApp, eventId: number, acknowledged: number[]) {
  const stored = await test.rows<{
    id: number
    status: string
    confirmations: number
    cancellations: number
  }>(
    `SELECT bookings.id, bookings.status,
       count(*) FILTER (WHERE email_type = 'booking_confirmation')::int AS confirmations,
       count(*) FILTER (WHERE email_type = 'booking_cancelled')::int AS cancellations
     FROM bookings LEFT JOIN email_notifications ON booking_id = bookings.id
     WHERE event_id = $1 GROUP BY bookings.id`,
    [eventId],
  )
  const slots = await test.rows<{ id: number; booked: number; total: number; counted: number }>(
    `SELECT time_slots.id, booked, total_slots AS total, count(bookings.id)::int AS counted
     FROM time_slots LEFT JOIN bookings ON time_slot_id = time_slots.id AND status = 'active'
     WHERE time_slots.event_id = $1 GROUP BY time_slots.id`,
    [eventId],
  )
  expect(slots.length).toBeGreaterThan(0)
  expect(stored.map((booking) => booking.id)).toEqual(expect.arrayContaining(acknowledged))
  for (const slot of slots) {
    expect(slot, 'the counter is the active bookings').toMatchObject({ booked: slot.counted })
    expect(slot.booked, 'no place is sold twice').toBeLessThanOrEqual(slot.total)
  }
  for (const booking of stored) {
    const cancellations = booking.status === 'cancelled' ? 1 : 0
    expect(booking, 'one mail per booking').toMatchObject({ confirmations: 1, cancellations })
  }
}
