import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'

/** How many files the database is asked about at once. */
const FILES_PER_BATCH = 1000

/** Erased bookings: of these numbers, or all there are. */
const erased = (bookingIds?: readonly number[]) =>
  sql`lower(b.attendee_email) = '' ${bookingIds ? sql`AND b.id = ANY(${sql.param(bookingIds)}::int[])` : sql``}`

/** Mails among these that are about such a booking, or that told of one among others. */
async function areErased({ db }: Pick<Context, 'db'>, ids: number[], bookingIds?: readonly number[]) {
  const { rows } = await db.execute<{ id: number }>(sql`
    SELECT coalesce(m.digest_id, m.id) AS id
    FROM email_notifications AS m JOIN bookings AS b ON b.id = m.booking_id
    WHERE coalesce(m.digest_id, m.id) = ANY(${sql.param(ids)}::int[]) AND ${erased(bookingIds)}`)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Deletes the files of mails about erased guests that this machine has in its outbox, where mails go without a mail
 * server. What was sent through one is in mailboxes, out of reach.
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
    const gone = await areErased(ctx, ids, bookingIds)
    for (const { name, id } of some) if (gone.has(id)) await rm(join(folder, name), { force: true })
  }
}

/**
 * What is left of mails about erased guests: their files, and what a mail that was on its way as its guest was erased
 * has written down since. What limits count a day's mails and bookings by goes once the day is over. It runs after each
 * erasure, for its bookings, and every night for all, so that what one run misses the next one finds.
 */
export async function forgetMails(
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
    UPDATE bookings AS b SET network_hash = NULL
    WHERE ${erased(bookingIds)} AND network_hash IS NOT NULL AND created_at <= now() - interval '1 day'`)
}
