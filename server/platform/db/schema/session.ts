import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text, timestamp, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { createdAt, id, timestamps } from './columns.ts'
import { companyId, users } from './company.ts'

/**
 * Login sessions by the hash of their id, which itself is only in the browser's cookie (docs/product.md, Sessions).
 */
export const sessions = pgTable(
  'sessions',
  {
    idHash: text('id_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    device: text('device').notNull(),
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
)

/** Emails for which a new password was requested, known or not, until the email worker has handled them. */
export const passwordRequests = pgTable('password_requests', {
  id: id(),
  /** As typed, in lowercase. */
  email: text('email').notNull(),
  createdAt: createdAt(),
})

/**
 * Emails that were asked for a confirmation: a user's own or, without a user, one that an event's notices go to
 * (decision 029).
 */
export const emailConfirmations = pgTable(
  'email_confirmations',
  {
    id: id(),
    companyId: companyId(),
    userId: integer('user_id').references(() => users.id),
    email: text('email').notNull(),
    askedAt: timestamp('asked_at', { withTimezone: true }).notNull().default(sql`now()`),
    confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex('email_confirmations_user_key').on(table.userId),
    uniqueIndex('email_confirmations_contact_key')
      .on(table.companyId, sql`lower(${table.email})`)
      .where(sql`user_id is null`),
  ],
)

/** Counters of attempts; `expire` is in milliseconds since 1970. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
})
