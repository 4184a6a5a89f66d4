import { emailFailures } from '@trunkshow/contract/emails/messages.ts'
import {
  emailAudiences,
  emailStatuses,
  emailWaits,
  endedStatuses,
  scheduledEmailTypes,
} from '@trunkshow/contract/emails/rules.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bookings } from './bookings.ts'
import { createdAt, fixedPart, idOf, moment, words } from './columns.ts'
import { companyId, emailConfirmations, users } from './company.ts'
import { eventCoHosts, events } from './events.ts'
import { orders } from './orders.ts'
import { waitlistEntries } from './waitlist.ts'

/** What staff wrote to an event's guests, or to themselves as a test; each guest's email is a row of the outbox (decision 086). */
export const guestMessages = pgTable(
  'guest_messages',
  {
    ...fixedPart(),
    eventId: idOf('event_id', () => events.id, { onDelete: 'cascade' }),
    /** Which guests it is for: those of a day, and also those whose appointment is over. */
    slotDate: date('slot_date'),
    includesPast: boolean('includes_past').notNull().default(false),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    /** The form's key: a repeat finds the first message here (decision 002). */
    idempotencyKey: text('idempotency_key'),
  },
  (table) => [uniqueIndex('guest_messages_key').on(table.eventId, table.idempotencyKey)],
)

/**
 * The outbox (decision 006): the statement that causes an email inserts its row, and the email worker sends it. Recipient
 * and subject are set when it is sent. `sequence` is the subject's at the time of the change.
 */
export const emailNotifications = pgTable(
  'email_notifications',
  {
    ...fixedPart(),
    /** What the email is about: exactly one of the six is set. */
    bookingId: integer('booking_id').references(() => bookings.id),
    userId: integer('user_id').references(() => users.id),
    coHostId: integer('co_host_id').references(() => eventCoHosts.id, { onDelete: 'cascade' }),
    confirmationId: integer('confirmation_id').references(() => emailConfirmations.id, {
      onDelete: 'set null',
    }),
    waitlistEntryId: integer('waitlist_entry_id').references(() => waitlistEntries.id, {
      onDelete: 'cascade',
    }),
    orderId: integer('order_id').references(() => orders.id, { onDelete: 'cascade' }),
    /** The message that it is a guest's copy of, or a test. */
    messageId: integer('message_id').references(() => guestMessages.id, { onDelete: 'cascade' }),
    emailType: text('email_type').notNull(),
    /** Who it is for, which is its priority: `emailTypes`. */
    audience: text('audience', { enum: emailAudiences }).notNull(),
    sequence: integer('sequence').notNull().default(0),
    status: text('status', { enum: emailStatuses }).notNull().default('pending'),
    waitsFor: text('waits_for', { enum: emailWaits }),
    recipientEmail: text('recipient_email'),
    /** The mailbox it was sent to or waits for, from `mailboxOf`: caps count by it. */
    recipientHash: text('recipient_hash'),
    subject: text('subject'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at').notNull().default(sql`now()`),
    /** The row of the digest that replaced this email. */
    digestId: integer('digest_id'),
    /** Why the last attempt failed, and what the mail server replied. */
    failure: text('failure', { enum: emailFailures }),
    errorMessage: text('error_message'),
    /** The time of the first of its failures in a row. */
    failingSince: moment('failing_since'),
    sentAt: moment('sent_at'),
    /** The user who made the change, if it was not the guest. */
    actorId: integer('actor_id').references(() => users.id),
    /** The email that staff sent again. */
    resendOf: integer('resend_of'),
  },
  (table) => [
    index('email_notifications_due')
      .on(table.companyId, table.audience, table.nextAttemptAt, table.id)
      .where(sql`status = 'pending'`),
    index('email_notifications_later').on(table.nextAttemptAt).where(sql`status in ('waiting', 'sending')`),
    index('email_notifications_held')
      .on(table.companyId, table.status, table.audience)
      .where(sql`status in ('waiting', 'sending')`),
    index('email_notifications_booking').on(table.bookingId),
    index('email_notifications_waitlist').on(table.waitlistEntryId).where(sql`waitlist_entry_id is not null`),
    index('email_notifications_order').on(table.orderId).where(sql`order_id is not null`),
    index('email_notifications_message').on(table.messageId).where(sql`message_id is not null`),
    index('email_notifications_sent')
      .on(table.companyId, table.sentAt, table.audience)
      .where(sql`sent_at is not null and digest_id is null`),
    index('email_notifications_recipient')
      .on(table.recipientHash, table.sentAt)
      .where(sql`recipient_hash is not null`),
  ],
)

/** Emails of a company that who gets them can turn off: a host's notices, a guest's thanks. */
export const optionalEmails = ['notices', 'thanks'] as const

/** The mailboxes that turned such emails of a company off, by the first half of their hash from `mailboxOf`. */
export const noticesOff = pgTable(
  'notices_off',
  {
    companyId: companyId(),
    mailbox: text('mailbox').notNull(),
    kind: text('kind', { enum: optionalEmails }).notNull().default('notices'),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.mailbox, table.kind] })],
)

