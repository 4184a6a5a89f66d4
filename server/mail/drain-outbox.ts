import { setTimeout } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { isUnavailable } from '../db/errors.ts'
import { runQuery } from '../db/statement.ts'
import { inSeconds, leaseSeconds, retryPauseSeconds } from '../jobs/lease.ts'
import { claimNext, type MailContext, putBack, releaseConfirmed, type Turn } from './claim-next.ts'
import { forgetMails } from './forget-mails.ts'
import { mailboxOf } from './mailbox-of.ts'
import type { Message, Notification } from './message.ts'
import type { Transport } from './transport.ts'

/**
 * Writes the mail of one outbox row, or of several that are told in one, from what is true now, or answers null when
 * there is nothing to say any more. Each feature brings the writers of its kinds of mail.
 */
export type MailWriter = (
  ctx: MailContext,
  notification: Notification,
  digest: readonly Notification[] | null,
) => Promise<Message | null>

/**
 * How long a failing mail is tried again (docs/product.md, What is sent and when), and how far apart the tries may
 * come, in seconds.
 */
const RETRY_FOR_SECONDS = 24 * 3600
const MAX_RETRY_PAUSE_SECONDS = 30
/** How often what was held back is looked for, in milliseconds. */
const CLAIM_INTERVAL_MS = 1000
/** How much of its lease is left for noting that a mail was sent, in seconds. */
const MARK_SENT_FOR_SECONDS = leaseSeconds.email - 65
/** So many mails that may join a digest reach one mailbox in so many seconds; those after them join one. */
const noticeBurst = { most: 10, seconds: 300 }

type Rows = readonly Notification[]

/**
 * Writes down what became of a mail. Whose guest was erased meanwhile is forgotten again, with what was written before
 * that: an erasure makes `attempts` another.
 */
async function mark(ctx: MailContext, rows: Rows, changes: SQL) {
  const marked = await runQuery<Pick<Notification, 'id' | 'attempts' | 'bookingId'>>(
    ctx,
    sql`UPDATE email_notifications SET ${changes}
      WHERE id = ANY (${sql.param(rows.map(({ id }) => id))}::int[])
      RETURNING id, attempts, booking_id AS "bookingId"`,
    { prepared: true },
  )
  const attempts = new Map(rows.map((row) => [row.id, row.attempts]))
  const lost = marked.filter((row) => row.attempts !== attempts.get(row.id))
  const bookingIds = lost.flatMap(({ bookingId }) => bookingId ?? [])
  if (bookingIds.length > 0) await forgetMails(ctx, bookingIds)
}

const markSent = (ctx: MailContext, rows: Rows, { to, subject }: Message) =>
  mark(
    ctx,
    rows,
    sql`status = 'sent', sent_at = now(), error_message = NULL, failing_since = NULL, waits_for = NULL,
      recipient_email = ${to.address}, recipient_hash = ${mailboxOf(ctx.config, to.address)}, subject = ${subject},
      digest_id = CASE WHEN id <> ${rows[0]!.id} THEN ${rows[0]!.id}::int END`,
  )

/**
 * The mail is out: were this forgotten, it would go out again. So a database that is away is waited for, as long
 * as the mail is surely this process's own.
 */
async function rememberSent(ctx: MailContext, rows: Rows, message: Message) {
  for (const until = Date.now() + MARK_SENT_FOR_SECONDS * 1000; ; await setTimeout(500)) {
    try {
      return await markSent(ctx, rows, message)
    } catch (error) {
      if (!isUnavailable(error) || Date.now() > until) throw error
    }
  }
}

/** Puts a mail back for a later try, and gives it up at once when it is refused, else a day after its first failure. */
async function markFailed(ctx: MailContext, rows: Rows, error: unknown, refused = false) {
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

/** Lets a mail wait where its mailbox has had as many as may be; answers whether it does. */
async function waits(ctx: MailContext, { id, waitsFor }: Notification, message: Message): Promise<boolean> {
  const mailbox = mailboxOf(ctx.config, message.to.address)
  /** When the last so many mails are so many seconds old. */
  const roomAgain = (most: number, seconds: number, kinds: SQL) => sql`(
    SELECT sent_at + ${seconds} * interval '1 second' FROM email_notifications
    WHERE recipient_hash = ${mailbox} AND sent_at > now() - ${seconds} * interval '1 second' AND ${kinds}
    ORDER BY sent_at DESC OFFSET ${most - 1} LIMIT 1)`
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
    if (await wait('recipient', roomAgain(cap.perDay, 24 * 3600, kinds))) return true
  }
  if (!mayJoinDigest || waitsFor === 'digest') return false
  return wait('digest', roomAgain(noticeBurst.most, noticeBurst.seconds, sql`audience = 'staff'`))
}

/**
 * Whether the mail server refused this very mail for good: its recipient, or the message itself. A refused
 * sign-in or sender says nothing of the mail.
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
 * Sends what is due in the outbox, of each company in turn, one mail after the other, so that a process killed on the
 * way repeats one mail at most. A mail server that is away ends the round; the next one tries again.
 *
 * @param turn where the last round ended, so that the next goes on with the company after
 * @param stopping ends it after the email under way
 * @returns whether the outbox was emptied of what is due
 */
export async function drainOutbox(
  ctx: MailContext,
  writers: Record<string, MailWriter>,
  transport: Transport,
  turn: Turn = { after: 0 },
  stopping?: AbortSignal,
): Promise<boolean> {
  await releaseConfirmed(ctx)
  for (let look = 0; !stopping?.aborted; ) {
    if (Date.now() >= look) {
      await putBack(ctx)
      look = Date.now() + CLAIM_INTERVAL_MS
    }
    const claim = await claimNext(ctx, turn)
    if (!claim) return true
    const { notification, digest } = claim
    const { id, emailType } = notification
    const rows = digest ?? [notification]

    let message: Message | null
    try {
      const write = writers[emailType]
      if (!write) throw new Error(`Nothing writes mails of the kind ${emailType}`)
      message = await write(ctx, notification, digest)
    } catch (error) {
      await markFailed(ctx, rows, error)
      continue
    }
    if (!message) {
      await mark(ctx, rows, sql`status = 'skipped', waits_for = NULL`)
      continue
    }
    if (await waits(ctx, notification, message)) continue

    try {
      await transport.send(`mail-${id}-${emailType}`, message)
    } catch (error) {
      const refused = isRefusal(error)
      await markFailed(ctx, rows, error, refused)
      if (refused) continue
      console.error(`Mails wait, and are tried again: ${error instanceof Error ? error.message : error}`)
      return false
    }
    await rememberSent(ctx, rows, message)
  }
  return false
}
