import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, randomId } from './columns.ts'
import { companyId, users } from './company.ts'
import { events } from './events.ts'

/** The calendar feeds of users. Their links are signed from `public_id`, so deleting the row ends one for good. */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    id: id(),
    /** The user's; the event may be another company's that they co-host. */
    companyId: companyId(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null for every event the user can see. */
    eventId: integer('event_id').references(() => events.id, { onDelete: 'cascade' }),
    publicId: text('public_id').notNull().default(randomId),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('calendar_feeds_key').on(table.userId, sql`coalesce(event_id, 0)`),
    uniqueIndex('calendar_feeds_public_id_key').on(table.publicId),
    index('calendar_feeds_event').on(table.eventId),
  ],
)
