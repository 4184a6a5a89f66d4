import type { Retention } from '@trunkshow/contract/privacy/schema.ts'
import { eq, type SQL, sql } from 'drizzle-orm'
import { record } from '../activity/record-activity.ts'
import { removeGuestPhotos } from '../bookings/photos/guest-photos.ts'
import { changeSettings } from '../company/save-company.ts'
import type { Context, StaffContext } from '../context.ts'
import { companies } from '../platform/db/schema/company.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { eraseEmails } from '../platform/mail/erase-emails.ts'
import { erase } from './erase-person.ts'

type JobContext = Pick<Context, 'config' | 'db' | 'files'>

/** Bookings, and places on waitlists, erased per transaction, which locks their rows for a few milliseconds. */
const GUESTS_PER_BATCH = 100

/** Lists the companies that erase guests of old events. */
async function listCompanies({ db }: JobContext): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(
    sql`SELECT id FROM companies WHERE erase_guests_after_months IS NOT NULL ORDER BY id`,
  )
  return rows.map(({ id }) => id)
}

/** Whether an event (`e`) ended longer ago than its company (`c`) keeps guests. */
const isOld = sql`
  e.last_day + make_interval(months => c.erase_guests_after_months) < wall_clock(now(), e.time_zone)::date`

/** Erases a batch of bookings and waits past the company's retention. @returns whether more may be left */
async function eraseBatch(ctx: JobContext, companyId: number): Promise<boolean> {
  const { bookingIds, waitIds, photos } = await inTransaction(ctx, async ({ db }) => {
    const idsOf = async (guests: SQL, locked = sql``) => {
      const { rows } = await db.execute<{ id: number }>(sql`
        SELECT g.id FROM events AS e JOIN companies AS c ON c.id = e.company_id JOIN ${guests} AS g ON g.event_id = e.id
        WHERE c.id = ${companyId} AND g.company_id = c.id AND lower(g.attendee_email) IS DISTINCT FROM '' AND ${isOld}
        ORDER BY g.id LIMIT ${GUESTS_PER_BATCH} ${locked}`)
      return rows.map(({ id }) => id)
    }
    const bookingIds = await idsOf(sql`bookings`, sql`FOR UPDATE OF g SKIP LOCKED`)
    const waitIds = await idsOf(sql`waitlist_entries`)
    const count = bookingIds.length + waitIds.length
    if (count === 0) return { bookingIds, waitIds, photos: [] }
    const tenant = { db, actor: { companyId } }
    const photos = await erase(tenant, { bookingIds, waitIds, customerIds: [], orderIds: [] })
    const actor = { companyId, name: 'Trunkshow' }
    const name = count === 1 ? '1 guest' : `${count} guests`
    await record({ db, actor }, 'guests.erased', { id: companyId, name })
    return { bookingIds, waitIds, photos }
  })
  await removeGuestPhotos(ctx, photos)
  if (bookingIds.length + waitIds.length > 0)
    await eraseEmails(ctx, { companyId, bookingIds, waitIds, orderIds: [] })
  return [bookingIds, waitIds].some(({ length }) => length === GUESTS_PER_BATCH)
}

/**
 * Erases guests of old events in all companies that chose a retention (decision 034), one batch per company in turns.
 * Then cleans up what earlier erasures left of emails, and the hashes that limits no longer count.
 */
export async function eraseOldGuests(ctx: JobContext): Promise<void> {
  for (let waiting = await listCompanies(ctx); waiting.length > 0; ) {
    const next: number[] = []
    for (const companyId of waiting) if (await eraseBatch(ctx, companyId)) next.push(companyId)
    waiting = next
  }
  await eraseEmails(ctx)
  for (const table of [sql`bookings`, sql`waitlist_entries`])
    await ctx.db.execute(sql`
      UPDATE ${table} SET network_hash = NULL
      WHERE lower(attendee_email) = '' AND network_hash IS NOT NULL AND created_at <= now() - interval '1 day'`)
}

const inWords = (months: number | null) =>
  months === null ? 'Never' : months === 1 ? '1 month after an event' : `${months} months after an event`

/** Returns after how many months guests of past events are erased; null means never. */
export async function getRetention({ db, actor }: StaffContext): Promise<Retention> {
  const [found] = await db
    .select({ months: companies.eraseGuestsAfterMonths })
    .from(companies)
    .where(eq(companies.id, actor.companyId))
  return found!
}

/** Changes the retention, which applies from the next night. */
export async function saveRetention(ctx: StaffContext, { months }: Retention): Promise<Retention> {
  await inTransaction(ctx, (ctx) =>
    changeSettings(ctx, 'guests.retention', { eraseGuestsAfterMonths: months }, (company) => ({
      retention: inWords(company.eraseGuestsAfterMonths),
    })),
  )
  return { months }
}
