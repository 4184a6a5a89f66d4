import type { EmailFailure } from '@trunkshow/contract/emails/messages.ts'
import { asciiEmail } from '@trunkshow/contract/person.ts'
import { eq, sql } from 'drizzle-orm'
import { ImapFlow } from 'imapflow'
import type { Config } from '../../config.ts'
import { returnedMailboxes } from '../db/schema/mail.ts'
import { runQuery } from '../db/statement.ts'
import { countEmail } from '../metrics/registry.ts'
import { isGuestEmail, sameSubject } from './attention.ts'
import { failureOfReport } from './failure-of.ts'
import type { EmailContext } from './outbox.ts'
import { type MessageName, readMailUrl, readMessageId } from './transport.ts'

/** What a mail server reports about an email that it could not deliver. */
export interface ReturnedEmail extends MessageName {
  /** The addresses that the report names: the one it failed for, and the one it was sent to if that forwards. */
  addresses: string[]
  failure: EmailFailure
  /** The reply of the mail server. */
  message: string
}

/** A longer reply is cut, since anyone can send a report. */
const MAX_REPLY_CHARACTERS = 1000

/**
 * Reads a report of a failed delivery, whose fields and whose copy of the original header are never encoded
 * (RFC 3464, section 2.1; RFC 2046, section 5.2.1).
 *
 * @param source the message as the mailbox has it
 * @returns null for any other message, a report of a delay or a success, and of an email that is not one of ours, by the
 *   signature in its Message-ID
 */