/** The emails that ended, as people read them, added by the statement that ends an outbox row (decision 054). */
export const emails = pgTable(
  'emails',
  {
    /** Its row in the outbox. */
    id: integer('id').primaryKey(),
    companyId: companyId(),
    bookingId: integer('booking_id').references(() => bookings.id),
    userId: integer('user_id').references(() => users.id),
    waitlistEntryId: integer('waitlist_entry_id').references(() => waitlistEntries.id, {
      onDelete: 'cascade',
    }),
    orderId: integer('order_id').references(() => orders.id, { onDelete: 'cascade' }),
    emailType: text('email_type').notNull(),
    status: text('status', { enum: endedStatuses }).notNull().default('sent'),
    toEmail: text('to_email'),
    /** Null if it was not written, as are the next three. */
    fromEmail: text('from_email'),
    subject: text('subject'),
    /** The HTML and the text as they were sent, without private links; null once the guest was erased. */
    body: text('body'),
    text: text('text'),
    hasCalendar: boolean('has_calendar').notNull().default(false),
    failure: text('failure', { enum: emailFailures }),
    errorMessage: text('error_message'),
    /** When its failure was dealt with: by a later email that was sent, or by a person. */
    handledAt: moment('handled_at'),
    createdAt: createdAt(),
    /** When it was sent, given up or dropped. */
    endedAt: moment('ended_at').notNull().default(sql`now()`),
    words: words(`coalesce(to_email, '')`),
  },
  (table) => [
    index('emails_company').on(table.companyId, table.id),
    index('emails_status').on(table.companyId, table.status, table.id),
    index('emails_kind').on(table.companyId, table.emailType, table.id),
    index('emails_failed')
      .on(table.companyId, table.bookingId)
      .where(sql`status = 'failed' and handled_at is null`),
    index('emails_waitlist').on(table.waitlistEntryId).where(sql`waitlist_entry_id is not null`),
    index('emails_order').on(table.orderId).where(sql`order_id is not null`),
    index('emails_words').using('gin', table.words),
  ],
)

/** The emails that were due at a time and are in the outbox: one of a kind for each time of a booking (decision 055). */
export const scheduledEmails = pgTable(
  'scheduled_emails',
  {
    companyId: companyId(),
    bookingId: idOf('booking_id', () => bookings.id),
    emailType: text('email_type', { enum: scheduledEmailTypes }).notNull(),
    startsAt: moment('starts_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.bookingId, table.emailType, table.startsAt] })],
)

/** How far each mailbox of IMAP_URL was read (decision 059); one made again has another `uidValidity`, and is read again. */
export const returnedMailboxes = pgTable('returned_mailboxes', {
  /** `user@host/folder`, without the password. */
  mailbox: text('mailbox').primaryKey(),
  uidValidity: bigint('uid_validity', { mode: 'number' }).notNull(),
  lastUid: bigint('last_uid', { mode: 'number' }).notNull(),
})
