import { scheduledEmailTypes } from '@trunkshow/contract/emails/rules.ts'
import { eventDefaults, phoneQuestions, type Times } from '@trunkshow/contract/events/rules.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'
import type { UsState } from '@trunkshow/contract/us-states.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, fixedPart, id, idOf, randomId, timeZone, timeZones, wallTime } from './columns.ts'
import { companyId, record, users } from './company.ts'

/** A tour groups the events of one company: its stops. */
export const tours = pgTable(
  'tours',
  {
    ...record(),
    userId: idOf('user_id', () => users.id),
    name: text('name').notNull(),
    urlSlug: text('url_slug').notNull(),
  },
  (table) => [uniqueIndex('tours_slug_key').on(table.companyId, table.urlSlug)],
)

export const events = pgTable(
  'events',
  {
    ...record(),
    userId: idOf('user_id', () => users.id),
    urlSlug: text('url_slug').notNull(),
    /** Rises when the slug changes, which revokes access granted through the old link (decision 032). */
    linkVersion: integer('link_version').notNull().default(0),
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
    timeZone: timeZone().references(() => timeZones.name),
    /** The city that the zone was chosen by, to name it to guests elsewhere; null if none was chosen. */
    city: text('city'),
    slotDuration: integer('slot_duration').notNull(),
    maxBookingsPerSlot: integer('max_bookings_per_slot').notNull(),
    /** Minutes that stay free before and after each appointment (decision 081). */
    bufferBefore: integer('buffer_before').notNull().default(0),
    bufferAfter: integer('buffer_after').notNull().default(0),
    /** Every day. */
    breaks: jsonb('breaks').notNull().$type<Times[]>().default([]),
    /** Other hours of single days; a closed one starts and ends at 00:00. */
    dayHours: jsonb('day_hours').notNull().$type<Event['dayHours']>().default([]),
    /** How long before an appointment guests can book at the latest and at the earliest, and their last day to book. */
    noticeMinutes: integer('notice_minutes').notNull().default(0),
    daysAhead: integer('days_ahead'),
    bookUntil: date('book_until'),
    /** Sales tax of what is handed over here, in percent, and the state it is paid to. */
    taxRate: doublePrecision('tax_rate'),
    taxState: text('tax_state').$type<UsState>(),
    /** Of what was paid, in thousandths of a percent (docs/product.md, The statement). */
    commissionRate: integer('commission_rate').notNull().default(0),
    isPublic: boolean('is_public').notNull().default(true),
    isActive: boolean('is_active').notNull().default(true),
    /** Whether only its staff see it; then it isn't active either. */
    isHidden: boolean('is_hidden').notNull().default(false),
    /** Whether one network can only book some of its spots (decision 031). */
    limitPerNetwork: boolean('limit_per_network').notNull().default(true),
    /** What guests are asked besides name and email (decision 052). */
    phoneQuestion: text('phone_question', { enum: phoneQuestions }).notNull().default('off'),
    questions: jsonb('questions').notNull().$type<TemplateField[]>().default([]),
    /** Rises with every change of the two; a booking form sends the version that it showed. */
    questionsVersion: integer('questions_version').notNull().default(0),
    /** How many people can come on one booking; 1 if guests are not asked. */
    maxPartySize: integer('max_party_size').notNull().default(1),
    /** Whether a booking takes a spot for each of them, or one for all. */
    spotPerGuest: boolean('spot_per_guest').notNull().default(true),
    /** Whether guests can wait for spots, and how long one is on offer to a guest, in minutes (decision 056). */
    hasWaitlist: boolean('has_waitlist').notNull().default(true),
    offerMinutes: integer('offer_minutes').notNull().default(eventDefaults.offerMinutes),
    /** Which emails guests get without anyone causing them. */
    guestEmails: text('guest_emails', { enum: scheduledEmailTypes })
      .array()
      .notNull()
      .default(['booking_reminder', 'booking_reminder_soon']),
    logoUrl: text('logo_url'),
    bannerUrl: text('banner_url'),
    /** Rises when someone changes who works when, which is in `shifts`; and whether staff see their names on time slots. */
    teamVersion: integer('team_version').notNull().default(0),
    namesOnSlots: boolean('names_on_slots').notNull().default(false),
    /** The tour it is a stop of; null for none. */
    tourId: integer('tour_id').references(() => tours.id, { onDelete: 'set null' }),
    /** The last date of the event: endDate for several days, else eventDate. */
    lastDay: date('last_day').notNull().generatedAlwaysAs(sql`coalesce(end_date, event_date)`),
  },
  (table) => [
    index('events_slug').on(sql`lower(${table.urlSlug})`),
    index('events_company').on(table.companyId, table.eventDate, table.id),
    index('events_tour').on(table.tourId).where(sql`tour_id is not null`),
    index('events_listed').on(table.lastDay).where(sql`is_public and is_active`),
    check('events_hours', sql`end_time > start_time`),
    check('events_days', sql`end_date >= event_date`),
    check('events_party', sql`max_party_size >= 1`),
    check('events_offer', sql`offer_minutes >= 1`),
  ],
)

/** When a colleague works at an event, by the venue's clock (docs/product.md, Who works when). */
export const shifts = pgTable(
  'shifts',
  {
    ...fixedPart(),
    eventId: idOf('event_id', () => events.id, { onDelete: 'cascade' }),
    userId: idOf('user_id', () => users.id),
    day: date('day').notNull(),
    startTime: wallTime('start_time'),
    endTime: wallTime('end_time'),
  },
  (table) => [
    index('shifts_event').on(table.eventId, table.day),
    index('shifts_user').on(table.companyId, table.userId),
    check('shifts_hours', sql`end_time > start_time`),
  ],
)

/** Users invited to manage one event's slots and bookings only (docs/product.md, Co-hosts). */
export const eventCoHosts = pgTable(
  'event_co_hosts',
  {
    id: id(),
    companyId: companyId(),
    eventId: idOf('event_id', () => events.id, { onDelete: 'cascade' }),
    /** The user who accepted; null until then. */
    userId: integer('user_id').references(() => users.id),
    invitedEmail: text('invited_email').notNull(),
    invitedBy: integer('invited_by').notNull(),
    isActive: boolean('is_active').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('event_co_hosts_key').on(table.eventId, sql`lower(${table.invitedEmail})`),
    index('event_co_hosts_user').on(table.userId).where(sql`is_active`),
  ],
)

/** The calendar feeds of users. Their links are signed from `public_id`, so deleting the row ends one for good. */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    id: id(),
    /** The user's; the event may be another company's that they co-host. */
    companyId: companyId(),
    userId: idOf('user_id', () => users.id, { onDelete: 'cascade' }),
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
