import { type EmailType, emailTypes } from '@trunkshow/contract/emails/rules.ts'

type Query = <Row extends object>(sql: string, values?: unknown[]) => Promise<Row[]>

/** Returns a booking's id by its guest's token. */
export async function findBookingNumber(query: Query, token: string): Promise<number> {
  const found = await query<{ id: number }>('SELECT id FROM bookings WHERE public_id = $1', [
    token.split('-')[0],
  ])
  if (!found[0]) throw new Error(`No booking has the token ${token}`)
  return found[0].id
}

/**
 * Checks what must always hold: every acknowledged booking is stored, each slot's counter equals the spots of its active
 * bookings and open offers and is within its limit, and each booking has exactly one confirmation and, if canceled, one cancellation,
 * apart from those that staff sent again, and each email has the audience of its type.
 *
 * @param acknowledged tokens of the bookings that were confirmed to the client
 * @returns a message for each violation
 */
export async function findBookingFaults(
  query: Query,
  eventId: number,
  acknowledged: Iterable<string>,
): Promise<string[]> {
  const bookings = await query<{
    id: number
    token: string
    status: string
    email: string | null
    confirmations: number
    cancellations: number
  }>(
    `SELECT bookings.id, bookings.public_id AS token, bookings.status, attendee_email AS email,
       count(*) FILTER (WHERE email_type = 'booking_confirmation' AND resend_of IS NULL)::int AS confirmations,
       count(*) FILTER (WHERE email_type = 'booking_cancelled' AND resend_of IS NULL)::int AS cancellations
     FROM bookings LEFT JOIN email_notifications ON booking_id = bookings.id
     WHERE event_id = $1 GROUP BY bookings.id`,
    [eventId],
  )
  const slots = await query<{ id: number; booked: number; total: number; counted: number }>(
    `SELECT time_slots.id, booked, total_slots AS total, coalesce(sum(taken.spots), 0)::int AS counted
     FROM time_slots LEFT JOIN (
       SELECT time_slot_id, spots FROM bookings WHERE status = 'active'
       UNION ALL SELECT time_slot_id, spots FROM waitlist_offers WHERE state = 'open'
     ) AS taken ON taken.time_slot_id = time_slots.id
     WHERE time_slots.event_id = $1 GROUP BY time_slots.id`,
    [eventId],
  )
  const emails = await query<{ type: EmailType; audience: string }>(
    `SELECT DISTINCT email_type AS type, audience
     FROM email_notifications JOIN bookings ON bookings.id = booking_id WHERE event_id = $1`,
    [eventId],
  )
  const stored = new Set(bookings.map(({ token }) => token))
  const faults = slots.length ? [] : [`event ${eventId} has no slots`]
  for (const token of acknowledged) {
    if (!stored.has(token.split('-')[0]!)) faults.push(`booking ${token} was acknowledged and is not stored`)
  }
  for (const { type, audience } of emails)
    if (audience !== emailTypes[type].audience) faults.push(`emails of the type ${type} are for ${audience}`)
  for (const { id, booked, total, counted } of slots) {
    if (booked !== counted)
      faults.push(`slot ${id} counts ${booked} spots and its bookings and offers take ${counted}`)
    if (counted > total) faults.push(`slot ${id} sold ${counted} of ${total} spots`)
  }
  for (const { id, status, email, confirmations, cancellations } of bookings) {
    if (email === null) {
      if (confirmations + cancellations > 0) faults.push(`booking ${id} has no email and got mail`)
      continue
    }
    if (confirmations !== 1) faults.push(`booking ${id} has ${confirmations} confirmations`)
    if (cancellations !== (status === 'cancelled' ? 1 : 0)) {
      faults.push(`booking ${id} is ${status} and has ${cancellations} mails of a cancellation`)
    }
  }
  return faults
}
