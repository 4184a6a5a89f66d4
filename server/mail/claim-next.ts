import { type SQL, sql } from 'drizzle-orm'
import { inTransaction } from '../db/transaction.ts'
import { companyConfirmed } from './confirmed.ts'
import type { MailContext } from './drain-outbox.ts'
import type { Notification } from './message.ts'

/** How long a claimed mail is left to the process that claimed it, in seconds: longer than a send can hang. */
export const LEASE = 90
/** How many mails leave to people outside the company before its owner has confirmed the account's email. */
const MOST_UNCONFIRMED = 20
/** How many mails to its own accounts a company's day has, beside its budget: new passwords, confirmations. */
const ACCOUNT_MAILS_PER_DAY = 50

/** The company served last: the next mail is of the one after it that has some, and then from the first on. */
export interface Turn {
  after: number
}

/** What an expired lease or a wait that is over holds back goes again. A digest stays one. */
async function putBack(ctx: MailContext) {
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

/**
 * The next company with a due mail. It steps from company to company through the index, so a company with a hundred
 * thousand of them costs as much as one with a single mail.
 */
async function nextCompany(ctx: MailContext, after: number): Promise<number | undefined> {
  const { rows } = await ctx.db.execute<{ id: number }>(sql`
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
    LIMIT 1`)
  return rows[0]?.id
}

/** When the company may send to these audiences again; null where it may now. Mails under way count as sent. */
function roomAgain(companyId: number, audiences: SQL, most: number): SQL {
  const underWay = sql`(
    SELECT count(*) FROM email_notifications
    WHERE company_id = ${companyId} AND status = 'sending' AND audience IN (${audiences}))`
  return sql`CASE WHEN ${underWay} >= ${most} THEN now() + ${LEASE} * interval '1 second' ELSE (
    SELECT sent_at + interval '1 day' FROM email_notifications
    WHERE company_id = ${companyId} AND sent_at > now() - interval '1 day' AND audience IN (${audiences})
    ORDER BY sent_at DESC OFFSET greatest(${most} - 1 - ${underWay}, 0) LIMIT 1) END`
}

/** Lets the company's mails to these audiences wait, together. */
async function hold(ctx: MailContext, companyId: number, audiences: SQL, reason: SQL, until: SQL) {
  await ctx.db.execute(sql`
    UPDATE email_notifications
    SET status = 'waiting', waits_for = ${reason}, next_attempt_at = ${until}, failing_since = NULL
    WHERE company_id = ${companyId} AND status = 'pending' AND audience IN (${audiences})`)
}

const account = sql`'account'`
const others = sql`'others'`
const staff = sql`'staff'`
const allButAccount = sql`'others', 'staff'`

/** Holds back what the company may not send now (decision 028). */
async function holdBeyondLimits(ctx: MailContext, companyId: number) {
  const { rows } = await ctx.db.execute<Record<'confirmed' | 'early' | 'busy' | 'accountBusy', boolean>>(sql`
    SELECT limits.confirmed, limits.room_again IS NOT NULL AS busy, limits.account_again IS NOT NULL AS "accountBusy",
      NOT limits.confirmed AND (SELECT count(*) FROM (
        SELECT FROM email_notifications
        WHERE company_id = ${companyId} AND audience = 'others' AND (sent_at IS NOT NULL OR status = 'sending')
        LIMIT ${MOST_UNCONFIRMED}) AS gone) >= ${MOST_UNCONFIRMED} AS early
    FROM (SELECT ${companyConfirmed(ctx.config, companyId)} AS confirmed,
      ${roomAgain(companyId, allButAccount, ctx.config.mailBudgetPerDay)} AS room_again,
      ${roomAgain(companyId, account, ACCOUNT_MAILS_PER_DAY)} AS account_again) AS limits`)
  const { confirmed, early, busy, accountBusy } = rows[0]!
  const untilRoom = (audiences: SQL, most: number) =>
    sql`greatest(${roomAgain(companyId, audiences, most)}, now() + interval '1 minute')`
  if (early) await hold(ctx, companyId, others, sql`'confirmation'`, sql`'infinity'`)
  if (!confirmed) await hold(ctx, companyId, staff, sql`'confirmation'`, sql`'infinity'`)
  if (busy) {
    await hold(
      ctx,
      companyId,
      allButAccount,
      sql`'budget'`,
      untilRoom(allButAccount, ctx.config.mailBudgetPerDay),
    )
  }
  if (accountBusy)
    await hold(ctx, companyId, account, sql`'budget'`, untilRoom(account, ACCOUNT_MAILS_PER_DAY))
}

/** A row to be sent now, and with it, where several wait to be told in one mail, all of them. */
export interface Claim {
  notification: Notification
  digest: Notification[] | null
}

async function claim(ctx: MailContext, which: SQL): Promise<Notification[]> {
  const { rows } = await ctx.db.execute<Notification & Record<string, unknown>>(sql`
    UPDATE email_notifications
    SET attempts = attempts + 1, status = 'sending', next_attempt_at = now() + ${LEASE} * interval '1 second'
    WHERE id IN (SELECT id FROM email_notifications WHERE ${which} FOR UPDATE SKIP LOCKED)
    RETURNING id, company_id AS "companyId", booking_id AS "bookingId", user_id AS "userId",
      co_host_id AS "coHostId", confirmation_id AS "confirmationId", email_type AS "emailType", sequence, attempts,
      waits_for AS "waitsFor", recipient_hash AS "recipientHash"`)
  return rows
}

/** Everything else that waits to be told to the same recipient. */
const sameDigest = ({ companyId, recipientHash }: Notification) => sql`
  company_id = ${companyId} AND recipient_hash = ${recipientHash} AND waits_for = 'digest'
  AND status IN ('pending', 'waiting') ORDER BY id LIMIT 1000`

/**
 * The company's oldest due mail, those of accounts first, those of staff last. One claim of a company after the
 * other, so that each sees what the others took: limits hold to the mail, however many workers there are.
 */
async function claimOf(ctx: MailContext, companyId: number): Promise<Claim | null> {
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('mail'), ${companyId}::int)`)
    await holdBeyondLimits(ctx, companyId)
    const [notification] = await claim(
      ctx,
      sql`company_id = ${companyId} AND status = 'pending' AND next_attempt_at <= now()
        ORDER BY audience, next_attempt_at, id LIMIT 1`,
    )
    if (!notification) return null
    if (notification.waitsFor !== 'digest') return { notification, digest: null }
    return { notification, digest: [notification, ...(await claim(ctx, sameDigest(notification)))] }
  })
}

/**
 * Claims the next mail, one of each company in turn, so that a company with thousands of them delays another's by one
 * (decision 028). Null where nothing is due.
 */
export async function claimNext(ctx: MailContext, turn: Turn): Promise<Claim | null> {
  const fruitless = new Set<number>()
  for (;;) {
    await putBack(ctx)
    const companyId = (await nextCompany(ctx, turn.after)) ?? (await nextCompany(ctx, 0))
    if (companyId === undefined || fruitless.has(companyId)) return null
    turn.after = companyId
    const claim = await claimOf(ctx, companyId)
    if (claim) return claim
    fruitless.add(companyId)
  }
}
