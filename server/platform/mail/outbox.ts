import { createHmac } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type EmailType, emailTypes } from '@trunkshow/contract/emails/rules.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import type { Actor, Context } from '../../context.ts'
import { isRetryable, isUnavailable } from '../db/errors.ts'
import { emailNotifications } from '../db/schema/mail.ts'
import { runQuery } from '../db/statement.ts'
import { type Database, inTransaction } from '../db/transaction.ts'
import { withoutTokens } from '../http/tokens.ts'
import { inSeconds, leaseSeconds, retryPauseSeconds } from '../jobs/lease.ts'
import { countEmail } from '../metrics/registry.ts'
import { isGuestEmail, sameSubject } from './attention.ts'
import { eraseEmails } from './erase-emails.ts'
import type { Failure } from './failure-of.ts'
import type { RenderedMessage, SkipReason } from './transport.ts'

export type EmailContext = Pick<Context, 'config' | 'db'>
/** What writing an email needs: its logo is a stored file. */
export type WriterContext = EmailContext & Pick<Context, 'files'>

/** A row of the outbox that is due. */
export type Notification = Omit<typeof emailNotifications.$inferSelect, 'emailType'> & {
  emailType: EmailType
  /** Set for a preview, which shows an email whether it is due or not. */
  isPreview?: true
}

/** The emails of each change to a booking: the guest's, and the host's notice (docs/product.md, What is sent and when). */
const bookingEmailTypes = {
  booked: ['booking_confirmation', 'booking_notice'],
  rescheduled: ['booking_rescheduled', 'booking_rescheduled_notice'],
  partyChanged: ['booking_party_changed', 'booking_party_changed_notice'],
  canceled: ['booking_cancelled', 'booking_cancelled_notice'],
} as const satisfies Record<string, EmailType[]>

export type BookingChange = keyof typeof bookingEmailTypes
export type BookingEmailType = (typeof bookingEmailTypes)[BookingChange][number]

/** Runs a transaction that may queue emails, as `inTransaction`, and wakes the email worker after it. */
export async function inMailTransaction<C extends Pick<Context, 'db' | 'wakeEmailWorker'>, T>(
  ctx: C,
  work: (ctx: C) => Promise<T>,
): Promise<T> {
  const done = await inTransaction(ctx, work)
  ctx.wakeEmailWorker()
  return done
}

/** The values of `email_type` and `audience` of an email, for the statement that queues it. */
export const typeAndAudience = (type: EmailType): SQL => sql.raw(`'${type}', '${emailTypes[type].audience}'`)

/**
 * Returns the INSERT that queues a change's two emails, for use inside the statement that makes the change. `source`
 * names the changed rows, which have the booking's `id`, `company_id`, `sequence`, and `attendee_email`: without one,
 * only the host's is queued. `actor` is the user who makes it, null if it is the guest.
 */
export function queueBookingEmails(
  change: BookingChange,
  source: string,
  actor: Partial<Pick<Actor, 'companyId' | 'userId'>> | null,
): SQL {
  const kinds = sql.join(
    bookingEmailTypes[change].map((type) => sql`(${typeAndAudience(type)})`),
    sql`, `,
  )
  return sql`
    INSERT INTO email_notifications (company_id, booking_id, email_type, audience, sequence, actor_id)
    SELECT source.company_id, source.id, kinds.type, kinds.audience, source.sequence, ${actor?.userId ?? sql`NULL`}::int
    FROM ${sql.identifier(source)} AS source, (VALUES ${kinds}) AS kinds (type, audience)
    WHERE source.attendee_email <> '' OR kinds.audience = 'staff'`
}

/** Queues an email about a user, a co-host, an address to confirm, or a guest who waits, in the transaction that causes it. */
export async function queueEmail(
  { db }: { db: Database },
  mail: {
    companyId: number
    emailType: EmailType
    sequence: number
  } & ( // Only an email about a changed address names one.
    | { userId: number; recipientEmail?: string; messageId?: number }
    | { coHostId: number }
    | { confirmationId: number }
    | { waitlistEntryId: number }
    | { orderId: number }
  ),
) {
  await db.insert(emailNotifications).values({ ...mail, audience: emailTypes[mail.emailType].audience })
}

