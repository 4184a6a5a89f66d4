import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * The rules of the time zones in use, as Node has them: PostgreSQL's own may be of another release (decision 049). The
 * functions `instant_of` and `wall_clock` read them.
 */
export const timeZones = pgTable('time_zones', {
  name: text('name').primaryKey(),
  /** The release of the IANA's database that the rules are of, such as `2026c`; empty before any Node has filled them in. */
  release: text('release').notNull(),
  /** The instants when its clocks change, earliest first. */
  changes: timestamp('changes', { withTimezone: true }).array().notNull(),
  /** What its clocks show just after each change. */
  walls: timestamp('walls').array().notNull(),
  /** Minutes ahead of UTC: before the first change, and after each. */
  offsets: integer('offsets').array().notNull(),
  /** Whether the time slots to come have their instants by these rules. */
  isApplied: boolean('is_applied').notNull().default(sql`true`),
})
