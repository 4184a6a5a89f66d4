import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { isUnavailable } from '../db/errors.ts'
import type { Message, Notification } from './message.ts'
import type { Transport } from './transport.ts'

export type MailContext = Pick<Context, 'config' | 'db'>

/**
 * Writes the mail of one outbox row from what is true now, or answers null when there is nothing to say any
 * more. Each feature brings the writers of its kinds of mail.
 */
export type MailWriter = (ctx: MailContext, notification: Notification) => Promise<Message | null>

/** How long a failing mail is tried again (design §10), and how far apart the tries may come, in seconds. */
const KEEP_TRYING = 24 * 3600
const LONGEST_PAUSE = 30

/** How long a mail over its address's share of the day waits until it is looked at again, in seconds. */
const SHARE_PAUSE = 900

/** How long a claimed mail is left to the process that claimed it, in seconds: longer than a send can hang. */
const LEASE = 90
/** How much of it is left for noting that the mail was sent, in seconds. */
const REMEMBER = 25

async function claimNext(ctx: MailContext): Promise<Notification | undefined> {
  const { rows } = await ctx.db.execute<Notification & Record<string, unknown>>(sql`
    UPDATE email_notifications
    SET attempts = attempts + 1, next_attempt_at = now() + ${LEASE} * interval '1 second'
    WHERE id = (
      SELECT id FROM email_notifications
      WHERE status = 'pending' AND next_attempt_at <= now()
      ORDER BY next_attempt_at, id LIMIT 1
      FOR UPDATE SKIP LOCKED
    )
    RETURNING id, company_id AS "companyId", booking_id AS "bookingId", user_id AS "userId", co_host_id AS "coHostId",
      email_type AS "emailType", sequence, attempts`)
  return rows[0]
}

async function markSent(ctx: MailContext, id: number, message: Message) {
  await ctx.db.execute(sql`
    UPDATE email_notifications
    SET status = 'sent', sent_at = now(), error_message = NULL,
      recipient_email = ${message.to.address}, subject = ${message.subject}
    WHERE id = ${id}`)
}

/**
 * The mail is out: were this forgotten, it would go out again. So a database that is away is waited for, as long
 * as the mail is surely this process's own.
 */
async function rememberSent(ctx: MailContext, id: number, message: Message) {
  for (const patience = Date.now() + REMEMBER * 1000; ; await setTimeout(500)) {
    try {
      return await markSent(ctx, id, message)
    } catch (error) {
      if (!isUnavailable(error) || Date.now() > patience) throw error
    }
  }
}

async function markSkipped(ctx: MailContext, id: number) {
  await ctx.db.execute(sql`UPDATE email_notifications SET status = 'skipped' WHERE id = ${id}`)
}

/** Puts a mail back for a later try, and gives it up at once when it is refused, else after a day. */
async function markFailed(
  ctx: MailContext,
  { id, attempts }: Notification,
  error: unknown,
  { refused = false, pause = Math.min(LONGEST_PAUSE, 2 ** attempts) } = {},
) {
  await ctx.db.execute(sql`
    UPDATE email_notifications
    SET error_message = ${error instanceof Error ? error.message : String(error)},
      next_attempt_at = now() + ${pause} * interval '1 second',
      status = CASE WHEN ${refused} OR created_at < now() - ${KEEP_TRYING} * interval '1 second'
        THEN 'failed' ELSE 'pending' END
    WHERE id = ${id}`)
}

/** Whether the address has had as many of this company's mails within a day as this one may be among. */
async function isFlooded(ctx: MailContext, companyId: number, { to, mostPerDay }: Message): Promise<boolean> {
  if (mostPerDay === undefined) return false
  const { rows } = await ctx.db.execute<{ sent: number }>(sql`
    SELECT count(*)::int AS sent FROM email_notifications
    WHERE lower(recipient_email) = lower(${to.address}) AND company_id = ${companyId} AND sent_at > now() - interval '1 day'`)
  return rows[0]!.sent >= mostPerDay
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
 * Sends what is due in the outbox, one mail after the other, so that a process killed on the way repeats one
 * mail at most. A mail server that is away ends the round; the next one tries again.
 *
 * @returns whether the outbox was emptied of what is due
 */
export async function drainOutbox(
  ctx: MailContext,
  writers: Record<string, MailWriter>,
  transport: Transport,
): Promise<boolean> {
  for (;;) {
    const notification = await claimNext(ctx)
    if (!notification) return true
    const { id, emailType } = notification
    let message: Message | null
    try {
      const write = writers[emailType]
      if (!write) throw new Error(`Nothing writes mails of the kind ${emailType}`)
      message = await write(ctx, notification)
    } catch (error) {
      await markFailed(ctx, notification, error)
      continue
    }
    if (!message) {
      await markSkipped(ctx, id)
      continue
    }
    if (await isFlooded(ctx, notification.companyId, message)) {
      const reason = `This address got ${message.mostPerDay} mails within a day`
      await markFailed(ctx, notification, reason, { pause: SHARE_PAUSE })
      continue
    }
    try {
      await transport.send(`mail-${id}-${emailType}`, message)
    } catch (error) {
      const refused = isRefusal(error)
      await markFailed(ctx, notification, error, { refused })
      if (refused) continue
      console.error(`Mails wait, and are tried again: ${error instanceof Error ? error.message : error}`)
      return false
    }
    await rememberSent(ctx, id, message)
  }
}
