import { offerStates, waitStatuses } from '@trunkshow/contract/waitlist/rules.ts'
import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bookings, timeSlots } from './bookings.ts'
import { fixedPart, id, idOf, instant, randomId, timestamps } from './columns.ts'
import { events } from './events.ts'

/** A guest who waits for spots of a time slot, a date or the event (decision 056). Changes hold `lockWaitlist`'s lock. */
export const waitlistEntries = pgTable(
  'waitlist_entries',
  {
    id: id(),
    /** The random id in links; a corrected email gets a new one (decision 060). */
    publicId: text('public_id').notNull().default(randomId),
    companyId: integer('company_id').notNull(),
    eventId: idOf('event_id', () => events.id, { onDelete: 'cascade' }),
    /** At most one of the two is set. */
    timeSlotId: integer('time_slot_id').references(() => timeSlots.id, { onDelete: 'cascade' }),
    slotDate: date('slot_date'),
    attendeeName: text('attendee_name').notNull(),
    /** Empty if the guest was erased. */
    attendeeEmail: text('attendee_email').notNull(),
    partySize: integer('party_size').notNull().default(1),
    /** The lowest of an event is next. */
    rank: integer('rank').notNull(),
    status: text('status', { enum: waitStatuses }).notNull().default('waiting'),
    /** The network that joined, from `networkOf`: limits count by it. */
    networkHash: text('network_hash'),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex('waitlist_entries_public_id_key').on(table.publicId),
    uniqueIndex('waitlist_entries_once')
      .on(
        table.eventId,
        sql`coalesce(${table.timeSlotId}, 0)`,
        sql`coalesce(${table.slotDate}, '-infinity'::date)`,
        sql`lower(${table.attendeeEmail})`,
      )
      .where(sql`status in ('waiting', 'offered')`),
    index('waitlist_entries_next').on(table.eventId, table.rank, table.id),
    index('waitlist_entries_waiting').on(table.eventId, table.rank, table.id).where(sql`status = 'waiting'`),
    index('waitlist_entries_slot').on(table.timeSlotId).where(sql`time_slot_id is not null`),
    index('waitlist_entries_attendee').on(sql`lower(${table.attendeeEmail})`, table.createdAt),
    index('waitlist_entries_network').on(table.networkHash, table.createdAt),
    check('waitlist_entries_target', sql`time_slot_id is null or slot_date is null`),
    check('waitlist_entries_party', sql`party_size >= 1`),
  ],
)

/** Spots that a guest of the waitlist can take. Those of open offers count in the slot's `booked` (decision 056). */
export const waitlistOffers = pgTable(
  'waitlist_offers',
  {
    ...fixedPart(),
    entryId: idOf('entry_id', () => waitlistEntries.id, { onDelete: 'cascade' }),
    timeSlotId: idOf('time_slot_id', () => timeSlots.id),
    spots: integer('spots').notNull(),
    state: text('state', { enum: offerStates }).notNull().default('open'),
    /** When its email was sent, which starts its time; until then it ends when it stops waiting for that. */
    emailedAt: instant('emailed_at'),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
    /** The booking it became. */
    bookingId: integer('booking_id').references(() => bookings.id),
    /** Who offered it by hand; null if it was offered in turn. */
    offeredBy: text('offered_by'),
  },
  (table) => [
    uniqueIndex('waitlist_offers_open').on(table.entryId).where(sql`state = 'open'`),
    index('waitlist_offers_entry').on(table.entryId),
    index('waitlist_offers_slot').on(table.timeSlotId),
    index('waitlist_offers_due').on(table.expiresAt).where(sql`state = 'open'`),
    check('waitlist_offers_spots', sql`spots >= 1`),
  ],
)

/** The bookings whose cancellation freed the spots of an offer: one may make several offers, and several may make one. */
export const waitlistOfferCauses = pgTable(
  'waitlist_offer_causes',
  {
    companyId: integer('company_id').notNull(),
    bookingId: idOf('booking_id', () => bookings.id, { onDelete: 'cascade' }),
    offerId: idOf('offer_id', () => waitlistOffers.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.bookingId, table.offerId] }),
    index('waitlist_offer_causes_offer').on(table.offerId),
  ],
)
