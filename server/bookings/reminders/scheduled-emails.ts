import type { EmailType } from '@trunkshow/contract/emails/rules.ts'
import { type SQL, sql } from 'drizzle-orm'
import { type EmailContext, type Notification, typeAndAudience } from '../../platform/mail/outbox.ts'

/** When a day's guests are thanked, on the next day, by the venue's clock. */
const THANKS_AT = '10:00'

/**
 * Selects the emails that are due, for bookings as they are now (docs/product.md, Reminders). Slots around `now` are found
 * by their start, so that bookings of other times cost nothing.
 *
 * @param now an instant, as a timestamp of PostgreSQL
 */
const dueEmails = (now: SQL) => sql`
  SELECT b.id AS booking_id, b.company_id, b.sequence, kind.email_type, kind.audience, s.starts_at
  FROM time_slots AS s
  JOIN events AS e ON e.id = s.event_id
  JOIN bookings AS b ON b.time_slot_id = s.id AND b.status = 'active' AND b.attendee_email <> ''
  CROSS JOIN LATERAL (VALUES
    (${typeAndAudience('booking_reminder')}, instant_of(s.slot_date - 1 + s.start_time, s.time_zone),
      CASE WHEN 'booking_reminder_soon' = ANY (e.guest_emails) THEN s.starts_at - interval '3 hours' ELSE s.starts_at END),
    (${typeAndAudience('booking_reminder_soon')}, s.starts_at - interval '3 hours', s.starts_at),
    (${typeAndAudience('booking_thanks')}, instant_of(s.slot_date + 1 + time ${sql.raw(`'${THANKS_AT}'`)}, s.time_zone),
      instant_of(s.slot_date + 2 + time ${sql.raw(`'${THANKS_AT}'`)}, s.time_zone))
  ) AS kind (email_type, audience, due_at, until)
  WHERE s.starts_at BETWEEN ${now} - interval '3 days' AND ${now} + interval '2 days'
    AND kind.email_type = ANY (e.guest_emails)
    AND ${now} >= kind.due_at AND ${now} < kind.until
    AND b.slot_since < kind.due_at
    AND (kind.email_type <> 'booking_thanks' OR b.attendance IS DISTINCT FROM 'no_show')`

/**
 * Puts the emails that are due into the outbox, each once for a time of a booking, whichever process is first
 * (decision 055).
 *
 * @param now the time to find them for, as a timestamp of PostgreSQL; the database's own clock unless given
 * @returns how many were due
 */
export async function queueScheduledEmails({ db }: EmailContext, now: SQL = sql`now()`): Promise<number> {
  const { rowCount } = await db.execute(sql`
    WITH due AS MATERIALIZED (
      SELECT * FROM (${dueEmails(now)}) AS found
      WHERE NOT EXISTS (
        SELECT FROM scheduled_emails AS done
        WHERE (done.booking_id, done.email_type, done.starts_at) = (found.booking_id, found.email_type, found.starts_at))
    ), first AS (
      INSERT INTO scheduled_emails (company_id, booking_id, email_type, starts_at)
      SELECT company_id, booking_id, email_type, starts_at FROM due
      ON CONFLICT DO NOTHING
      RETURNING booking_id, email_type
    )
    INSERT INTO email_notifications (company_id, booking_id, email_type, audience, sequence)
    SELECT due.company_id, due.booking_id, due.email_type, due.audience, due.sequence FROM due JOIN first USING (booking_id, email_type)
    ORDER BY due.starts_at, due.booking_id`)
  return rowCount ?? 0
}

/** Whether an email is still due: its booking may have moved or been canceled, or its event asks for it no longer. */
export async function isStillDue({ db }: EmailContext, { bookingId, companyId, emailType }: Notification) {
  const booking = sql`(SELECT id FROM bookings WHERE id = ${bookingId} AND company_id = ${companyId})`
  const { rows } = await db.execute<{ due: boolean }>(
    sql`SELECT ${isDue({ emailType, bookingId: booking })} AS due`,
  )
  return rows[0]!.due
}

/** The condition that an email of a booking is due now. */
export const isDue = ({ emailType, bookingId }: { emailType: EmailType; bookingId: SQL }): SQL => sql`EXISTS (
  ${dueEmails(sql`now()`)} AND b.id = ${bookingId} AND kind.email_type = ${emailType})`

/** Returns the orders that a guest made at an appointment, with their items as lists show them. */
export async function listOrdersOfGuest({ db }: EmailContext, companyId: number, bookingId: number) {
  const { rows } = await db.execute<{ orderNumber: number; items: string; totalCents: number }>(sql`
    SELECT o.order_number AS "orderNumber", o.items, o.total_cents AS "totalCents"
    FROM orders AS o JOIN bookings AS b ON b.id = o.booking_id AND b.company_id = o.company_id
    WHERE o.booking_id = ${bookingId} AND o.company_id = ${companyId} AND o.status <> 'cancelled'
      AND lower(o.customer_email) = lower(b.attendee_email)
    ORDER BY o.order_number`)
  return rows
}
