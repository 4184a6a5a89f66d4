import { once } from 'node:events'
import type { Server, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { findFreePort } from '../../server/platform/db/embedded.ts'
import { smtpReply } from '../../server/test/mail/mailbox.ts'

/**
 * What a mail server does to its clients: it accepts emails, is not there, refuses the connection for now (RFC 5321, section
 * 3.1), asks once per recipient to try again later (RFC 6647), or takes an email and never acknowledges it.
 */
export type Manner = 'up' | 'down' | 'refusing' | 'greylisting' | 'hanging'

/** The domain whose mailboxes do not exist. */
export const UNKNOWN = 'unknown.test'

/** A mail server that can change its manner. It counts emails by Message-ID, the same when one is sent again. */
export async function openMailServer() {
  const port = await findFreePort()
  const taken = new Map<string, number>()
  const greylisted = new Set<string>()
  const faults = new Set<string>()
  let manner: Manner = 'up'
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, done) =>
      done(manner === 'refusing' ? smtpReply(421, '4.3.2 Closed for maintenance') : undefined),
    onRcptTo({ address }, session, done) {
      if (session.envelope.rcptTo.length > 0) faults.add(`an email had several recipients: ${address}`)
      if (address.endsWith(`@${UNKNOWN}`)) return done(smtpReply(550, '5.1.1 No such user'))
      if (manner !== 'greylisting' || greylisted.has(address)) return done()
      greylisted.add(address)
      done(smtpReply(451, '4.7.1 Greylisted, try again later'))
    },
    async onData(stream, _session, done) {
      const parts = await stream.toArray().catch(() => undefined)
      if (!parts) return done(new Error('The client hung up before its email was complete'))
      const mail = Buffer.concat(parts).toString('latin1')
      const name = /^message-id:\s*<([^>@]+?)(?:-[0-9a-f]{32})?@/im.exec(mail)?.[1] ?? 'without Message-ID'
      taken.set(name, (taken.get(name) ?? 0) + 1)
      if (manner !== 'hanging') done()
    },
  })
  smtp.on('error', () => {}) // a client that hangs up
  const { server } = smtp
  const hangUp = trackClients(server)

  /** Treats its clients like this from now on. */
  async function become(next: Manner) {
    manner = next
    const closed = next === 'down' && new Promise((done) => server.close(done))
    if (next !== 'greylisting' && next !== 'hanging') hangUp()
    await closed
    if (next !== 'down' && !server.listening) await once(server.listen(port, '127.0.0.1'), 'listening')
  }

  await become('up')
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** How often each Message-ID (without its signature and host) arrived. */
    taken,
    /** What no client should do. */
    faults,
    become,
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