/** Returns a keyed hash of an address's mailbox, for caps: without case, a plus and dots at Gmail (decision 028). */
export function mailboxOf(config: Pick<Config, 'appSecret'>, address: string): string {
  const [, typed = '', domain = ''] = /^(.*)@([^@]*)$/.exec(address.toLowerCase()) ?? []
  const name = typed.replace(/(.)\+.*$/, '$1')
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  const mailbox = isGmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
  return createHmac('sha256', config.appSecret).update(`mailbox:${mailbox}`).digest('hex').slice(0, 32)
}

/** Whether an address is of the mailbox that something was sent to; an erased person's, '', is not (decision 060). */
export const isOfMailbox = (config: Config, mailbox: string | null, address: string) =>
  address !== '' && mailbox === mailboxOf(config, address)

/** How long a failing email is retried, and the longest pause between tries (docs/product.md, What is sent and when). */
export const RETRY_FOR_SECONDS = 24 * 3600
const MAX_RETRY_PAUSE_SECONDS = 30
/** How long to keep trying to record a sent email: the lease minus the longest time a send takes. */
const RECORD_SENT_FOR_SECONDS = leaseSeconds.email - 65

/** The rows of one email: several for a digest. */
type Rows = readonly Notification[]

/** What an email's status says about the attempt to send it. */
const outcomes = { sent: 'sent', skipped: 'skipped', failed: 'failed', pending: 'retried' } as const

type Marked = Pick<Notification, 'id' | 'attempts' | 'bookingId' | 'waitlistEntryId' | 'orderId'> & {
  status: keyof typeof outcomes
}

/**
 * Stores the outcome of an email. The same statement adds one that ends to those that staff read; once it is sent, a
 * guest's earlier failures are dealt with and the time of an offer starts (decision 056). If its guest was erased in the
 * meantime, which changes `attempts`, its text is not kept and the outcome is erased again.
 */
async function record(ctx: EmailContext, rows: Rows, changes: SQL, message: RenderedMessage | null) {
  const ids = sql`${sql.param(rows.map(({ id }) => id))}::int[]`
  const attempts = sql`${sql.param(rows.map((row) => row.attempts))}::int[]`
  const unchanged = sql`(
    SELECT bool_and((marked.id, marked.attempts) IN (SELECT * FROM unnest(${ids}, ${attempts}))) FROM marked)`
  const kept = (text: string | undefined) => {
    const shown = text === undefined ? null : withoutTokens(text)
    const copy = message?.secret ? shown?.replaceAll(message.secret, '[private]') : shown
    return sql`CASE WHEN ${unchanged} THEN ${copy}::text END`
  }
  const marked = await runQuery<Marked>(
    ctx,
    sql`
      WITH marked AS (
        UPDATE email_notifications SET ${changes} WHERE id = ANY (${ids}) RETURNING *
      ), ended AS (
        INSERT INTO emails (id, company_id, booking_id, user_id, waitlist_entry_id, order_id, email_type, status, to_email, from_email, subject,
          body, text, has_calendar, failure, error_message, created_at)
        SELECT id, company_id, booking_id, user_id, waitlist_entry_id, order_id, email_type, status, recipient_email, ${message?.from ?? null}::text,
          subject, ${kept(message?.html)}, ${kept(message?.text)}, ${message?.calendar !== undefined}::boolean, failure,
          error_message, created_at
        FROM marked WHERE id = ${rows[0]!.id} AND status IN ('sent', 'failed', 'skipped')
        ON CONFLICT (id) DO UPDATE SET status = excluded.status, to_email = excluded.to_email,
          from_email = excluded.from_email, subject = excluded.subject, body = excluded.body, text = excluded.text,
          has_calendar = excluded.has_calendar, failure = excluded.failure, error_message = excluded.error_message,
          ended_at = excluded.ended_at
        WHERE excluded.body IS NOT NULL
      ), handled AS (
        UPDATE emails SET handled_at = now() FROM marked
        WHERE marked.status = 'sent' AND ${isGuestEmail(sql`marked`)} AND emails.id < marked.id
          AND emails.company_id = marked.company_id AND ${sameSubject(sql`emails`, sql`marked`)}
          AND emails.status = 'failed' AND emails.handled_at IS NULL AND ${isGuestEmail(sql`emails`)}
      ), started AS (
        UPDATE waitlist_offers AS offer SET emailed_at = now(),
          expires_at = least(now() + events.offer_minutes * interval '1 minute', time_slots.starts_at)
        FROM marked, time_slots JOIN events ON events.id = time_slots.event_id
        WHERE marked.status = 'sent' AND marked.email_type = 'waitlist_offer' AND offer.id = marked.sequence
          AND offer.company_id = marked.company_id AND offer.entry_id = marked.waitlist_entry_id
          AND time_slots.id = offer.time_slot_id AND offer.state = 'open' AND offer.emailed_at IS NULL
      )
      SELECT id, attempts, booking_id AS "bookingId", waitlist_entry_id AS "waitlistEntryId", order_id AS "orderId", status
      FROM marked`,
  )
  // All rows of a digest are one email.
  if (marked[0]) countEmail(outcomes[marked[0].status])
  const attemptsOf = new Map(rows.map((row) => [row.id, row.attempts]))
  const lost = marked.filter((row) => row.attempts !== attemptsOf.get(row.id))
  const bookingIds = lost.flatMap(({ bookingId }) => bookingId ?? [])
  const waitIds = lost.flatMap(({ waitlistEntryId }) => waitlistEntryId ?? [])
  const orderIds = lost.flatMap(({ orderId }) => orderId ?? [])
  if (bookingIds.length + waitIds.length + orderIds.length > 0)
    await eraseEmails(ctx, { companyId: rows[0]!.companyId, bookingIds, waitIds, orderIds })
}

