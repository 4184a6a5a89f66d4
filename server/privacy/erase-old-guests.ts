import { venueNow } from '@trunkshow/contract/dates.ts'
import { sql } from 'drizzle-orm'
import { recordActivity } from '../activity/record-activity.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../db/transaction.ts'
import { forgetMails } from '../mail/forget-mails.ts'
import { erase } from './erase-person.ts'

type JobContext = Pick<Context, 'config' | 'db'>

/** Bookings erased in one transaction: each holds its rows for some milliseconds. */
const GUESTS_PER_BATCH = 100

/** Companies that erase guests of old events, in an order. */
async function listCompanies({ db }: JobContext): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(
    sql`SELECT id FROM companies WHERE erase_guests_after_months IS NOT NULL ORDER BY id`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Erases some guests of one company whose event ended longer ago than the company keeps them. Only the bookings: who
 * ordered, or was made a customer, stays one.
 *
 * @param today the venue's day, yyyy-MM-dd
 * @returns whether more may be left
 */
async function eraseSome(ctx: JobContext, companyId: number, today: string): Promise<boolean> {
  const bookingIds = await inTransaction(ctx, async ({ db }) => {
    const { rows } = await db.execute<{ id: number }>(sql`
      SELECT b.id FROM events AS e JOIN companies AS c ON c.id = e.company_id JOIN bookings AS b ON b.event_id = e.id
      WHERE c.id = ${companyId} AND b.company_id = c.id AND lower(b.attendee_email) <> ''
        AND e.last_day + make_interval(months => c.erase_guests_after_months) < ${today}::date
      ORDER BY b.id LIMIT ${GUESTS_PER_BATCH} FOR UPDATE OF b SKIP LOCKED`)
    const bookingIds = rows.map(({ id }) => id)
    if (bookingIds.length === 0) return []
    const tenant = { db, actor: { companyId } }
    await erase(tenant, { bookingIds, customerIds: [], orderIds: [] })
    await recordActivity(
      { db, actor: null },
      {
        companyId,
        activity: 'guests.erased',
        subject: 'company',
        subjectId: companyId,
        subjectName: bookingIds.length === 1 ? '1 guest' : `${bookingIds.length} guests`,
        actorName: 'Trunkshow',
      },
    )
    return bookingIds
  })
  if (bookingIds.length > 0) await forgetMails(ctx, bookingIds)
  return bookingIds.length === GUESTS_PER_BATCH
}

/**
 * Erases the guests of old events of every company that chose so (decision 034), in turn: each gets some of its own done
 * before any gets more. Then what earlier erasures left of mails.
 */
export async function eraseOldGuests(ctx: JobContext, today = venueNow(new Date()).date): Promise<void> {
  for (let waiting = await listCompanies(ctx); waiting.length > 0; ) {
    const next: number[] = []
    for (const companyId of waiting) if (await eraseSome(ctx, companyId, today)) next.push(companyId)
    waiting = next
  }
  await forgetMails(ctx)
}
