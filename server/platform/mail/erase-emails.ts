import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'

/** Whose emails to look at. */
interface Only {
  companyId: number
  bookingIds: readonly number[]
  waitIds: readonly number[]
  orderIds: readonly number[]
}

const isErased = sql`(
  EXISTS (SELECT FROM bookings AS b WHERE b.id = m.booking_id AND lower(b.attendee_email) = '')
  OR EXISTS (SELECT FROM waitlist_entries AS w WHERE w.id = m.waitlist_entry_id AND lower(w.attendee_email) = '')
  OR EXISTS (SELECT FROM orders AS o WHERE o.id = m.order_id AND o.customer_email = ''))`

/** The condition of `email_notifications` as `m` that they are about an erased guest: of these ones, or of all. */
function erased(only?: Only) {
  if (!only) return isErased
  const ids = (list: readonly number[]) => sql`ANY(${sql.param(list)}::int[])`
  return sql`(m.company_id = ${only.companyId} AND ${isErased}
    AND (m.booking_id = ${ids(only.bookingIds)} OR m.waitlist_entry_id = ${ids(only.waitIds)}
      OR m.order_id = ${ids(only.orderIds)}))`
}

/** Deletes the files of erased guests' emails from this machine's outbox, which is used without a mail server. */
async function removeFromOutbox(ctx: Pick<Context, 'config' | 'db'>, only?: Only) {
  const folder = join(ctx.config.dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [] as string[])
  const idOf = (name: string) => Number(/^mail-(\d{1,9})-/.exec(name)?.[1] ?? 0)
  const { rows } = await ctx.db.execute<{ id: number }>(sql`
    SELECT coalesce(m.digest_id, m.id) AS id FROM email_notifications AS m
    WHERE coalesce(m.digest_id, m.id) = ANY(${sql.param(names.map(idOf))}::int[]) AND ${erased(only)}`)
  const gone = new Set(rows.map(({ id }) => id))
  for (const name of names) if (gone.has(idOf(name))) await rm(join(folder, name), { force: true })
}

/**
 * Erases what is left of erased guests' emails: recipients, subjects, texts, also of digests that mention them, errors
 * and, after a day, the hashes that limits count by.
 */
export async function eraseEmailRows({ db }: Pick<Context, 'db'>, only?: Only): Promise<void> {
  const past = sql`m.created_at <= now() - interval '1 day'`
  await db.execute(sql`
    UPDATE email_notifications AS m SET recipient_email = NULL, subject = NULL, error_message = NULL,
      recipient_hash = CASE WHEN NOT ${past} THEN recipient_hash END
    WHERE ${erased(only)}
      AND (recipient_email IS NOT NULL OR subject IS NOT NULL OR error_message IS NOT NULL
        OR (recipient_hash IS NOT NULL AND ${past}))`)
  await db.execute(sql`
    UPDATE emails SET to_email = NULL, subject = NULL, error_message = NULL
    FROM email_notifications AS m
    WHERE m.id = emails.id AND ${erased(only)}
      AND (emails.to_email IS NOT NULL OR emails.subject IS NOT NULL OR emails.error_message IS NOT NULL)`)
  await db.execute(sql`
    UPDATE emails SET body = NULL, text = NULL
    FROM email_notifications AS m
    WHERE emails.id = coalesce(m.digest_id, m.id) AND ${erased(only)} AND emails.body IS NOT NULL`)
}

/** Erases the files of erased guests' emails, and outcomes stored during the erasure: after each, and every night for all. */
export async function eraseEmails(ctx: Pick<Context, 'config' | 'db'>, only?: Only): Promise<void> {
  await removeFromOutbox(ctx, only)
  await eraseEmailRows(ctx, only)
}
