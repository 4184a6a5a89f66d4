import { AppError } from '@trunkshow/contract/errors.ts'
import { privacyMessages } from '@trunkshow/contract/privacy/messages.ts'
import type { Erasure } from '@trunkshow/contract/privacy/schema.ts'
import { openStates } from '@trunkshow/contract/shopify/rules.ts'
import { eraseInShop, type Shop } from '@trunkshow/practice-store/shop.ts'
import { eq, type SQL, sql } from 'drizzle-orm'
import { record } from '../activity/record-activity.ts'
import { removeGuestPhotos } from '../bookings/photos/guest-photos.ts'
import type { Context, TenantContext } from '../context.ts'
import { removeFiles } from '../orders/files/store-attachments.ts'
import { imports } from '../platform/db/schema/imports.ts'
import { practiceStores, shopifyOperations } from '../platform/db/schema/shopify.ts'
import { own } from '../platform/db/statement.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { eraseEmails } from '../platform/mail/erase-emails.ts'
import { queueBookingEmails } from '../platform/mail/outbox.ts'
import { lockWaitlist, offerSpots } from '../slots/offer-spots.ts'
import {
  blankBookings,
  blankCustomers,
  blankLog,
  blankLogOfDeleted,
  blankMails,
  blankOrders,
  blankTexts,
  blankWaits,
  deleteFollowUps,
  type ErasedPhoto,
} from './blank-rows.ts'
import { findPerson, type Person, type PersonQuery, type Records } from './find-person.ts'

/** The user who erases, or the company a job or store acts for; only requests have `wake`. */
export interface ErasureContext
  extends Pick<Context, 'config' | 'db' | 'files'>,
    Partial<Pick<Context, 'wakeEmailWorker' | 'wake'>> {
  actor: TenantContext['actor'] & { userId?: number; name?: string }
}

/**
 * Locks the slots of the guest's bookings and open offers, then the waitlists. An offer that was made to the guest since
 * is of a slot that must not be locked after a waitlist, so it begins again (decision 056).
 */
async function lockUpcoming({ db, actor }: TenantContext, theirs: SQL, waitIds: readonly number[]) {
  const waits = sql`company_id = ${actor.companyId} AND entry_id = ANY(${sql.param(waitIds)}::int[]) AND state = 'open'`
  for (;;) {
    await db.execute(sql`SAVEPOINT upcoming`)
    const { rows } = await db.execute<{ id: number }>(sql`
      SELECT id FROM time_slots WHERE id IN (
        SELECT time_slot_id FROM bookings WHERE ${theirs} AND status = 'active'
        UNION SELECT time_slot_id FROM waitlist_offers WHERE ${waits})
      ORDER BY id FOR UPDATE`)
    await lockWaitlist(
      { db },
      sql`SELECT event_id FROM waitlist_entries
        WHERE company_id = ${actor.companyId} AND id = ANY(${sql.param(waitIds)}::int[])
        UNION SELECT event_id FROM bookings WHERE ${theirs} AND status = 'active'`,
    )
    const locked = sql`${sql.param(rows.map(({ id }) => id))}::int[]`
    const missed = await db.execute(
      sql`SELECT FROM waitlist_offers WHERE ${waits} AND time_slot_id <> ALL (${locked}) LIMIT 1`,
    )
    if (!missed.rowCount) return
    await db.execute(sql`ROLLBACK TO SAVEPOINT upcoming`)
  }
}

/**
 * Cancels upcoming bookings, takes the guest off waitlists, and notifies the host without naming the guest, who can't be
 * reached anymore. What becomes free is offered to others who wait. Locks bookings, then slots by id, as other changes do, to prevent deadlocks.
 */
async function cancelUpcoming(
  { db, actor }: TenantContext,
  { bookingIds, waitIds }: Pick<Person, 'bookingIds' | 'waitIds'>,
): Promise<void> {
  const theirs = sql`company_id = ${actor.companyId} AND id = ANY(${sql.param(bookingIds)}::int[])`
  await lockUpcoming({ db, actor }, theirs, waitIds)
  const { rows } = await db.execute<{ id: number; slotId: number }>(sql`
    WITH canceled AS (
      UPDATE bookings SET status = 'cancelled', sequence = sequence + 1, updated_at = now()
      WHERE ${theirs} AND status = 'active'
        AND EXISTS (SELECT FROM time_slots AS s WHERE s.id = time_slot_id AND s.starts_at > now())
      RETURNING id, company_id, sequence, attendee_email, time_slot_id, spots
    ), freed AS (
      UPDATE time_slots SET booked = booked - freed_of.spots
      FROM (SELECT time_slot_id, sum(spots)::int AS spots FROM canceled GROUP BY time_slot_id) AS freed_of
      WHERE time_slots.id = freed_of.time_slot_id
    ), mails AS (${queueBookingEmails('canceled', 'canceled', actor)})
    SELECT id, time_slot_id AS "slotId" FROM canceled`)
  const freed = [...rows.map(({ slotId }) => slotId), ...(await blankWaits({ db, actor }, waitIds))]
  await offerSpots(
    { db },
    [...new Set(freed)].sort((a, b) => a - b),
    rows.map(({ id }) => id),
  )
}

/** Blanks locked records and everything that refers to them. @returns photos to delete after the commit */
export async function erase(ctx: TenantContext, person: Records): Promise<ErasedPhoto[]> {
  const { bookingIds, customerIds, orderIds } = person
  await cancelUpcoming(ctx, person)
  const photos = await blankBookings(ctx, bookingIds)
  await blankMails(ctx, person)
  await deleteFollowUps(ctx, person)
  await blankCustomers(ctx, customerIds)
  await stopPushes(ctx, orderIds)
  await blankOrders(ctx, orderIds)
  await blankLog(ctx, person)
  return photos
}