export function readReport(config: Config, source: string): ReturnedEmail | null {
  // PostgreSQL has no text with a NUL.
  const text = source
    .replaceAll('\0', '')
    .replace(/\r\n/g, '\n')
    .replace(/\n[ \t]+/g, ' ')
  const [header = ''] = text.split('\n\n', 1)
  if (!/^content-type:.*\breport-type="?delivery-status\b/im.test(header)) return null
  const field = (name: string) => new RegExp(`^${name}:(.*)$`, 'im').exec(text)?.[1]?.trim() ?? ''
  /** A field without its type, such as `rfc822;`. */
  const typed = (name: string) => field(name).replace(/^[\w-]+;\s*/, '')
  if (field('Action').toLowerCase() !== 'failed') return null
  const [name] = [...text.matchAll(/^message-id:(.*)$/gim)].flatMap(
    ([, id = '']) => readMessageId(config, id.trim()) ?? [],
  )
  if (!name) return null
  const addresses = [typed('Final-Recipient'), typed('Original-Recipient')]
    .map((address) => asciiEmail(address.replace(/^<(.*)>$/, '$1')).toLowerCase())
    .filter(Boolean)
  const message = (typed('Diagnostic-Code') || field('Status')).slice(0, MAX_REPLY_CHARACTERS)
  return {
    ...name,
    addresses,
    failure: failureOfReport(field('Status'), message),
    message,
  }
}

/**
 * Marks a sent email as failed (docs/product.md, Emails that fail), and as dealt with if a later one was sent to its guest.
 * The report has to name the address that the email went to, since anyone can write a report.
 *
 * @returns whether the email is one of ours, also if it was marked before
 */
export async function recordReturned(ctx: EmailContext, returned: ReturnedEmail): Promise<boolean> {
  const { id, emailType, addresses, failure, message } = returned
  const [found] = await runQuery<{ isNew: boolean }>(
    ctx,
    sql`
      WITH known AS (
        SELECT id, status FROM emails
        WHERE id = ${id} AND email_type = ${emailType}
          AND lower(to_email) = ANY (${sql.param(addresses)}::text[])
      ), listed AS (
        UPDATE emails SET status = 'failed', failure = ${failure}, error_message = ${message},
          handled_at = CASE WHEN ${isGuestEmail(sql`emails`)} AND EXISTS (
            SELECT FROM email_notifications AS later
            WHERE ${sameSubject(sql`later`, sql`emails`)} AND later.company_id = emails.company_id AND later.id > emails.id
              AND later.status = 'sent' AND ${isGuestEmail(sql`later`)}
          ) THEN now() END
        FROM known WHERE emails.id = known.id AND emails.status = 'sent'
        RETURNING emails.id
      ), queued AS (
        UPDATE email_notifications SET status = 'failed', failure = ${failure}, error_message = ${message}
        FROM listed WHERE listed.id IN (email_notifications.id, email_notifications.digest_id)
      )
      SELECT EXISTS (SELECT FROM listed) AS "isNew" FROM known`,
  )
  if (found?.isNew) countEmail('failed')
  return found !== undefined
}

/** Reports are looked for this far back when a mailbox is first read. */
const DAYS = 7
/** How many reports are read at a time; the next run goes on after them. */
const MAX_REPORTS = 500
/** A report has a copy of the email, whose header is at its beginning. */
const MAX_BYTES = 200_000

/**
 * Opens the mailbox of IMAP_URL, whose path names a folder other than INBOX.
 *
 * @throws the server's words if it refuses
 */
export async function openReturned(imapUrl: string, { readOnly = false } = {}): Promise<ImapFlow> {
  const { url, requiresTls } = readMailUrl(imapUrl)
  const { protocol, hostname, port, username, password, pathname } = url
  const secure = protocol === 'imaps:'
  const client = new ImapFlow({
    host: hostname,
    port: Number(port) || (secure ? 993 : 143),
    secure,
    ...(requiresTls && !secure && { doSTARTTLS: true }),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  })
  client.on('error', () => {}) // a connection that breaks also rejects what waits for it
  try {
    await client.connect()
    await client.mailboxOpen(decodeURIComponent(pathname.slice(1)) || 'INBOX', { readOnly })
    return client
  } catch (error) {
    client.close()
    const { responseText, message } = error as Error & { responseText?: string }
    throw new Error(responseText || message)
  }
}

/** Where the reading of a mailbox is. UIDs only rise, as long as UIDVALIDITY is the same (RFC 9051, section 2.3.1.1). */
async function openPosition({ db }: EmailContext, imapUrl: string, uidValidity: number) {
  const { username, host, pathname } = new URL(imapUrl)
  const mailbox = `${username}@${host}${pathname}`
  const [row] = await db.select().from(returnedMailboxes).where(eq(returnedMailboxes.mailbox, mailbox))
  return {
    lastUid: row?.uidValidity === uidValidity ? row.lastUid : 0,
    async moveTo(lastUid: number) {
      const set = { uidValidity, lastUid }
      const isNew = sql`${returnedMailboxes.uidValidity} <> excluded.uid_validity OR ${returnedMailboxes.lastUid} < excluded.last_uid`
      await db
        .insert(returnedMailboxes)
        .values({ mailbox, ...set })
        .onConflictDoUpdate({ target: returnedMailboxes.mailbox, set, setWhere: isNew })
    },
  }
}

/**
 * Reads the reports of undelivered emails, each once and after those of the run before, and marks these emails as failed.
 * Reports of our emails are marked as read; all other messages stay as they are (decision 059).
 *
 * @returns how many emails came back
 */
export async function collectReturned(ctx: EmailContext, stopping: AbortSignal): Promise<number> {
  const { imapUrl } = ctx.config
  if (!imapUrl) return 0
  const client = await openReturned(imapUrl)
  let count = 0
  try {
    const { uidValidity, uidNext } = client.mailbox as Exclude<typeof client.mailbox, boolean>
    const position = await openPosition(ctx, imapUrl, Number(uidValidity))
    const after = position.lastUid
    const since = new Date(Date.now() - DAYS * 24 * 3600 * 1000)
    const header = { 'content-type': 'delivery-status' }
    const uids = (await client.search({ uid: `${after + 1}:*`, since, header }, { uid: true })) || []
    // A range up to * always contains the last message.
    const found = uids.filter((uid) => uid > after).sort((a, b) => a - b)
    for (const uid of found.slice(0, MAX_REPORTS)) {
      if (stopping.aborted) return count
      // Moved on first, so that a message no one can read, or that breaks the connection, is tried once.
      await position.moveTo(uid)
      const query = { source: { start: 0, maxLength: MAX_BYTES } }
      const message = await client.fetchOne(String(uid), query, { uid: true })
      const returned = readReport(ctx.config, message ? String(message.source) : '')
      if (!returned || !(await recordReturned(ctx, returned))) continue
      await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
      count++
    }
    if (found.length <= MAX_REPORTS) await position.moveTo(Math.max(after, uidNext - 1, ...found))
    await client.logout()
  } finally {
    client.close()
  }
  return count
}
