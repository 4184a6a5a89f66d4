import { guestEmailTypes } from '@trunkshow/contract/emails/rules.ts'
import { type SQL, sql } from 'drizzle-orm'
import { listed } from '../db/statement.ts'

/** The condition that a row of the outbox is for people outside the company. */
export const isToGuest = (table: SQL): SQL => sql`${table}.audience NOT IN ('account', 'staff')`

/** The condition that a row of `emails` or of the outbox is an email to a guest about their booking or wait. */
export const isGuestEmail = (table: SQL): SQL => sql`${table}.email_type IN (${listed(guestEmailTypes)})`

/** The condition that two rows of `emails` or of the outbox are about the same booking, or the same wait. */
export const sameSubject = (one: SQL, other: SQL): SQL => sql`(
  ${one}.booking_id = ${other}.booking_id OR ${one}.waitlist_entry_id = ${other}.waitlist_entry_id)`

/**
 * The condition of `emails` that someone has to deal with: they failed to reach a guest whose appointment is still to
 * come, or who waits for a spot, and neither did a later one nor did anyone dismiss them (docs/product.md, Emails that fail).
 */
export const needsAttention = sql<boolean>`(
  emails.status = 'failed' AND emails.handled_at IS NULL AND ${isGuestEmail(sql`emails`)} AND (EXISTS (
    SELECT FROM bookings AS b JOIN time_slots AS s ON s.id = b.time_slot_id
    WHERE b.id = emails.booking_id AND b.attendee_email <> '' AND s.starts_at > now()
  ) OR EXISTS (
    SELECT FROM waitlist_entries AS w JOIN time_slots AS s ON s.event_id = w.event_id
    WHERE w.id = emails.waitlist_entry_id AND w.attendee_email <> '' AND w.status IN ('waiting', 'offered')
      AND s.starts_at > now())))`

/** The emails of an event that need attention, from FROM on; `booked` are the guests they failed to reach. */
export const unreached = (companyId: SQL, eventId: SQL): SQL => sql`
  FROM emails CROSS JOIN LATERAL (
    SELECT b.id, b.event_id FROM bookings AS b WHERE b.id = emails.booking_id
    UNION ALL SELECT -w.id, w.event_id FROM waitlist_entries AS w WHERE w.id = emails.waitlist_entry_id
  ) AS booked
  WHERE emails.company_id = ${companyId} AND booked.event_id = ${eventId} AND ${needsAttention}`