/** Logs who erased and how much, but never whom. */
async function recordErasure(
  ctx: ErasureContext,
  { customerIds, bookingIds, waitIds, orderIds }: Person,
  { reach, byGuest, actorName }: { reach: Erasure; byGuest: boolean; actorName: string | undefined },
) {
  const subjects = [
    ['customer', customerIds],
    ['booking', bookingIds],
    ['waitlist', waitIds],
    ['order', orderIds],
  ] as const
  const [subject, [id]] = subjects.find(([, ids]) => ids.length > 0)!
  const activity = subject === 'order' ? 'customer.erased' : (`${subject}.erased` as const)
  const whom = activity === 'customer.erased' ? 'a customer' : 'a guest'
  await record(
    { ...ctx, actor: { ...ctx.actor, name: actorName ?? ctx.actor.name } },
    activity,
    { id: id!, name: byGuest ? 'their own data' : whom, subject },
    Object.entries({ bookings: reach.bookings, orders: reach.orders }).flatMap(([field, count]) =>
      count ? [{ field, from: null, to: String(count) }] : [],
    ),
  )
}

/**
 * Erases a person from one company (decision 034): name, email, phone, address, answers, files and mentions in free
 * text, in rows, emails, the log and files. Counts, totals, dates and statuses stay. Upcoming bookings are canceled.
 * Repeating it is harmless. Copies outside, such as in Shopify, are not touched.
 *
 * @param options.byGuest whether the guest did it through a link
 * @param options.actorName who did it, if not a user
 * @returns how many records it covered
 * @throws AppError conflict while a file with the person is being imported; nothing is erased then
 */
export async function erasePerson(
  ctx: ErasureContext,
  sought: PersonQuery,
  options: { byGuest?: boolean; actorName?: string } = {},
): Promise<Erasure> {
  const { byGuest = false, actorName } = options
  const { person, photos } = await inTransaction(ctx, async (ctx) => {
    const person = await findPerson(ctx, sought)
    const { pattern, emails, orderIds, names } = person
    const photos = await erase(ctx, person)
    if (pattern !== null) {
      await deleteImports(ctx, pattern)
      await blankLogOfDeleted(ctx, names)
      await blankTexts(ctx, pattern)
      await blankPracticeStore(ctx, { emails, orderIds })
    }
    if (!person.isErased) await recordErasure(ctx, person, { reach: person.reach, byGuest, actorName })
    return { person, photos }
  })
  for (const id of person.orderIds) await removeFiles(ctx, id)
  await removeGuestPhotos(ctx, photos)
  await eraseEmails(ctx, { ...person, companyId: ctx.actor.companyId })
  ctx.wakeEmailWorker?.()
  return person.reach
}

/** Returns what `erasePerson` would cover, without changing anything. */
export async function previewErasure(ctx: ErasureContext, sought: PersonQuery): Promise<Erasure> {
  return inTransaction(ctx, async (ctx) => (await findPerson(ctx, sought)).reach)
}

/**
 * Deletes checked imports that mention the person. A running one would bring the person back.
 *
 * @throws AppError conflict while a file with the person is being imported
 */
async function deleteImports({ db, actor }: TenantContext, pattern: string): Promise<void> {
  const { rows } = await db.execute<{ id: number; state: string }>(sql`
    SELECT id, state FROM imports
    WHERE company_id = ${actor.companyId} AND csv <> ''
      AND (replace(csv, '"', '') ~* ${pattern} OR replace(mended::text, '"', '') ~* ${pattern}) FOR UPDATE`)
  if (rows.some(({ state }) => state === 'running'))
    throw new AppError('conflict', privacyMessages.importRunning)
  const ids = rows.map(({ id }) => id)
  await db.delete(imports).where(own({ actor }, imports, { id: ids }))
}

/** Stops pushes of these orders; cancellations and status checks have no personal data and continue. */
async function stopPushes(ctx: TenantContext, orderIds: readonly number[]): Promise<void> {
  await ctx.db
    .update(shopifyOperations)
    .set({ state: 'failed', lastError: privacyMessages.orderErased, tries: sql`tries + 1` })
    .where(own(ctx, shopifyOperations, { entityType: 'order', entityId: orderIds, state: openStates }))
}

/** Also erases the person from the practice store, which is in the same database. */
async function blankPracticeStore(
  { db, actor: { companyId } }: TenantContext,
  { emails, orderIds }: Pick<Person, 'emails' | 'orderIds'>,
): Promise<void> {
  const ofCompany = eq(practiceStores.companyId, companyId)
  const [found] = await db
    .select({ content: practiceStores.content })
    .from(practiceStores)
    .where(ofCompany)
    .for('update')
  if (!found) return
  const { rows } = await db.execute<{ remoteId: string }>(sql`
    SELECT remote_id AS "remoteId" FROM shopify_operations
    WHERE company_id = ${companyId} AND entity_type = 'order' AND remote_id IS NOT NULL
      AND entity_id = ANY(${sql.param(orderIds)}::int[])
    UNION SELECT shopify_order_id FROM orders
    WHERE company_id = ${companyId} AND shopify_order_id IS NOT NULL AND id = ANY(${sql.param(orderIds)}::int[])`)
  const content = found.content as Shop
  eraseInShop(content, { emails, orderIds: rows.map(({ remoteId }) => remoteId) })
  await db.update(practiceStores).set({ content, updatedAt: sql`now()` }).where(ofCompany)
}
