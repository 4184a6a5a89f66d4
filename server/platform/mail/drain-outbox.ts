import { type SQL, sql } from 'drizzle-orm'
import { runQuery } from '../db/statement.ts'
import { inTransaction } from '../db/transaction.ts'
import { inSeconds, leaseSeconds } from '../jobs/lease.ts'
import { log } from '../log/log.ts'
import { countEmail } from '../metrics/registry.ts'
import {
  type Claim,
  claimNext,
  type EmailContext,
  hasUsed,
  releaseConfirmed,
  requeueDue,
  SHARE_OF_SINGLE_NOTICES,
  type Turn,
  type WriterContext,
} from './claim-next.ts'
import { companyConfirmed } from './confirmed.ts'
import { failureOf } from './failure-of.ts'
import { mailboxOf } from './mailbox-of.ts'
import type { Message, Notification, SkipReason } from './message.ts'
import { nameMessage } from './message-id.ts'
import { recordFailed, recordSent, recordSkipped } from './record-outcome.ts'
import { renderMessage } from './render-message.ts'
import type { Transport } from './transport.ts'

/**
 * Writes the email of one outbox row, or the digest of several, from current data. Returns null when it no longer
 * applies, or why it is not sent otherwise.
 */
export type EmailWriter = (
  ctx: WriterContext,
  notification: Notification,
  digest: readonly Notification[] | null,
) => Promise<Message | SkipReason | null>

/** How often delayed emails are checked. */
const CLAIM_INTERVAL_MS = 1000
/** How many notices a mailbox gets within this time before further ones join a digest, unless it gets one a day. */
const noticeBursts = { now: { count: 10, seconds: 300 }, hourly: { count: 1, seconds: 3600 } }
/** The hour of the day at which the others come together. */
const DIGEST_HOUR = 8

/** When it is next this hour in a time zone. */
const nextMorning = (timeZone: string) => sql`instant_of(
  date_trunc('day', wall_clock(now(), ${timeZone}) - ${DIGEST_HOUR} * interval '1 hour')
    + interval '1 day' + ${DIGEST_HOUR} * interval '1 hour', ${timeZone})`

/**
 * Delays an email whose mailbox has reached its limit. Otherwise its row names the mailbox from now on, and counts as sent.
 * This happens for one email of a mailbox at a time, so limits are exact with any number of workers.
 *
 * @returns whether it was delayed
 */
async function delayIfCapped(
  ctx: EmailContext,
  notification: Notification,
  message: Message,
): Promise<boolean> {
  if (!message.cap && !message.digest) return false
  const mailbox = mailboxOf(ctx.config, message.to.address)
  return inTransaction(ctx, async (ctx) => {
    await runQuery(ctx, sql`SELECT pg_advisory_xact_lock(hashtext('mailbox'), hashtext(${mailbox}))`, {
      prepared: true,
    })
    if (await delayInTurn(ctx, notification, message, mailbox)) return true
    await runQuery(
      ctx,
      sql`UPDATE email_notifications SET recipient_hash = ${mailbox} WHERE id = ${notification.id} AND status = 'sending'`,
      { prepared: true },
    )
    return false
  })
}

async function delayInTurn(
  ctx: EmailContext,
  { id, companyId, waitsFor }: Notification,
  { cap, digest }: Message,
  mailbox: string,
): Promise<boolean> {
  /** When the mailbox may get another email; no row when it may now. Emails being sent count as sent. */
  const availableAt = (limit: number, seconds: number, kinds: SQL) => sql`(
    SELECT coalesce(sent_at + ${seconds} * interval '1 second', ${inSeconds(leaseSeconds.email)})
    FROM email_notifications
    WHERE recipient_hash = ${mailbox} AND id <> ${id} AND ${kinds}
      AND (sent_at > now() - ${seconds} * interval '1 second' OR (sent_at IS NULL AND status = 'sending'))
    ORDER BY sent_at DESC NULLS FIRST OFFSET ${limit - 1} LIMIT 1)`
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
  if (cap) {
    const kinds = sql`email_type = ANY (${sql.param(cap.kinds)}::text[])`
    if (await wait('recipient', availableAt(cap.perDay, 24 * 3600, kinds))) return true
  }
  if (!digest || waitsFor === 'digest') return false
  if (digest.schedule === 'daily') return wait('digest', nextMorning(digest.timeZone))
  const [budget] = await runQuery<{ short: boolean }>(
    ctx,
    sql`SELECT ${hasUsed(ctx, companyId, SHARE_OF_SINGLE_NOTICES)} AS short`,
    { prepared: true },
  )
  const { count, seconds } = noticeBursts[budget?.short ? 'hourly' : digest.schedule]
  return wait('digest', availableAt(count, seconds, sql`audience = 'staff'`))
}

/** Writes and renders an email, so that one that cannot be rendered fails alone, as one that cannot be written. */
async function writeEmail(ctx: WriterContext, write: EmailWriter | undefined, claim: Claim) {
  const { notification, digest } = claim
  if (!write) throw new Error(`No writer for emails of the kind ${notification.emailType}`)
  const message = await write(ctx, notification, digest)
  if (message === null || typeof message === 'string') return message
  const { companyId } = notification
  const [row] = await runQuery<{ confirmed: boolean }>(
    ctx,
    sql`SELECT ${companyConfirmed(ctx.config, companyId)} AS confirmed`,
    { prepared: true },
  )
  const isUnproven = message.cap !== undefined && !row!.confirmed
  return { message, rendered: renderMessage(ctx.config, message, isUnproven) }
}

/**
 * Sends what is due in the outbox, one email at a time and taking turns between companies, so that a process that is
 * killed repeats at most one email. A mail server that is down ends the run; the next run retries. One that asks to send a
 * single email later does not: the others go.
 *
 * @param turn where the last run ended
 * @param stopping ends the run after the current email
 * @returns whether every due email was sent
 */
export async function drainOutbox(
  ctx: WriterContext,
  writers: Record<string, EmailWriter>,
  transport: Transport,
  turn: Turn = { after: 0 },
  stopping?: AbortSignal,
): Promise<boolean> {
  await releaseConfirmed(ctx)
  let putOff = false
  for (let nextCheckAt = 0; !stopping?.aborted; ) {
    if (performance.now() >= nextCheckAt) {
      await requeueDue(ctx)
      nextCheckAt = performance.now() + CLAIM_INTERVAL_MS
    }
    const claim = await claimNext(ctx, turn)
    if (!claim) return !putOff
    const { notification, digest } = claim
    const { id, emailType } = notification
    const rows = digest ?? [notification]

    let written: Awaited<ReturnType<typeof writeEmail>>
    try {
      written = await writeEmail(ctx, writers[emailType], claim)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      await recordFailed(ctx, rows, { failure: 'notWritten', message: reason, isFinal: false }, null)
      continue
    }
    if (written === null || typeof written === 'string') {
      await recordSkipped(ctx, rows, written)
      continue
    }
    const { message, rendered } = written
    if (await delayIfCapped(ctx, notification, message)) {
      countEmail('delayed')
      continue
    }

    try {
      await transport.send(nameMessage(ctx.config, { id, emailType }), rendered)
    } catch (error) {
      const failure = failureOf(error)
      await recordFailed(ctx, rows, failure, rendered)
      if (failure.isFinal) continue
      log.error(`Emails wait, and are tried again: ${failure.message}`)
      if (!failure.isOwn) return false
      putOff = true
      continue
    }
    await recordSent(ctx, rows, rendered)
  }
  return false
}
