import { type EmailAudience, emailAudiences, guestEmailTypes } from '@trunkshow/contract/emails/rules.ts'
import { type SQL, sql } from 'drizzle-orm'
import { listed, runQuery } from '../db/statement.ts'
import { inTransaction } from '../db/transaction.ts'
import { inSeconds, leaseSeconds } from '../jobs/lease.ts'
import { companyConfirmed } from './confirmed.ts'
import { type EmailContext, mailboxOf, type Notification } from './outbox.ts'
import type { Message, RecipientCap } from './transport.ts'

/** How many emails a company may send to people outside it before its owner confirms the account's email. */
const MAX_EMAILS_BEFORE_CONFIRMATION = 20
/** How many emails a company may send to its own accounts per day, on top of its budget: passwords, confirmations. */
const MAX_ACCOUNT_EMAILS_PER_DAY = 50

/** The audiences with a share of the company's limits, in order. Accounts have a limit of their own. */
const inBudget = emailAudiences.filter((audience) => audience !== 'account')
/** Those outside the company, to whom a company may send some emails before its owner confirms the account's. */
const outside = inBudget.filter((audience) => audience !== 'staff')
/** What part of the limits each may use up when they run short: the rest is for guests who wait (decision 028). */
const shares: [share: number, audiences: EmailAudience[]][] = [
  [1, ['guest']],
  [0.8, inBudget.filter((audience) => audience !== 'guest')],
]
/** Past this share of the company's budget, a host who is told of each booking at once is told once an hour. */
const SHARE_OF_SINGLE_NOTICES = 0.2

/** How many of a limit's emails are within a share of it: at least one. */
const partOf = (limit: number, share: number) => Math.ceil(limit * share)

/** When the company may send to these audiences again; null for now. Emails being sent count, and a digest counts once. */
function availableAt(companyId: number, audiences: readonly EmailAudience[], limit: number): SQL {
  const among = listed(audiences)
  const underWay = sql`(
    SELECT count(*) FROM email_notifications
    WHERE company_id = ${companyId} AND status = 'sending' AND audience IN (${among}))`
  return sql`CASE WHEN ${underWay} >= ${limit} THEN ${inSeconds(leaseSeconds.email)} ELSE (
    SELECT sent_at + interval '1 day' FROM email_notifications
    WHERE company_id = ${companyId} AND sent_at > now() - interval '1 day' AND digest_id IS NULL AND audience IN (${among})
    ORDER BY sent_at DESC OFFSET greatest(${limit} - 1 - ${underWay}, 0) LIMIT 1) END`
}

/** Whether the company has used up this share of its budget, in SQL. */
const hasUsed = ({ config }: EmailContext, companyId: number, share: number): SQL => sql`EXISTS (
  SELECT FROM email_notifications
  WHERE company_id = ${companyId} AND sent_at > now() - interval '1 day' AND digest_id IS NULL AND audience IN (${listed(inBudget)})
  OFFSET ${partOf(config.emailBudgetPerDay, share) - 1} LIMIT 1)`

/**
 * Returns how many more emails the company can send to an audience before the rest waits, counting those that are queued,
 * and what it then waits for (decision 028).
 */
export async function readRoom(
  ctx: EmailContext,
  companyId: number,
  audience: EmailAudience,
): Promise<{ sendsNow: number; waitsFor: 'confirmation' | 'budget' }> {
  const [share] = shares.find(([, audiences]) => audiences.includes(audience))!
  const most = partOf(ctx.config.emailBudgetPerDay, share)
  const [row] = await runQuery<{ confirmed: boolean; used: number; gone: number }>(
    ctx,
    sql`
      SELECT ${companyConfirmed(ctx.config, companyId)} AS confirmed,
        count(*) FILTER (WHERE status IN ('pending', 'sending') OR sent_at > now() - interval '1 day')::int AS used,
        count(*) FILTER (WHERE audience <> 'staff')::int AS gone
      FROM email_notifications
      WHERE company_id = ${companyId} AND digest_id IS NULL AND audience IN (${listed(inBudget)})
        AND (status IN ('pending', 'sending') OR sent_at > now() - interval '1 day')`,
  )
  const { confirmed, used, gone } = row!
  const first = partOf(MAX_EMAILS_BEFORE_CONFIRMATION, share)
  return confirmed
    ? { sendsNow: Math.max(0, most - used), waitsFor: 'budget' }
    : { sendsNow: Math.max(0, Math.min(most - used, first - gone)), waitsFor: 'confirmation' }
}

