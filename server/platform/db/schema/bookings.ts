import { attendances, bookingStatuses, type GivenAnswer } from '@trunkshow/contract/bookings/rules.ts'
import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import {
  fixedPart,
  id,
  idOf,
  instant,
  moment,
  part,
  randomId,
  timestamps,
  timeZone,
  wallTime,
} from './columns.ts'
import { assigneeId, whereAssigned } from './company.ts'
import { events } from './events.ts'

/** Spots are counted, up to `totalSlots` (docs/product.md, How time slots are made). Company, zone: the event's. */
export const timeSlots = pgTable(
  'time_slots',
  {
    ...part(),
    eventId: idOf('event_id', () => events.id),
    slotDate: date('slot_date').notNull(),
    startTime: wallTime('start_time'),
    endTime: wallTime('end_time'),
    totalSlots: integer('total_slots').notNull(),
    booked: integer('booked').notNull().default(0),
    isAvailable: boolean('is_available').notNull().default(true),
    timeZone: timeZone(),
    /** The instant the slot starts, for comparisons. A trigger sets it and `onClock` (decision 049). */
    startsAt: moment('starts_at')
      .notNull()
      .$default(() => sql`NULL`),
    /** Whether the venue's clocks show its start: in spring, they skip an hour. */
    onClock: boolean('on_clock').notNull().default(true),
  },
  (table) => [
    index('time_slots_starts').on(table.startsAt),
    uniqueIndex('time_slots_time_key').on(table.eventId, table.slotDate, table.startTime, table.endTime),
    check('time_slots_places', sql`booked between 0 and total_slots`),
    check('time_slots_total', sql`total_slots >= 1`),
    check('time_slots_hours', sql`end_time > start_time`),
  ],
)

/** The words that staff find a booking by: of the index, and so of each search, letter by letter (decision 080). */
export const bookingWords = sql.raw(
  "search_words(company_id, attendee_name || ' ' || coalesce(attendee_email, '') || ' ' || phone_words(phone))",
)

/** A guest's spots in a slot, with its company and event. `sequence` rises with every change that calendars need. */
export const bookings = pgTable(
  'bookings',
  {
    id: id(),
    /** The random id in links; a corrected email gets a new one (decision 060). Older bookings have their number. */
    publicId: text('public_id').notNull().default(randomId),
    /** The id of its calendar entry, once it is no longer that of its links. */
    calendarId: text('calendar_id'),
    companyId: integer('company_id').notNull(),
    eventId: integer('event_id').notNull(),
    timeSlotId: idOf('time_slot_id', () => timeSlots.id),
    attendeeName: text('attendee_name').notNull(),
    /** Null if staff booked without one; empty if the guest was erased. */
    attendeeEmail: text('attendee_email'),
    phone: text('phone'),
    /** The questions that were answered, in order, as they were asked; null without any (decision 052). */
    answers: jsonb('answers').$type<GivenAnswer[]>(),
    /** How many people come, and the spots they take: one each or one for all, as the event said when they booked. */
    partySize: integer('party_size').notNull().default(1),
    spots: integer('spots').notNull().default(1),
    /** Notes and room: only for staff and co-hosts; an edit names the version it began with (decision 019). */
    notes: text('notes').notNull().default(''),
    /** Where the guest is received; empty if that isn't said. */
    room: text('room').notNull().default(''),
    version: integer('version').notNull().default(0),
    status: text('status', { enum: bookingStatuses }).notNull().default('active'),
    /** Since when it has its time: a reminder that was due before is not sent (decision 055). */
    slotSince: moment('slot_since').notNull().default(sql`now()`),
    /** When the guest said that they are coming at this time. */
    comingAt: moment('coming_at'),
    sequence: integer('sequence').notNull().default(0),
    /** Null while the guest is expected. Who marked it last, and when; null again after a move to another day. */
    attendance: text('attendance', { enum: attendances }),
    attendanceBy: text('attendance_by'),
    attendanceAt: instant('attendance_at'),
    /** The keys of all changes of attendance: a repeat finds its own here, and their number is the version (decision 057). */
    attendanceKeys: text('attendance_keys').array().notNull().default(sql`'{}'`),
    /** The form's key and a hash of its request: a retry finds its first booking here (decision 002). */
    idempotencyKey: text('idempotency_key'),
    requestHash: text('request_hash'),
    /** The network that booked, from `networkOf`: limits count by it. */
    networkHash: text('network_hash'),
    assigneeId: assigneeId(),
    ...timestamps(),
  },
  (table) => [
    index('bookings_assigned').on(table.companyId, table.assigneeId, table.id).where(whereAssigned),
    uniqueIndex('bookings_public_id_key').on(table.publicId, table.companyId),
    index('bookings_event').on(table.eventId, table.id),
    index('bookings_slot').on(table.timeSlotId),
    index('bookings_words').using('gin', bookingWords),
    index('bookings_room').on(table.companyId, sql`lower(${table.room})`).where(sql`room <> ''`),
    index('bookings_answered').on(table.companyId).where(sql`answers is not null`),
    index('bookings_network').on(table.networkHash, table.createdAt),
    index('bookings_attendee').on(sql`lower(${table.attendeeEmail})`, table.createdAt),
    uniqueIndex('bookings_idempotency_key').on(table.eventId, table.idempotencyKey),
    check('bookings_party', sql`spots between 1 and party_size`),
  ],
)

/** The photos that guests gave as answers: WebP, stored as `bookings/{filename}`. */
export const bookingPhotos = pgTable(
  'booking_photos',
  {
    ...fixedPart(),
    bookingId: idOf('booking_id', () => bookings.id, { onDelete: 'cascade' }),
    filename: text('filename').notNull(),
    /** In bytes. */
    fileSize: integer('file_size').notNull(),
  },
  (table) => [
    uniqueIndex('booking_photos_file').on(table.filename),
    index('booking_photos_booking').on(table.bookingId),
    index('booking_photos_company').on(table.companyId, table.fileSize),
  ],
)
