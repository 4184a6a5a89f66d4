import { type EmailAudience, emailAudiences } from '@trunkshow/contract/emails/rules.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { placeholder, runQuery, statement } from '../db/statement.ts'
import { inTransaction } from '../db/transaction.ts'
import { inSeconds, leaseSeconds } from '../jobs/lease.ts'
import { companyConfirmed } from './confirmed.ts'
import type { Notification } from './message.ts'

export type EmailContext = Pick<Context, 'config' | 'db'>
/** What writing an email needs: its logo is a stored file. */
export type WriterContext = EmailContext & Pick<Context, 'files'>

/** How many emails a company may send to people outside it before its owner confirms the account's email. */
const MAX_EMAILS_BEFORE_CONFIRMATION = 20
/** How many emails a company may send to its own accounts per day, on top of its budget: passwords, confirmations. */
const MAX_ACCOUNT_EMAILS_PER_DAY = 50

/**
 * What part of a company's limits each audience may use up when they run short, so that what is left is for guests who
 * wait (decision 028). Accounts have a limit of their own.
 */
const shareOf: Record<EmailAudience, number | null> = {
  account: null,
  guest: 1,
  invited: 0.8,
  reminder: 0.8,
  staff: 0.8,
  thanks: 0.8,
}
/** Past this share of the company's budget, a host who is told of each booking at once is told once an hour. */
export const SHARE_OF_SINGLE_NOTICES = 0.2

/** The company served last; the next email is from the first company after it that has one due. */
export interface Turn {
  after: number
}

/** Requeues emails whose lease has expired or whose wait is over. A digest stays one. */
export async function requeueDue(ctx: EmailContext) {
  await ctx.db.execute(sql`
    UPDATE email_notifications
    SET status = 'pending', waits_for = CASE WHEN waits_for = 'digest' THEN waits_for END,
      recipient_hash = CASE WHEN waits_for = 'digest' THEN recipient_hash END
    WHERE id IN (
      SELECT id FROM email_notifications
      WHERE status IN ('waiting', 'sending') AND next_attempt_at <= now()
      FOR UPDATE SKIP LOCKED
    )`)
}

/** Requeues emails that waited for a confirmation their company now has. */
export async function releaseConfirmed(ctx: EmailContext) {
  await ctx.db.execute(sql`
    UPDATE email_notifications AS mail
    SET status = 'pending', waits_for = NULL, next_attempt_at = now()
    WHERE mail.status = 'waiting' AND mail.waits_for = 'confirmation'
      AND ${companyConfirmed(ctx.config, sql`mail.company_id`)}`)
}

/** The first company above an id that has an email due. */
const firstCompany = (after: SQL) => sql`(
  WITH RECURSIVE company AS (
    (SELECT company_id AS id FROM email_notifications
     WHERE status = 'pending' AND company_id > ${after} ORDER BY company_id LIMIT 1)
    UNION ALL
    SELECT (
      SELECT mail.company_id FROM email_notifications AS mail
      WHERE mail.status = 'pending' AND mail.company_id > company.id ORDER BY mail.company_id LIMIT 1
    ) FROM company WHERE company.id IS NOT NULL
  )
  SELECT id FROM company
  WHERE id IS NOT NULL AND (
    SELECT true FROM email_notifications AS mail
    WHERE mail.status = 'pending' AND mail.company_id = company.id AND mail.next_attempt_at <= now() LIMIT 1)
  LIMIT 1)`

/**
 * Locks the next company with an email due until the transaction ends. It skips through the index from company to
 * company, so that a company with a hundred thousand emails costs no more than one with a single email.
 */
const lockNextCompany = statement<{ after: number }, { id: number }>(
  'next-company-with-mail',
  sql`
    SELECT id, pg_advisory_xact_lock(hashtext('mail'), id)
    FROM (SELECT coalesce(${firstCompany(placeholder('after', 'int'))}, ${firstCompany(sql`0`)}) AS id OFFSET 0) AS next
    WHERE id IS NOT NULL`,
)

/** These audiences, as SQL lists them. */
const listed = (some: readonly string[]) => sql.raw(some.map((audience) => `'${audience}'`).join(', '))

/** The audiences with a share of the company's limits, in order. */
const shared = emailAudiences.flatMap((audience) => {
  const share = shareOf[audience]
  return share === null ? [] : [{ audience, share }]
})
const inBudget = listed(shared.map(({ audience }) => audience))
/** Those outside the company, to whom a company may send some emails before its owner confirms the account's. */
const outside = listed(shared.map(({ audience }) => audience).filter((audience) => audience !== 'staff'))
const shares: number[] = [...new Set(shared.map(({ share }) => share))]

/** How many of a limit's emails are within a share of it: at least one. */
const partOf = (limit: number, share: number) => Math.ceil(limit * share)

/**
 * When the company may send to these audiences again; null when it may now. Emails being sent count as sent, and a digest
 * counts once.
 */
function availableAt(companyId: number, among: SQL, limit: number): SQL {
  const underWay = sql`(
    SELECT count(*) FROM email_notifications
    WHERE company_id = ${companyId} AND status = 'sending' AND audience IN (${among}))`
  return sql`CASE WHEN ${underWay} >= ${limit} THEN ${inSeconds(leaseSeconds.email)} ELSE (
    SELECT sent_at + interval '1 day' FROM email_notifications
    WHERE company_id = ${companyId} AND sent_at > now() - interval '1 day' AND digest_id IS NULL AND audience IN (${among})
    ORDER BY sent_at DESC OFFSET greatest(${limit} - 1 - ${underWay}, 0) LIMIT 1) END`
}

