import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { given, runQuery, statement } from '../db/statement.ts'
import { inTransaction } from '../db/transaction.ts'
import { inSeconds, leaseSeconds } from '../jobs/lease.ts'
import { companyConfirmed } from './confirmed.ts'
import type { Notification } from './message.ts'

export type MailContext = Pick<Context, 'config' | 'db'>

/** How many mails leave to people outside the company before its owner has confirmed the account's email. */
const MAX_EMAILS_UNCONFIRMED = 20
/** How many mails to its own accounts a company's day has, beside its budget: new passwords, confirmations. */
const ACCOUNT_MAILS_PER_DAY = 50

/** The company served last: the next mail is of the one after it that has some, and then from the first on. */
export interface Turn {
  after: number
}

/** What an expired lease or a wait that is over holds back goes again. A digest stays one. */
export async function putBack(ctx: MailContext) {
  await ctx.db.execute(sql`
    UPDATE email_notifications
    SET status = 'pending', waits_for = CASE WHEN waits_for = 'digest' THEN waits_for END
    WHERE id IN (
      SELECT id FROM email_notifications
      WHERE status IN ('waiting', 'sending') AND next_attempt_at <= now()
      FOR UPDATE SKIP LOCKED
    )`)
}

/** Sends off what waited for its company to be confirmed, where it is by now. */
export async function releaseConfirmed(ctx: MailContext) {
  await ctx.db.execute(sql`
    UPDATE email_notifications AS mail
    SET status = 'pending', waits_for = NULL, next_attempt_at = now()
    WHERE mail.status = 'waiting' AND mail.waits_for = 'confirmation'
      AND ${companyConfirmed(ctx.config, sql`mail.company_id`)}`)
}

/** The first company above a number that has a due mail. */
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
 * The next company with a due mail, locked until the transaction ends. It steps from company to company through the
 * index, so a company with a hundred thousand of them costs as much as one with a single mail.
 */
const lockNextCompany = statement<{ after: number }, { id: number }>(
  'next-company-with-mail',
  sql`
    SELECT id, pg_advisory_xact_lock(hashtext('mail'), id)
    FROM (SELECT coalesce(${firstCompany(given('after', 'int'))}, ${firstCompany(sql`0`)}) AS id OFFSET 0) AS next
    WHERE id IS NOT NULL`,
)

/** When the company may send to these audiences again; null where it may now. Mails under way count as sent. */
function roomAgain(companyId: number, audiences: SQL, most: number): SQL {
  const underWay = sql`(
    SELECT count(*) FROM email_notifications
    WHERE company_id = ${companyId} AND status = 'sending' AND audience IN (${audiences}))`
  return sql`CASE WHEN ${underWay} >= ${most} THEN ${inSeconds(leaseSeconds.email)} ELSE (
    SELECT sent_at + interval '1 day' FROM email_notifications
    WHERE company_id = ${companyId} AND sent_at > now() - interval '1 day' AND audience IN (${audiences})
    ORDER BY sent_at DESC OFFSET greatest(${most} - 1 - ${underWay}, 0) LIMIT 1) END`
}

/** The audiences that the company may not send to now, why, and until when (decision 028). */
function limitsOf({ config }: MailContext, companyId: number): SQL {
  return sql`
    SELECT audience, CASE WHEN unconfirmed THEN 'confirmation' ELSE 'budget' END AS reason,
      CASE WHEN unconfirmed THEN 'infinity' ELSE greatest(again, now() + interval '1 minute') END AS until
    FROM (SELECT ${companyConfirmed(config, companyId)} AS confirmed,
        ${roomAgain(companyId, sql`'others', 'staff'`, config.mailBudgetPerDay)} AS room_again OFFSET 0) AS company,
      LATERAL (VALUES
        ('account', false, ${roomAgain(companyId, sql`'account'`, ACCOUNT_MAILS_PER_DAY)}),
        ('others', NOT confirmed AND (SELECT count(*) FROM (
          SELECT FROM email_notifications
          WHERE company_id = ${companyId} AND audience = 'others' AND (sent_at IS NOT NULL OR status = 'sending')
          LIMIT ${MAX_EMAILS_UNCONFIRMED}) AS gone) >= ${MAX_EMAILS_UNCONFIRMED}, room_again),
        ('staff', NOT confirmed, room_again)) AS of_audience (audience, unconfirmed, again)
    WHERE unconfirmed OR again IS NOT NULL`
}

/** A row to be sent now, and with it, where several wait to be told in one mail, all of them. */
export interface Claim {
  notification: Notification
  digest: Notification[] | null
}

const claimed = (which: SQL) => sql`
  UPDATE email_notifications
  SET attempts = attempts + 1, status = 'sending', next_attempt_at = ${inSeconds(leaseSeconds.email)}
  WHERE id IN (SELECT id FROM email_notifications WHERE ${which} FOR UPDATE SKIP LOCKED)
  RETURNING id, company_id AS "companyId", booking_id AS "bookingId", user_id AS "userId",
    co_host_id AS "coHostId", confirmation_id AS "confirmationId", email_type AS "emailType", sequence, attempts,
    waits_for AS "waitsFor", recipient_hash AS "recipientHash"`

/** Claims the oldest due mail that the company may send, and holds back those that it may not. */
const claimOldest = (ctx: MailContext, companyId: number) =>
  runQuery<Notification>(
    ctx,
    sql`
      WITH limits AS MATERIALIZED (${limitsOf(ctx, companyId)}),
      held AS (
        UPDATE email_notifications AS mail
        SET status = 'waiting', waits_for = limits.reason, next_attempt_at = limits.until, failing_since = NULL
        FROM limits
        WHERE mail.company_id = ${companyId} AND mail.status = 'pending' AND mail.audience = limits.audience)
      ${claimed(sql`company_id = ${companyId} AND status = 'pending' AND next_attempt_at <= now()
        AND audience NOT IN (SELECT audience FROM limits) ORDER BY audience, next_attempt_at, id LIMIT 1`)}`,
    { prepared: true },
  )

/** Everything else that waits to be told to the same recipient. */
const sameDigest = ({ companyId, recipientHash }: Notification) => sql`
  company_id = ${companyId} AND recipient_hash = ${recipientHash} AND waits_for = 'digest'
  AND status IN ('pending', 'waiting') ORDER BY id LIMIT 1000`

/**
 * Claims the next mail, one of each company in turn, so that a company with thousands of them delays another's by one
 * (decision 028). Of a company's, those of accounts go first, those of staff last. One claim of a company after the
 * other, so that each sees what the others took: limits hold to the mail, however many workers there are. Null where
 * nothing is due.
 */
export async function claimNext(ctx: MailContext, turn: Turn): Promise<Claim | null> {
  const fruitless = new Set<number>()
  for (;;) {
    const taken = await inTransaction(ctx, async (ctx) => {
      const [company] = await lockNextCompany(ctx, turn)
      if (!company || fruitless.has(company.id)) return null
      const [notification] = await claimOldest(ctx, company.id)
      if (notification?.waitsFor !== 'digest') return { ...company, notification, digest: null }
      const others = await runQuery<Notification>(ctx, claimed(sameDigest(notification)), { prepared: true })
      return { ...company, notification, digest: [notification, ...others] }
    })
    if (!taken) return null
    const { id, notification, digest } = taken
    turn.after = id
    if (notification) return { notification, digest }
    fruitless.add(id)
  }
}
