import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { AppError, fieldError } from '@trunkshow/contract/errors.ts'
import { eventMessages } from '@trunkshow/contract/events/messages.ts'
import {
  eventLimits,
  makeSlug,
  plainSlugs,
  planSlots,
  randomCharacters,
} from '@trunkshow/contract/events/rules.ts'
import type { Event, EventInput } from '@trunkshow/contract/events/schema.ts'
import { type EventImage, eventImages } from '@trunkshow/contract/images.ts'
import { sessionMessages } from '@trunkshow/contract/session/messages.ts'
import type { SlotTime } from '@trunkshow/contract/zones.ts'
import { inArray, sql } from 'drizzle-orm'
import { changesBetween, record } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import { violates } from '../platform/db/errors.ts'
import { timeSlots } from '../platform/db/schema/bookings.ts'
import { events } from '../platform/db/schema/events.ts'
import { eventSlugs } from '../platform/db/schema/names.ts'
import { changeRows, own, refusing } from '../platform/db/statement.ts'
import { storeZone } from '../platform/db/time-zones.ts'
import { type Database, inTransaction } from '../platform/db/transaction.ts'
import { lockPictures, makePictures, storePictures } from '../platform/files/pictures.ts'
import { assertWithinQuotas } from '../platform/http/guards/quotas.ts'
import { consumePoint, rateLimits } from '../platform/http/guards/rate-limits.ts'
import type { Upload } from '../platform/http/uploads.ts'
import { inMailTransaction, queueBookingEmails } from '../platform/mail/outbox.ts'
import { queueConfirmation, requestContactConfirmation } from '../session/confirm-email.ts'
import { zoneOf } from '../zones.ts'
import { findLastPlace } from './find-places.ts'
import { eventRow, eventView, findDeleteBlocker, getOwnEvent } from './queries.ts'

const refuseTaken = refusing({ events_slug_key: ['taken', eventMessages.slugTaken, 'urlSlug'] })

type EventUploads = Partial<Record<EventImage, Upload>>

/** The fields that the activity log records: everything on the form. */
const loggedFields = Object.keys(eventRow).filter(
  (name) => !['id', 'companyId', 'linkVersion', 'questionsVersion'].includes(name),
) as (keyof Omit<Event, 'id' | 'coHosted' | 'zone'>)[]

/**
 * Returns the images of the event to copy that the form did not remove. They stay stored until the transaction ends.
 *
 * @throws AppError not_found for an event of another company
 */
async function copyImages(ctx: StaffContext, { copyOf, removeLogo, removeBanner }: EventInput) {
  if (copyOf === undefined) return {}
  await ctx.db.execute(lockPictures)
  const { logoUrl, bannerUrl } = await getOwnEvent(ctx, copyOf)
  return { ...(!removeLogo && { logoUrl }), ...(!removeBanner && { bannerUrl }) }
}

type AskedInput = Pick<EventInput, 'phoneQuestion' | 'questions'>

const asksAnything = ({ phoneQuestion = 'off', questions = [] }: AskedInput) =>
  phoneQuestion !== 'off' || questions.length > 0

/** Whether the form changes what guests are asked. A question's parts are stored in another order than they are sent. */
const changesQuestions = (before: Required<AskedInput>, { phoneQuestion, questions }: AskedInput) =>
  (phoneQuestion !== undefined && phoneQuestion !== before.phoneQuestion) ||
  (questions !== undefined && !isDeepStrictEqual(questions, before.questions))

/** A company's own records show the clock of its first event (docs/product.md, Dates and times). */
async function setCompanyZone(ctx: StaffContext, { id, timeZone }: { id: number; timeZone: string }) {
  await ctx.db.execute(sql`
    UPDATE companies SET time_zone = ${timeZone}, updated_at = now()
    WHERE id = ${ctx.actor.companyId} AND time_zone <> ${timeZone}
      AND NOT EXISTS (SELECT FROM events WHERE company_id = companies.id AND id <> ${id})`)
}

/**
 * Moves an event's slots to its new time zone: dates and times stay, and so mean other instants. Guests whose
 * appointment was or is still to come are emailed, and their calendars follow. Bookings are locked before slots, as
 * reschedules do.
 */
async function moveSlots(ctx: StaffContext, event: { id: number; timeZone: string }) {
  const own = sql`event_id = ${event.id} AND company_id = ${ctx.actor.companyId}`
  await ctx.db.execute(sql`SELECT FROM bookings WHERE ${own} ORDER BY id FOR UPDATE`)
  await ctx.db.execute(sql`
    WITH changed AS (
      UPDATE time_slots SET time_zone = ${event.timeZone}, updated_at = now() WHERE ${own} RETURNING id, starts_at
    ), moved AS (
      UPDATE bookings SET sequence = sequence + 1, slot_since = now(), coming_at = NULL, updated_at = now() FROM changed
      WHERE bookings.time_slot_id = changed.id AND bookings.status = 'active' AND changed.starts_at > now()
      RETURNING bookings.id, bookings.company_id, bookings.sequence, bookings.attendee_email
    ) ${queueBookingEmails('rescheduled', 'moved', ctx.actor)}`)
}