/** The audiences that the company may not send to now, why, and until when (decision 028). */
export function limitsOf({ config }: EmailContext, companyId: number): SQL {
  const rooms = shares.map(([share, audiences]) => {
    const again = availableAt(companyId, inBudget, partOf(config.emailBudgetPerDay, share))
    return sql`(ARRAY[${listed(audiences)}], ${partOf(MAX_EMAILS_BEFORE_CONFIRMATION, share)}::int, ${again})`
  })
  return sql`
    SELECT audience, CASE WHEN unconfirmed THEN 'confirmation' ELSE 'budget' END AS reason,
      CASE WHEN unconfirmed THEN 'infinity' ELSE greatest(again, now() + interval '1 minute') END AS until
    FROM (SELECT ${companyConfirmed(config, companyId)} AS confirmed, (SELECT count(*) FROM (
          SELECT FROM email_notifications
          WHERE company_id = ${companyId} AND audience IN (${listed(outside)})
            AND (sent_at IS NOT NULL OR status = 'sending')
          LIMIT ${MAX_EMAILS_BEFORE_CONFIRMATION}) AS first) AS gone OFFSET 0) AS company,
      (VALUES (ARRAY['account'], NULL, ${availableAt(companyId, ['account'], MAX_ACCOUNT_EMAILS_PER_DAY)}),
        ${sql.join(rooms, sql`, `)}) AS room (audiences, before_confirmation, again),
      unnest(audiences) AS audience,
      LATERAL (SELECT audience <> 'account' AND NOT confirmed
        AND (audience = 'staff' OR gone >= before_confirmation) AS unconfirmed) AS held
    WHERE unconfirmed OR again IS NOT NULL`
}

/** Anyone can type someone else's address into the booking forms of any number of companies. */
export const guestCap: RecipientCap = { perDay: 30, kinds: guestEmailTypes }

/** Anyone can type someone else's address into an invitation. */
export const invitationCap: RecipientCap = { perDay: 5, kinds: ['invitation', 'co_host_invitation'] }

/** Anyone who books with someone else's address can have links to their data sent to it. */
export const guestDataCap: RecipientCap = { perDay: 5, kinds: ['guest_data'] }

/** Who registered with someone else's address, unconfirmed, can change that account as often as they like. */
export const changedCap: RecipientCap = { perDay: 10, kinds: ['password_changed', 'email_changed'] }

/** Anyone can type someone else's address into an account or an event's contact. */
export const confirmationCap: RecipientCap = {
  perDay: 5,
  kinds: ['email_confirmation', 'contact_confirmation'],
}

/** How many notices a mailbox gets within this time before further ones join a digest, unless it gets one a day. */
const noticeBursts = { now: { count: 10, seconds: 300 }, hourly: { count: 1, seconds: 3600 } }
/** The hour of the day at which the others come together. */
const DIGEST_HOUR = 8

/** When it is next this hour in a time zone. */
const nextMorning = (timeZone: string) => sql`instant_of(
  date_trunc('day', wall_clock(now(), ${timeZone}) - ${DIGEST_HOUR} * interval '1 hour')
    + interval '1 day' + ${DIGEST_HOUR} * interval '1 hour', ${timeZone})`

/**
 * Delays an email whose mailbox has reached its limit; otherwise its row names the mailbox, and counts as sent. Locks the
 * mailbox, so that limits are exact.
 *
 * @returns whether it was delayed
 */
export async function delayIfCapped(ctx: EmailContext, notification: Notification, message: Message) {
  if (!message.cap && !message.digest) return false
  const mailbox = mailboxOf(ctx.config, message.to.address)
  return inTransaction(ctx, async (ctx) => {
    await runQuery(ctx, sql`SELECT pg_advisory_xact_lock(hashtext('mailbox'), hashtext(${mailbox}))`)
    if (await delayInTurn(ctx, notification, message, mailbox)) return true
    await runQuery(
      ctx,
      sql`UPDATE email_notifications SET recipient_hash = ${mailbox} WHERE id = ${notification.id} AND status = 'sending'`,
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
  )
  const { count, seconds } = noticeBursts[budget?.short ? 'hourly' : digest.schedule]
  return wait('digest', availableAt(count, seconds, sql`audience = 'staff'`))
}

/** Requeues emails that waited for a confirmation their company now has. */
export async function releaseConfirmed(ctx: EmailContext) {
  await ctx.db.execute(sql`
    UPDATE email_notifications AS mail
    SET status = 'pending', waits_for = NULL, next_attempt_at = now()
    WHERE mail.status = 'waiting' AND mail.waits_for = 'confirmation'
      AND ${companyConfirmed(ctx.config, sql`mail.company_id`)}`)
}