/** The row that stands for a digest, for the others. */
const digestId = ([first]: Rows) => sql`CASE WHEN id <> ${first!.id} THEN ${first!.id}::int END`

const addressed = ({ to, subject }: RenderedMessage) =>
  sql`recipient_email = ${to.address}, subject = ${subject}`

/** Records a sent email, or it would be sent again: waits for a database that is down as long as the lease lasts. */
export async function recordSent(ctx: EmailContext, rows: Rows, message: RenderedMessage) {
  const changes = sql`status = 'sent', sent_at = now(), failure = NULL, error_message = NULL, failing_since = NULL,
    waits_for = NULL, ${addressed(message)}, recipient_hash = ${mailboxOf(ctx.config, message.to.address)},
    digest_id = ${digestId(rows)}`
  for (const until = performance.now() + RECORD_SENT_FOR_SECONDS * 1000; ; await setTimeout(500)) {
    try {
      return await record(ctx, rows, changes, message)
    } catch (error) {
      if (!(isUnavailable(error) || isRetryable(error)) || performance.now() > until) throw error
    }
  }
}

/** Schedules a retry, or gives up: at once when the email is rejected, else a day after the first failure. */
export async function recordFailed(
  ctx: EmailContext,
  rows: Rows,
  { failure, message, isFinal }: Pick<Failure, 'failure' | 'message' | 'isFinal'>,
  rendered: RenderedMessage | null,
) {
  const ends = sql`(${isFinal}::boolean OR failing_since < now() - ${RETRY_FOR_SECONDS} * interval '1 second')`
  await record(
    ctx,
    rows,
    sql`failure = ${failure}, error_message = ${message}, ${rendered ? sql`${addressed(rendered)},` : sql``}
      next_attempt_at = ${inSeconds(retryPauseSeconds(rows[0]!.attempts, MAX_RETRY_PAUSE_SECONDS))},
      failing_since = coalesce(failing_since, now()),
      status = CASE WHEN ${ends} THEN 'failed' ELSE 'pending' END,
      digest_id = CASE WHEN ${ends} THEN ${digestId(rows)} END`,
    rendered,
  )
}

/** Records that an email no longer applies, or why it is not sent otherwise. */
export async function recordSkipped(ctx: EmailContext, rows: Rows, reason: SkipReason | null) {
  const changes = sql`status = 'skipped', waits_for = NULL, failure = ${reason}, error_message = NULL,
    digest_id = ${digestId(rows)}`
  await record(ctx, rows, changes, null)
}
