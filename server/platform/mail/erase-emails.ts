import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'

/** How many files are checked per query. */
const FILES_PER_BATCH = 1000

/** Whose emails to look at. */
interface Only {
  bookingIds: readonly number[]
  waitIds: readonly number[]
}

/** The condition of `email_notifications` as `m` that they are about an erased guest: of these ones, or of all. */
function erased(only?: Only) {
  const among = (ids: readonly number[] | undefined) =>
    ids ? sql`AND id = ANY(${sql.param(ids)}::int[])` : sql``
  return sql`(
    m.booking_id IN (SELECT id FROM bookings WHERE lower(attendee_email) = '' ${among(only?.bookingIds)})
    OR m.waitlist_entry_id IN (SELECT id FROM waitlist_entries WHERE lower(attendee_email) = '' ${among(only?.waitIds)}))`
}

/** Returns the emails that are about an erased guest, or are a digest that mentions one. */
async function findErased({ db }: Pick<Context, 'db'>, ids: number[], only?: Only) {
  const { rows } = await db.execute<{ id: number }>(sql`
    SELECT coalesce(m.digest_id, m.id) AS id FROM email_notifications AS m
    WHERE coalesce(m.digest_id, m.id) = ANY(${sql.param(ids)}::int[]) AND ${erased(only)}`)
  return new Set(rows.map(({ id }) => id))
}

/** Deletes the files of erased guests' emails from this machine's outbox, which is used without a mail server. */
async function removeFromOutbox(ctx: Pick<Context, 'config' | 'db'>, only?: Only) {
  const folder = join(ctx.config.dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [] as string[])
  const files = names.flatMap((name) => {
    const id = /^mail-(\d{1,9})-/.exec(name)?.[1]
    return id ? [{ name, id: Number(id) }] : []
  })
  for (let at = 0; at < files.length; at += FILES_PER_BATCH) {
    const some = files.slice(at, at + FILES_PER_BATCH)
    const ids = some.map(({ id }) => id)
    const gone = await findErased(ctx, ids, only)
    for (const { name, id } of some) if (gone.has(id)) await rm(join(folder, name), { force: true })
  }
}

/**
 * Erases what remains of erased guests' emails: their files, outcomes stored during the erasure and, after a day, the
 * hashes that limits count by. Runs after each erasure for its guests, and every night for all.
 */
export async function eraseEmails(ctx: Pick<Context, 'config' | 'db'>, only?: Only): Promise<void> {
  await removeFromOutbox(ctx, only)
  const past = sql`m.created_at <= now() - interval '1 day'`
  await ctx.db.execute(sql`
    UPDATE email_notifications AS m SET recipient_email = NULL, subject = NULL, error_message = NULL,
      recipient_hash = CASE WHEN NOT ${past} THEN recipient_hash END
    WHERE ${erased(only)}
      AND (recipient_email IS NOT NULL OR subject IS NOT NULL OR error_message IS NOT NULL
        OR (recipient_hash IS NOT NULL AND ${past}))`)
  await ctx.db.execute(sql`
    UPDATE emails SET to_email = NULL, subject = NULL, error_message = NULL
    FROM email_notifications AS m
    WHERE m.id = emails.id AND ${erased(only)}
      AND (emails.to_email IS NOT NULL OR emails.subject IS NOT NULL OR emails.error_message IS NOT NULL)`)
  await ctx.db.execute(sql`
    UPDATE emails SET body = NULL, text = NULL
    FROM email_notifications AS m
    WHERE emails.id = coalesce(m.digest_id, m.id) AND ${erased(only)} AND emails.body IS NOT NULL`)
  await ctx.db.execute(sql`
    UPDATE bookings AS b SET network_hash = NULL
    WHERE lower(b.attendee_email) = '' ${only ? sql`AND b.id = ANY(${sql.param(only.bookingIds)}::int[])` : sql``} AND network_hash IS NOT NULL AND created_at <= now() - interval '1 day'`)
}
