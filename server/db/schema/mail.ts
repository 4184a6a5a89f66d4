import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { bookings } from './bookings.ts'
import { createdAt, id } from './columns.ts'
import { users } from './company.ts'
import { eventCoHosts } from './events.ts'

export const mailStatuses = ['pending', 'sent', 'failed', 'skipped'] as const

/**
 * The outbox (design §10): the statement that causes a mail writes its row, the mail worker sends it.
 * Recipient and subject are known when it is sent. `sequence` is that of what it is about, at the time of writing.
 */
export const emailNotifications = pgTable(
  'email_notifications',
  {
    id: id(),
    companyId: integer('company_id').notNull(),
    /** What the mail is about: one of the three. */
    bookingId: integer('booking_id').references(() => bookings.id),
    userId: integer('user_id').references(() => users.id),
    coHostId: integer('co_host_id').references(() => eventCoHosts.id, { onDelete: 'cascade' }),
    emailType: text('email_type').notNull(),
    sequence: integer('sequence').notNull().default(0),
    status: text('status', { enum: mailStatuses }).notNull().default('pending'),
    recipientEmail: text('recipient_email'),
    subject: text('subject'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }).notNull().default(sql`now()`),
    errorMessage: text('error_message'),
    sentAt: timestamp('sent_at', { withTimezone: true }),
    createdAt: createdAt(),
  },
  (table) => [
    index('email_notifications_due').on(table.nextAttemptAt, table.id).where(sql`status = 'pending'`),
    index('email_notifications_booking').on(table.bookingId),
    index('email_notifications_recipient').on(sql`lower(${table.recipientEmail})`, table.sentAt),
  ],
)
