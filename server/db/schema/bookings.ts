import { bookingStatuses } from '@trunkshow/contract/bookings/rules.ts'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, timestamps } from './columns.ts'
import { timeSlots } from './slots.ts'

/**
 * A visitor's place in a slot. Company and event are the slot's, copied by the statement that books, so the
 * one foreign key to the slot vouches for both. `sequence` rises with every change calendars must hear of.
 */
export const bookings = pgTable(
  'bookings',
  {
    id: id(),
    /** What guests know it by, in links and calendars: random, so that it tells of no other. That of older ones is their number. */
    publicId: text('public_id').notNull().default(sql`right(replace(gen_random_uuid()::text, '-', ''), 16)`),
    companyId: integer('company_id').notNull(),
    eventId: integer('event_id').notNull(),
    timeSlotId: integer('time_slot_id')
      .notNull()
      .references(() => timeSlots.id),
    attendeeName: text('attendee_name').notNull(),
    attendeeEmail: text('attendee_email').notNull(),
    status: text('status', { enum: bookingStatuses }).notNull().default('active'),
    sequence: integer('sequence').notNull().default(0),
    /** The form's key, and what was asked for with it: a repeat finds its first answer here (decision 002). */
    idempotencyKey: text('idempotency_key'),
    requestHash: text('request_hash'),
    /** Where the booking came from, as `networkOf` names it: what the limits count. */
    networkHash: text('network_hash'),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex('bookings_public_id_key').on(table.publicId),
    index('bookings_event').on(table.eventId, table.id),
    index('bookings_slot').on(table.timeSlotId),
    index('bookings_network').on(table.networkHash, table.createdAt),
    index('bookings_attendee').on(sql`lower(${table.attendeeEmail})`, table.createdAt),
    uniqueIndex('bookings_idempotency_key').on(table.eventId, table.idempotencyKey),
  ],
)
