import { once } from 'node:events'
import type { Server, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { findFreePort } from '../../server/platform/db/embedded/find-free-port.ts'
import { smtpReply } from '../../server/test/mail/mailbox.ts'

/**
 * How the mail server treats its client: it accepts emails, refuses the connection for now (RFC 5321, section 3.1), asks
 * once per recipient to try again later (greylisting, RFC 6647), or takes an email and never acknowledges it.
 */
type Manner = 'accepts' | 'refuses' | 'greylists' | 'hangs'

/** The domain whose mailboxes do not exist. */
export const UNKNOWN = 'unknown.test'

/**
 * A mail server that can be turned off, can change its manner, and comes back at the same address.
 * It counts emails by Message-ID, which stays the same when one is sent again.
 */
export async function openMailServer() {
  const port = await findFreePort()
  const taken = new Map<string, number>()
  const greylisted = new Set<string>()
  const faults = new Set<string>()
  let manner: Manner = 'accepts'
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, done) =>
      done(manner === 'refuses' ? smtpReply(421, '4.3.2 Closed for maintenance') : undefined),
    onRcptTo({ address }, session, done) {
      if (session.envelope.rcptTo.length > 0) faults.add(`an email had several recipients: ${address}`)
      if (address.endsWith(`@${UNKNOWN}`)) return done(smtpReply(550, '5.1.1 No such user'))
      if (manner !== 'greylists' || greylisted.has(address)) return done()
      greylisted.add(address)
      done(smtpReply(451, '4.7.1 Greylisted, try again later'))
    },
    async onData(stream, _session, done) {
      const parts = await stream.toArray().catch(() => undefined)
      if (!parts) return done(new Error('The client hung up before its email was complete'))
      const mail = Buffer.concat(parts).toString('latin1')
      const name = /^message-id:\s*<([^>@]+?)(?:-[0-9a-f]{32})?@/im.exec(mail)?.[1] ?? 'without Message-ID'
      taken.set(name, (taken.get(name) ?? 0) + 1)
      if (manner !== 'hangs') done()
    },
  })
  smtp.on('error', () => {}) // a client that hangs up
  const { server } = smtp
  const hangUp = trackClients(server)

  async function up() {
    manner = 'accepts'
    hangUp()
    if (!server.listening) await once(server.listen(port, '127.0.0.1'), 'listening')
  }

  await up()
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** How often each Message-ID (without its signature and host) arrived. */
    taken,
    /** What no client should do. */
    faults,
    up,
    async down() {
      const closed = new Promise((done) => server.close(done))
      hangUp()
      await closed
    },
    /** Treats its clients like this from their next connection on, until `up`. */
    become(next: Manner) {
      manner = next
      if (next === 'refuses') hangUp()
    },
    /** How many emails it asked to send later. */
    countGreylisted: () => greylisted.size,
    countDuplicates: () => [...taken.values()].reduce((sum, times) => sum + times - 1, 0),
  }
}

/** @returns what breaks off the connections of all clients of a server */
export function trackClients(server: Server) {
  const clients = new Set<Socket>()
  server.on('connection', (client: Socket) => {
    clients.add(client)
    client.on('close', () => clients.delete(client))
  })
  return () => {
    for (const client of clients) client.destroy()
  }
}

export type MailServer = Awaited<ReturnType<typeof openMailServer>>
