import { eq, sql } from 'drizzle-orm'
import { ImapFlow } from 'imapflow'
import { returnedMailboxes } from '../../db/schema/mail.ts'
import type { EmailContext } from '../claim-next.ts'
import { readMailUrl } from '../mail-url.ts'
import { readReport } from './read-report.ts'
import { recordReturned } from './record-returned.ts'

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
 * Reads the reports of mail servers that could not deliver an email they had accepted, and marks these emails as failed.
 * Those of our emails are marked as read; all other messages stay as they are. Each report is read once: a run goes on
 * after the last one of the run before, so that reports of other people's emails hide none of ours.
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
