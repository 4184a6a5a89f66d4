import { setTimeout } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { isUnavailable } from '../db/errors.ts'
import { runQuery } from '../db/statement.ts'
import { inSeconds, leaseSeconds, retryPauseSeconds } from '../jobs/lease.ts'
import { log } from '../log/log.ts'
import { countEmail } from '../metrics/registry.ts'
import { claimNext, type EmailContext, releaseConfirmed, requeueDue, type Turn } from './claim-next.ts'
import { eraseEmails } from './erase-emails.ts'
import { mailboxOf } from './mailbox-of.ts'
import type { Message, Notification } from './message.ts'
import type { Transport } from './transport.ts'

/**
 * Writes the email of one outbox row, or the digest of several, from current data. Returns null when it no longer
 * applies.
 */
export type EmailWriter = (
  ctx: EmailContext,
  notification: Notification,
  digest: readonly Notification[] | null,
) => Promise<Message | null>

/** How long a failing email is retried, and the longest pause between tries (docs/product.md, What is sent and when). */
const RETRY_FOR_SECONDS = 24 * 3600
const MAX_RETRY_PAUSE_SECONDS = 30
/** How often delayed emails are checked. */
const CLAIM_INTERVAL_MS = 1000
/** How long to keep trying to record a sent email: the lease minus the longest time a send takes. */
const MARK_SENT_FOR_SECONDS = leaseSeconds.email - 65
/** How many notices a mailbox gets within this time before further ones join a digest. */
const noticeBurst = { count: 10, seconds: 300 }

type Rows = readonly Notification[]

/** What an email's status says about the attempt to send it. */
const outcomes = { sent: 'sent', skipped: 'skipped', failed: 'failed', pending: 'retried' } as const

/**
 * Stores the outcome of an email. If its guest was erased in the meantime, which changes `attempts`, the outcome is
 * erased again.
 */
async function mark(ctx: EmailContext, rows: Rows, changes: SQL) {
  const marked = await runQuery<
    Pick<Notification, 'id' | 'attempts' | 'bookingId'> & { status: keyof typeof outcomes }
  >(
    ctx,
    sql`UPDATE email_notifications SET ${changes}
      WHERE id = ANY (${sql.param(rows.map(({ id }) => id))}::int[])
      RETURNING id, attempts, booking_id AS "bookingId", status`,
    { prepared: true },
  )
  // All rows of a digest are one email.
  if (marked[0]) countEmail(outcomes[marked[0].status])
  const attempts = new Map(rows.map((row) => [row.id, row.attempts]))
  const lost = marked.filter((row) => row.attempts !== attempts.get(row.id))
  const bookingIds = lost.flatMap(({ bookingId }) => bookingId ?? [])
  if (bookingIds.length > 0) await eraseEmails(ctx, bookingIds)
}

const markSent = (ctx: EmailContext, rows: Rows, { to, subject }: Message) =>
  mark(
    ctx,
    rows,
    sql`status = 'sent', sent_at = now(), error_message = NULL, failing_since = NULL, waits_for = NULL,
      recipient_email = ${to.address}, recipient_hash = ${mailboxOf(ctx.config, to.address)}, subject = ${subject},
      digest_id = CASE WHEN id <> ${rows[0]!.id} THEN ${rows[0]!.id}::int END`,
  )

/**
 * Records a sent email, since it would otherwise be sent again. Waits for a database that is down as long as the lease
 * lasts.
 */
async function recordSent(ctx: EmailContext, rows: Rows, message: Message) {
  for (const until = performance.now() + MARK_SENT_FOR_SECONDS * 1000; ; await setTimeout(500)) {
    try {
      return await markSent(ctx, rows, message)
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > until) throw error
    }
  }
}

/** Schedules a retry, or gives up: at once when the email is rejected, else a day after the first failure. */
async function markFailed(ctx: EmailContext, rows: Rows, error: unknown, refused = false) {
  await mark(
    ctx,
    rows,
    sql`error_message = ${error instanceof Error ? error.message : String(error)},
      next_attempt_at = ${inSeconds(retryPauseSeconds(rows[0]!.attempts, MAX_RETRY_PAUSE_SECONDS))},
      failing_since = coalesce(failing_since, now()),
      status = CASE WHEN ${refused}::boolean OR failing_since < now() - ${RETRY_FOR_SECONDS} * interval '1 second'
        THEN 'failed' ELSE 'pending' END`,
  )
}

