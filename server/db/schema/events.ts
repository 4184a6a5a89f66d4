import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, timestamps, wallTime } from './columns.ts'
import { companies, users } from './company.ts'

export const events = pgTable(
  'events',
  {
    id: id(),
    companyId: integer('company_id')
      .notNull()
      .references(() => companies.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    urlSlug: text('url_slug').notNull(),
    name: text('name').notNull(),
    hostName: text('host_name').notNull(),
    description: text('description').notNull(),
    location: text('location').notNull(),
    showLocation: boolean('show_location').notNull(),
    contactEmail: text('contact_email'),
    isMultiDay: boolean('is_multi_day').notNull(),
    eventDate: date('event_date').notNull(),
    endDate: date('end_date'),
    startTime: wallTime('start_time'),
    endTime: wallTime('end_time'),
    slotDuration: integer('slot_duration').notNull(),
    maxBookingsPerSlot: integer('max_bookings_per_slot').notNull(),
    isPublic: boolean('is_public').notNull().default(true),
    isActive: boolean('is_active').notNull().default(true),
    logoUrl: text('logo_url'),
    bannerUrl: text('banner_url'),
    /** endDate when the event lasts several days, else eventDate: what every test of days reads. */
    lastDay: date('last_day').notNull().generatedAlwaysAs(sql`coalesce(end_date, event_date)`),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex('events_slug_key').on(sql`lower(${table.urlSlug})`),
    index('events_company').on(table.companyId, table.eventDate, table.id),
    index('events_listed').on(table.lastDay).where(sql`is_public and is_active`),
    check('events_hours', sql`end_time > start_time`),
    check('events_days', sql`end_date >= event_date`),
  ],
)
