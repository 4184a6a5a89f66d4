import { bookingStatuses } from '@trunkshow/contract/bookings/rules.ts'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, timestamps } from './columns.ts'
import { timeSlots } from './slots.ts'

/**
 * A guest's spot in a slot. Company and event are copied from the slot by the statement that books, so the foreign key to
 * the slot is enough. `sequence` rises with every change that calendars need.
 */
export const bookings = pgTable(
  'bookings',
  {
    id: id(),
    /** The random id in links and calendars, so that they reveal no count. Older bookings have their number. */
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
    /** The form's key and a hash of its request: a retry finds its first booking here (decision 002). */
    idempotencyKey: text('idempotency_key'),
    requestHash: text('request_hash'),
    /** The network that booked, from `networkOf`: limits count by it. */
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
