import { closers } from '@trunkshow/contract/follow-ups/schema.ts'
import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bookings } from './bookings.ts'
import { moment } from './columns.ts'
import { record, users } from './company.ts'
import { customers } from './customers.ts'

/** What someone is to do for a customer, or for the guest of a booking, until a day (docs/product.md, Follow-ups). */
export const followUps = pgTable(
  'follow_ups',
  {
    ...record(),
    customerId: integer('customer_id').references(() => customers.id, { onDelete: 'cascade' }),
    bookingId: integer('booking_id').references(() => bookings.id, { onDelete: 'cascade' }),
    /** Null for the team. */
    assigneeId: integer('assignee_id').references(() => users.id, { onDelete: 'set null' }),
    dueOn: date('due_on').notNull(),
    text: text('text').notNull(),
    /** An order or a booking closes it if it is from later on. */
    openSince: moment('open_since').notNull().default(sql`now()`),
    closedAt: moment('closed_at'),
    closedBy: text('closed_by', { enum: closers }),
    closedName: text('closed_name'),
    version: integer('version').notNull().default(1),
    /** Who changed it last, for those who do so at the same time. */
    changedBy: text('changed_by').notNull(),
  },
  (table) => [
    check('follow_ups_who', sql`coalesce(customer_id, booking_id) is not null`),
    index('follow_ups_open').on(table.companyId, table.dueOn).where(sql`closed_at is null`),
    index('follow_ups_customer').on(table.customerId),
    index('follow_ups_booking').on(table.bookingId),
  ],
)
