import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { emailNotifications } from '../db/schema/mail.ts'
import { placeholder, runQuery, selection, statement } from '../db/statement.ts'
import { inTransaction } from '../db/transaction.ts'
import { inSeconds, leaseSeconds } from '../jobs/lease.ts'
import { log } from '../log/log.ts'
import { countEmail } from '../metrics/registry.ts'
import { companyConfirmed } from './confirmed.ts'
import { failureOf } from './failure-of.ts'
import { delayIfCapped, limitsOf, releaseConfirmed } from './limits.ts'
import {
  type EmailContext,
  type Notification,
  recordFailed,
  recordSent,
  recordSkipped,
  type WriterContext,
} from './outbox.ts'
import { type Message, nameMessage, renderMessage, type SkipReason, type Transport } from './transport.ts'

/** Writes an email or a digest from current data; null when it no longer applies, or why it is not sent otherwise. */
export type EmailWriter = (
  ctx: WriterContext,
  notification: Notification,
  digest: readonly Notification[] | null,
) => Promise<Message | SkipReason | null>

/** How often delayed emails are checked. */
const CLAIM_INTERVAL_MS = 1000

/** The company served last; the next email is from the first company after it that has one due. */
interface Turn {
  after: number
}

/** Requeues emails whose lease has expired or whose wait is over. A digest stays one. */
async function requeueDue(ctx: EmailContext) {
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

/** Locks the next company with an email due until the transaction ends, skipping from company to company in the index. */
const lockNextCompany = statement<{ after: number }, { id: number }>(
  'next-company-with-mail',
  sql`
    SELECT id, pg_advisory_xact_lock(hashtext('mail'), id)
    FROM (SELECT coalesce(${firstCompany(placeholder('after', 'int'))}, ${firstCompany(sql`0`)}) AS id OFFSET 0) AS next
    WHERE id IS NOT NULL`,
)

const allColumns = selection(getTableColumns(emailNotifications))

const claimed = (which: SQL) => sql`
  UPDATE email_notifications
  SET attempts = attempts + 1, status = 'sending', next_attempt_at = ${inSeconds(leaseSeconds.email)}
  WHERE id IN (SELECT id FROM email_notifications WHERE ${which} FOR UPDATE SKIP LOCKED)
  RETURNING ${allColumns}`

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
  )

/** The emails that wait for the same recipient's digest. */
const sameDigest = ({ companyId, recipientHash }: Notification) => sql`
  company_id = ${companyId} AND recipient_hash = ${recipientHash} AND waits_for = 'digest'
  AND status IN ('pending', 'waiting') ORDER BY id LIMIT 1000`

/**
 * Claims the next email, one per company in turn, and in the order of `emailAudiences` within one, with all that its digest
 * replaces; null when nothing is due. Claims of one company run one at a time, so that limits are exact (decision 028).
 */
async function claimNext(ctx: EmailContext, turn: Turn): Promise<Notification[] | null> {
  const skippedCompanies = new Set<number>()
  for (;;) {
    const taken = await inTransaction(ctx, async (ctx) => {
      const [company] = await lockNextCompany(ctx, turn)
      if (!company || skippedCompanies.has(company.id)) return null
      const rows = await claimOldest(ctx, company.id)
      if (rows[0]?.waitsFor === 'digest')
        rows.push(...(await runQuery<Notification>(ctx, claimed(sameDigest(rows[0])))))
      return { ...company, rows }
    })
    if (!taken) return null
    turn.after = taken.id
    if (taken.rows.length) return taken.rows
    skippedCompanies.add(taken.id)
  }
}

/** Writes and renders an email, so that one that cannot be rendered fails alone, as one that cannot be written. */
async function writeEmail(ctx: WriterContext, writers: Record<string, EmailWriter>, rows: Notification[]) {
  const { emailType, companyId, waitsFor } = rows[0]!
  const write = writers[emailType]
  if (!write) throw new Error(`No writer for emails of the kind ${emailType}`)
  const message = await write(ctx, rows[0]!, waitsFor === 'digest' ? rows : null)
  if (message === null || typeof message === 'string') return message
  const confirmed = sql`SELECT ${companyConfirmed(ctx.config, companyId)} AS confirmed`
  const [row] = await runQuery<{ confirmed: boolean }>(ctx, confirmed)
  const isUnproven = message.cap !== undefined && !row!.confirmed
  return { message, rendered: renderMessage(ctx.config, message, isUnproven) }
}

/**
 * Sends what is due in the outbox, one email at a time (decision 006). A mail server that is down ends the run; one that
 * asks to send a single email later does not.
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
  let someDeferred = false
  for (let nextCheckAt = 0; !stopping?.aborted; ) {
    if (performance.now() >= nextCheckAt) {
      await requeueDue(ctx)
      nextCheckAt = performance.now() + CLAIM_INTERVAL_MS
    }
    const rows = await claimNext(ctx, turn)
    if (!rows) return !someDeferred
    const notification = rows[0]!

    let written: Awaited<ReturnType<typeof writeEmail>>
    try {
      written = await writeEmail(ctx, writers, rows)
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
      await transport.send(nameMessage(ctx.config, notification), rendered)
    } catch (error) {
      const failure = failureOf(error)
      await recordFailed(ctx, rows, failure, rendered)
      if (failure.isFinal) continue
      log.error(`Emails wait, and are tried again: ${failure.message}`)
      if (!failure.isOwn) return false
      someDeferred = true
      continue
    }
    await recordSent(ctx, rows, rendered)
  }
  return false
}