/** Whether the company has used up this share of its budget, in SQL. */
export const hasUsed = ({ config }: EmailContext, companyId: number, share: number): SQL => sql`EXISTS (
  SELECT FROM email_notifications
  WHERE company_id = ${companyId} AND sent_at > now() - interval '1 day' AND digest_id IS NULL AND audience IN (${inBudget})
  OFFSET ${partOf(config.emailBudgetPerDay, share) - 1} LIMIT 1)`

/** The audiences that the company may not send to now, why, and until when (decision 028). */
function limitsOf({ config }: EmailContext, companyId: number): SQL {
  const column = (name: string, share: number) => sql.identifier(`${name}_${shares.indexOf(share)}`)
  const rooms = shares.map(
    (share) => sql`
      ${availableAt(companyId, inBudget, partOf(config.emailBudgetPerDay, share))} AS ${column('again', share)},
      gone >= ${partOf(MAX_EMAILS_BEFORE_CONFIRMATION, share)} AS ${column('spent', share)}`,
  )
  const rows = shared.map(({ audience, share }) => {
    const spent = audience === 'staff' ? sql`true` : column('spent', share)
    return sql`(${listed([audience])}, NOT confirmed AND ${spent}, ${column('again', share)})`
  })
  return sql`
    SELECT audience, CASE WHEN unconfirmed THEN 'confirmation' ELSE 'budget' END AS reason,
      CASE WHEN unconfirmed THEN 'infinity' ELSE greatest(again, now() + interval '1 minute') END AS until
    FROM (SELECT confirmed, ${sql.join(rooms, sql`, `)}
        FROM (SELECT ${companyConfirmed(config, companyId)} AS confirmed, (SELECT count(*) FROM (
            SELECT FROM email_notifications
            WHERE company_id = ${companyId} AND audience IN (${outside})
              AND (sent_at IS NOT NULL OR status = 'sending')
            LIMIT ${MAX_EMAILS_BEFORE_CONFIRMATION}) AS first) AS gone) AS counted OFFSET 0) AS company,
      LATERAL (VALUES
        ('account', false, ${availableAt(companyId, sql`'account'`, MAX_ACCOUNT_EMAILS_PER_DAY)}),
        ${sql.join(rows, sql`, `)}) AS of_audience (audience, unconfirmed, again)
    WHERE unconfirmed OR again IS NOT NULL`
}

/** An email to send, with all emails that its digest replaces. */
export interface Claim {
  notification: Notification
  digest: Notification[] | null
}

/** The columns of a row of the outbox, as writers read them. */
const notificationColumns = sql`
  id, company_id AS "companyId", booking_id AS "bookingId", user_id AS "userId", co_host_id AS "coHostId",
  confirmation_id AS "confirmationId", waitlist_entry_id AS "waitlistEntryId", email_type AS "emailType", sequence, attempts, actor_id AS "actorId",
  waits_for AS "waitsFor", recipient_email AS "recipientEmail", recipient_hash AS "recipientHash"`

const claimed = (which: SQL) => sql`
  UPDATE email_notifications
  SET attempts = attempts + 1, status = 'sending', next_attempt_at = ${inSeconds(leaseSeconds.email)}
  WHERE id IN (SELECT id FROM email_notifications WHERE ${which} FOR UPDATE SKIP LOCKED)
  RETURNING ${notificationColumns}`

/** Claims the company's oldest due email that it may send, and delays those that it may not. */
const claimOldest = (ctx: EmailContext, companyId: number) =>
  runQuery<Notification>(
    ctx,
    sql`
      WITH limits AS MATERIALIZED (${limitsOf(ctx, companyId)}),
      held AS (
        UPDATE email_notifications AS mail
        SET status = 'waiting', next_attempt_at = limits.until, failing_since = NULL,
          waits_for = CASE WHEN limits.reason = 'budget' AND mail.waits_for = 'digest' THEN 'digest' ELSE limits.reason END
        FROM limits
        WHERE mail.company_id = ${companyId} AND mail.status = 'pending' AND mail.audience = limits.audience)
      ${claimed(sql`company_id = ${companyId} AND status = 'pending' AND next_attempt_at <= now()
        AND audience NOT IN (SELECT audience FROM limits) ORDER BY audience, next_attempt_at, id LIMIT 1`)}`,
    { prepared: true },
  )

/** The emails that wait for the same recipient's digest. */
const sameDigest = ({ companyId, recipientHash }: Notification) => sql`
  company_id = ${companyId} AND recipient_hash = ${recipientHash} AND waits_for = 'digest'
  AND status IN ('pending', 'waiting') ORDER BY id LIMIT 1000`

/**
 * Claims the next email, one per company in turn, so that a company with thousands delays another by one (decision 028).
 * The order within a company is that of `emailAudiences`. Claims of one company run one at a time, so that limits are exact with
 * any number of workers. Returns null when nothing is due.
 */
export async function claimNext(ctx: EmailContext, turn: Turn): Promise<Claim | null> {
  const skippedCompanies = new Set<number>()
  for (;;) {
    const taken = await inTransaction(ctx, async (ctx) => {
      const [company] = await lockNextCompany(ctx, turn)
      if (!company || skippedCompanies.has(company.id)) return null
      const [notification] = await claimOldest(ctx, company.id)
      if (notification?.waitsFor !== 'digest') return { ...company, notification, digest: null }
      const others = await runQuery<Notification>(ctx, claimed(sameDigest(notification)), { prepared: true })
      return { ...company, notification, digest: [notification, ...others] }
    })
    if (!taken) return null
    const { id, notification, digest } = taken
    turn.after = id
    if (notification) return { notification, digest }
    skippedCompanies.add(id)
  }
}