type NewEvent = Omit<typeof events.$inferInsert, 'urlSlug' | 'companyId' | 'userId'> & {
  /** Made from the name if there is none. */
  urlSlug?: string | null
}

/** Returns a private event's unguessable link name, or a public one's readable name, with a number if that is taken. */
async function chooseSlug({ db }: StaffContext, { name, isPublic }: Pick<NewEvent, 'name' | 'isPublic'>) {
  if (isPublic === false) return makeSlug(name, randomBytes(randomCharacters.private))
  const slugs = plainSlugs(name, 'show', randomBytes(randomCharacters.public))
  // Another event that takes one of them at the same time is seen once it is stored.
  await db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('event slug'), hashtext(${slugs[0]}))`)
  const taken = await db.select().from(eventSlugs).where(inArray(eventSlugs.slug, slugs))
  return slugs.find((urlSlug) => taken.every(({ slug }) => slug !== urlSlug)) ?? slugs.at(-1)!
}

/**
 * Stores an event of the company with its slots, and logs it.
 *
 * @param endField the field to name if it has too many slots, which the form of an event cannot have
 * @throws AppError invalid
 */
export async function insertEvent(ctx: StaffContext, event: NewEvent, endField = 'endDate') {
  const urlSlug = event.urlSlug ?? (await chooseSlug(ctx, event))
  const { companyId, userId } = ctx.actor
  if (event.timeZone) await storeZone(ctx, event.timeZone)
  const [made] = await ctx.db
    .insert(events)
    .values({ ...event, urlSlug, companyId, userId })
    .returning(eventRow)
  const slots = planSlots(made!, zoneOf(made!.timeZone))
  if (slots.length > eventLimits.slots) throw fieldError('invalid', endField, eventMessages.tooManySlots)
  await insertSlots(ctx, made!, slots)
  await record(ctx, 'event.created', made!)
  return made!
}

/**
 * Creates an event with its pictures and slots in one transaction: one slot every `slotDuration` minutes of every day,
 * each with `maxBookingsPerSlot` spots (docs/product.md, How time slots are made). A copy shows the images of the event
 * it was made from (docs/product.md, Making an event).
 *
 * @throws AppError taken when another event has the slug, not_found when the event to copy is not the company's,
 *   invalid when an upload is not a picture, conflict beyond the company's quota
 */
export async function createEvent(ctx: StaffContext, input: EventInput, uploads: EventUploads = {}) {
  const pictures = await makePictures(ctx, uploads, eventImages)
  const created = await inTransaction(ctx, async (ctx) => {
    const event = await insertEvent(ctx, {
      ...input,
      ...(await copyImages(ctx, input)),
      ...pictures.urls,
      ...(input.timeZone === undefined && (await findLastPlace(ctx))),
      questionsVersion: asksAnything(input) ? 1 : 0,
    })
    await setCompanyZone(ctx, event)
    if (event.contactEmail) await confirmContact(ctx, event.contactEmail)
    await storePictures(ctx, ctx.actor.companyId, pictures)
    await assertWithinQuotas(ctx, ctx.actor.companyId, ['events', 'slots'])
    return eventView(event, ctx.actor)
  }).catch(refuseTaken)
  if (created.contactEmail) ctx.wakeEmailWorker()
  return created
}

/**
 * Updates an event; its slots stay as they are (docs/product.md, Making an event), but follow it to another time zone,
 * of which guests are emailed. An empty slug keeps the current one, since guests have links to it. A new slug revokes
 * access granted through the old one.
 *
 * @throws AppError not_found for an event of another company, taken when another event has the slug, invalid when
 *   an upload is not a picture
 */
export async function updateEvent(
  ctx: StaffContext,
  id: number,
  input: EventInput,
  uploads: EventUploads = {},
): Promise<Event> {
  const { urlSlug, removeLogo, removeBanner, ...changes } = input
  await getOwnEvent(ctx, id) // before the pictures are processed
  const pictures = await makePictures(ctx, uploads, eventImages)
  return inMailTransaction(ctx, async (ctx) => {
    const before = await getOwnEvent(ctx, id, 'no key update') // lets guests book while pictures are stored
    if (input.timeZone) await storeZone(ctx, input.timeZone)
    const [updated] = await changeRows(ctx, events, own(ctx, events, { id }), {
      ...changes,
      ...(urlSlug && {
        urlSlug,
        linkVersion: sql`link_version + (lower(url_slug) <> lower(${urlSlug}))::int`,
      }),
      ...(removeLogo && { logoUrl: null }),
      ...(removeBanner && { bannerUrl: null }),
      ...pictures.urls,
      ...(changesQuestions(before, input) && { questionsVersion: sql`questions_version + 1` }),
    }).returning(eventRow)
    const event = updated!
    if (event.contactEmail && event.contactEmail !== before.contactEmail)
      await confirmContact(ctx, event.contactEmail)
    await storePictures(ctx, ctx.actor.companyId, pictures)
    if (event.timeZone !== before.timeZone) await moveSlots(ctx, event)
    const changed = changesBetween(before, event, loggedFields)
    if (changed.length > 0) await record(ctx, 'event.changed', event, changed)
    return eventView(event, ctx.actor)
  }).catch(refuseTaken)
}

/** Publishes the company's event, which opens it for booking, or hides it from all but its staff. @throws AppError not_found */
export function setVisibility(ctx: StaffContext, id: number, { isHidden }: { isHidden: boolean }) {
  return inTransaction(ctx, async (ctx) => {
    const before = await getOwnEvent(ctx, id, 'no key update')
    const [updated] = await changeRows(ctx, events, own(ctx, events, { id }), {
      isHidden,
      isActive: !isHidden,
    }).returning(eventRow)
    const changed = changesBetween(before, updated!, loggedFields)
    if (changed.length > 0) await record(ctx, 'event.changed', updated!, changed)
    return eventView(updated!, ctx.actor)
  })
}

/**
 * Deletes an event with its slots, unless it ever had a booking or an order, even canceled ones
 * (docs/product.md, Deleting an event).
 *
 * @throws AppError not_found, in_use
 */
export async function deleteEvent(ctx: StaffContext, id: number): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    // Locking the event blocks new slots, and locking its slots blocks bookings.
    const event = await getOwnEvent(ctx, id, 'update')
    await ctx.db.delete(timeSlots).where(own(ctx, timeSlots, { eventId: id }))
    await ctx.db.delete(events).where(own(ctx, events, { id }))
    await record(ctx, 'event.deleted', event)
  }).catch(async (error) => {
    const booked = ['bookings', 'waitlist_offers'].some((table) =>
      violates(error, `${table}_time_slot_id_time_slots_id_fk`),
    )
    if (!booked && !violates(error, 'orders_event_id_events_id_fk')) throw error
    throw new AppError('in_use', (await findDeleteBlocker(ctx, id)) ?? eventMessages.hasBookings)
  })
}

/** Adds any number of slots to an event in one statement; existing ones stay as they are. @returns the added ones' ids */
export async function insertSlots(
  { db }: { db: Database },
  event: { id: number; companyId: number; maxBookingsPerSlot: number; timeZone: string },
  slots: readonly SlotTime[],
): Promise<number[]> {
  if (slots.length === 0) return []
  const column = (name: keyof SlotTime, type: string) =>
    sql`${sql.param(slots.map((slot) => slot[name]))}::${sql.raw(type)}[]`
  const { rows } = await db.execute<{ id: number }>(sql`
    INSERT INTO ${timeSlots} (company_id, event_id, slot_date, start_time, end_time, total_slots, time_zone)
    SELECT ${event.companyId}, ${event.id}, slot_date, start_time, end_time, ${event.maxBookingsPerSlot},
      ${event.timeZone}
    FROM unnest(${column('slotDate', 'date')}, ${column('startTime', 'time')}, ${column('endTime', 'time')})
      AS plan (slot_date, start_time, end_time)
    ON CONFLICT (event_id, slot_date, start_time, end_time) DO NOTHING
    RETURNING id`)
  return rows.map(({ id }) => id)
}

/**
 * Emails an event's contact a confirmation link, in the transaction that saves the event. Beyond ten a day no email is
 * sent: the address stays unconfirmed, and notices go to the account's owner (decision 029).
 *
 * @throws AppError too_many if asked to send it again
 */
async function confirmContact(ctx: StaffContext, email: string, again = false): Promise<void> {
  const { companyId } = ctx.actor
  const id = await requestContactConfirmation(ctx, { companyId, email, again })
  if (id === null) return
  const limit = rateLimits.contactConfirmationsOfCompany
  try {
    await consumePoint(ctx, limit, companyId, sessionMessages.tooManyConfirmations)
    await queueConfirmation(ctx, 'contact', companyId, id)
  } catch (error) {
    if (again || !(error instanceof AppError)) throw error
  }
}

/** Sends the link again. @throws AppError not_found without a contact or for another company's event, too_many */
export async function resendContactConfirmation(ctx: StaffContext, id: number): Promise<void> {
  const { contactEmail: email } = await getOwnEvent(ctx, id)
  if (!email) throw new AppError('not_found', eventMessages.notFound)
  await inMailTransaction(ctx, async (ctx) => confirmContact(ctx, email, true))
}
