import { ImapFlow } from 'imapflow'
import type { EmailContext } from '../claim-next.ts'
import { readMailUrl } from '../mail-url.ts'
import { readReport } from './read-report.ts'
import { recordReturned } from './record-returned.ts'

/** Reports are looked for this far back, and as many at a time; those of our emails are marked as read. */
const DAYS = 7
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

/**
 * Reads the reports of mail servers that could not deliver an email they had accepted, and marks these emails as failed.
 * All other messages stay as they are, unread.
 *
 * @returns how many emails came back
 */
export async function collectReturned(ctx: EmailContext, stopping: AbortSignal): Promise<number> {
  const { imapUrl } = ctx.config
  if (!imapUrl) return 0
  const client = await openReturned(imapUrl)
  let count = 0
  try {
    const since = new Date(Date.now() - DAYS * 24 * 3600 * 1000)
    const reports = { seen: false, since, header: { 'content-type': 'delivery-status' } }
    const found = (await client.search(reports, { uid: true })) || []
    for (const uid of found.slice(-MAX_REPORTS)) {
      if (stopping.aborted) break
      const query = { source: { start: 0, maxLength: MAX_BYTES } }
      const message = await client.fetchOne(String(uid), query, { uid: true })
      const returned = readReport(message ? String(message.source) : '')
      if (!returned || !(await recordReturned(ctx, returned))) continue
      await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
      count++
    }
    await client.logout()
  } finally {
    client.close()
  }
  return count
}
