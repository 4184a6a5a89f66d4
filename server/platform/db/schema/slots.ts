import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, timestamps, timeZone, wallTime } from './columns.ts'
import { events } from './events.ts'

/**
 * Spots are a counter: a CHECK keeps `booked` within 0..totalSlots (docs/product.md, How time slots are made). The first
 * migration leaves a fifth of each page free for in-place updates. The company and the time zone are copied from the
 * event.
 */
export const timeSlots = pgTable(
  'time_slots',
  {
    id: id(),
    companyId: integer('company_id').notNull(),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    slotDate: date('slot_date').notNull(),
    startTime: wallTime('start_time'),
    endTime: wallTime('end_time'),
    totalSlots: integer('total_slots').notNull(),
    booked: integer('booked').notNull().default(0),
    isAvailable: boolean('is_available').notNull().default(true),
    timeZone: timeZone(),
    /** The instant the slot starts, for comparisons. A trigger sets it and `onClock` (decision 049). */
    startsAt: timestamp('starts_at', { withTimezone: true })
      .notNull()
      .$default(() => sql`NULL`),
    /** Whether the venue's clocks show its start: in spring, they skip an hour. */
    onClock: boolean('on_clock').notNull().default(true),
    ...timestamps(),
  },
  (table) => [
    index('time_slots_starts').on(table.startsAt),
    uniqueIndex('time_slots_time_key').on(table.eventId, table.slotDate, table.startTime, table.endTime),
    check('time_slots_places', sql`booked between 0 and total_slots`),
    check('time_slots_total', sql`total_slots >= 1`),
    check('time_slots_hours', sql`end_time > start_time`),
  ],
)