/** Delays an email whose mailbox has reached its limit. @returns whether it was delayed */
async function delayIfCapped(
  ctx: EmailContext,
  { id, waitsFor }: Notification,
  message: Message,
): Promise<boolean> {
  const mailbox = mailboxOf(ctx.config, message.to.address)
  /** When the mailbox may get another email; no row when it may now. */
  const availableAt = (limit: number, seconds: number, kinds: SQL) => sql`(
    SELECT sent_at + ${seconds} * interval '1 second' FROM email_notifications
    WHERE recipient_hash = ${mailbox} AND sent_at > now() - ${seconds} * interval '1 second' AND ${kinds}
    ORDER BY sent_at DESC OFFSET ${limit - 1} LIMIT 1)`
  const wait = async (reason: string, until: SQL) => {
    const waiting = await runQuery(
      ctx,
      sql`
        UPDATE email_notifications AS mail
        SET status = 'waiting', waits_for = ${reason}, next_attempt_at = room.again, recipient_hash = ${mailbox},
          failing_since = NULL
        FROM (SELECT ${until} AS again) AS room
        WHERE mail.id = ${id} AND room.again IS NOT NULL
        RETURNING mail.id`,
      { prepared: true },
    )
    return waiting.length > 0
  }
  const { cap, mayJoinDigest } = message
  if (cap) {
    const kinds = sql`email_type = ANY (${sql.param(cap.kinds)}::text[])`
    if (await wait('recipient', availableAt(cap.perDay, 24 * 3600, kinds))) return true
  }
  if (!mayJoinDigest || waitsFor === 'digest') return false
  return wait('digest', availableAt(noticeBurst.count, noticeBurst.seconds, sql`audience = 'staff'`))
}

/**
 * Whether the mail server permanently rejected this email: its recipient or its content. A rejected login or sender says
 * nothing about the email.
 */
function isRefusal(error: unknown): boolean {
  const {
    responseCode = 0,
    command,
    code,
  } = error as { responseCode?: number; command?: string; code?: string }
  return responseCode >= 500 && (command === 'RCPT TO' || code === 'EMESSAGE')
}

/**
 * Sends what is due in the outbox, one email at a time and taking turns between companies, so that a process that is
 * killed repeats at most one email. A mail server that is down ends the run; the next run retries.
 *
 * @param turn where the last run ended
 * @param stopping ends the run after the current email
 * @returns whether every due email was sent
 */
export async function drainOutbox(
  ctx: EmailContext,
  writers: Record<string, EmailWriter>,
  transport: Transport,
  turn: Turn = { after: 0 },
  stopping?: AbortSignal,
): Promise<boolean> {
  await releaseConfirmed(ctx)
  for (let nextCheckAt = 0; !stopping?.aborted; ) {
    if (performance.now() >= nextCheckAt) {
      await requeueDue(ctx)
      nextCheckAt = performance.now() + CLAIM_INTERVAL_MS
    }
    const claim = await claimNext(ctx, turn)
    if (!claim) return true
    const { notification, digest } = claim
    const { id, emailType } = notification
    const rows = digest ?? [notification]

    let message: Message | null
    try {
      const write = writers[emailType]
      if (!write) throw new Error(`No writer for emails of the kind ${emailType}`)
      message = await write(ctx, notification, digest)
    } catch (error) {
      await markFailed(ctx, rows, error)
      continue
    }
    if (!message) {
      await mark(ctx, rows, sql`status = 'skipped', waits_for = NULL`)
      continue
    }
    if (await delayIfCapped(ctx, notification, message)) {
      countEmail('delayed')
      continue
    }

    try {
      await transport.send(`mail-${id}-${emailType}`, message)
    } catch (error) {
      const refused = isRefusal(error)
      await markFailed(ctx, rows, error, refused)
      if (refused) continue
      log.error(`Emails wait, and are tried again: ${error instanceof Error ? error.message : error}`)
      return false
    }
    await recordSent(ctx, rows, message)
  }
  return false
}
