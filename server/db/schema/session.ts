import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, timestamps } from './columns.ts'
import { companyId, users } from './company.ts'

/**
 * Sign-in sessions by the hash of their id: the id itself lives in the browser's cookie alone
 * (docs/product.md, Sessions).
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

/** Addresses somebody asked a new password for, known or not, until the mail worker has answered them. */
export const passwordRequests = pgTable('password_requests', {
  id: id(),
  /** As it was typed, in lower case. */
  email: text('email').notNull(),
  createdAt: createdAt(),
})

/**
 * Addresses that somebody was asked by mail to confirm: a user's own, or one that a company's events send their
 * notices to, which has no user (decision 029).
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
