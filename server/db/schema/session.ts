import { bigint, index, integer, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core'
import { createdAt, id } from './columns.ts'
import { users } from './company.ts'

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

/** Counters of rate-limiter-flexible, in the shape that library reads; `expire` is in milliseconds. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
})
