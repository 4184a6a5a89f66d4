import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'

/** How many files are checked per query. */
const FILES_PER_BATCH = 1000

/** The condition of erased bookings: those with these ids, or all. */
const erased = (bookingIds?: readonly number[]) =>
  sql`lower(b.attendee_email) = '' ${bookingIds ? sql`AND b.id = ANY(${sql.param(bookingIds)}::int[])` : sql``}`

/** Returns the emails that are about an erased booking, or are a digest that mentions one. */
async function findErased({ db }: Pick<Context, 'db'>, ids: number[], bookingIds?: readonly number[]) {
  const { rows } = await db.execute<{ id: number }>(sql`
    SELECT coalesce(m.digest_id, m.id) AS id
    FROM email_notifications AS m JOIN bookings AS b ON b.id = m.booking_id
    WHERE coalesce(m.digest_id, m.id) = ANY(${sql.param(ids)}::int[]) AND ${erased(bookingIds)}`)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Deletes the files of erased guests' emails from this machine's outbox, which is used without a mail server. Emails
 * that were sent are in mailboxes, out of reach.
 */
async function removeFromOutbox(ctx: Pick<Context, 'config' | 'db'>, bookingIds?: readonly number[]) {
  const folder = join(ctx.config.dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [] as string[])
  const files = names.flatMap((name) => {
    const id = /^mail-(\d{1,9})-/.exec(name)?.[1]
    return id ? [{ name, id: Number(id) }] : []
  })
  for (let at = 0; at < files.length; at += FILES_PER_BATCH) {
    const some = files.slice(at, at + FILES_PER_BATCH)
    const ids = some.map(({ id }) => id)
    const gone = await findErased(ctx, ids, bookingIds)
    for (const { name, id } of some) if (gone.has(id)) await rm(join(folder, name), { force: true })
  }
}

/**
 * Erases what remains of erased guests' emails: their files, and outcomes stored by emails that were being sent during
 * the erasure. Hashes that limits count by are erased after a day. Runs after each erasure for its bookings, and every
 * night for all, to catch what a run missed.
 */
export async function eraseEmails(
  ctx: Pick<Context, 'config' | 'db'>,
  bookingIds?: readonly number[],
): Promise<void> {
  await removeFromOutbox(ctx, bookingIds)
  const past = sql`m.created_at <= now() - interval '1 day'`
  await ctx.db.execute(sql`
    UPDATE email_notifications AS m SET recipient_email = NULL, subject = NULL, error_message = NULL,
      recipient_hash = CASE WHEN NOT ${past} THEN recipient_hash END
    FROM bookings AS b
    WHERE b.id = m.booking_id AND ${erased(bookingIds)}
      AND (recipient_email IS NOT NULL OR subject IS NOT NULL OR error_message IS NOT NULL
        OR (recipient_hash IS NOT NULL AND ${past}))`)
  await ctx.db.execute(sql`
    UPDATE emails AS m SET to_email = NULL, subject = NULL, error_message = NULL
    FROM bookings AS b
    WHERE b.id = m.booking_id AND ${erased(bookingIds)}
      AND (to_email IS NOT NULL OR subject IS NOT NULL OR error_message IS NOT NULL)`)
  await ctx.db.execute(sql`
    UPDATE emails SET body = NULL, text = NULL
    FROM email_notifications AS m JOIN bookings AS b ON b.id = m.booking_id
    WHERE emails.id = coalesce(m.digest_id, m.id) AND ${erased(bookingIds)} AND emails.body IS NOT NULL`)
  await ctx.db.execute(sql`
    UPDATE bookings AS b SET network_hash = NULL
    WHERE ${erased(bookingIds)} AND network_hash IS NOT NULL AND created_at <= now() - interval '1 day'`)
}
