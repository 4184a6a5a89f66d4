import { once } from 'node:events'
import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

/**
 * How the mail server treats its client: it accepts emails, refuses the connection for now (RFC 5321, section 3.1), asks
 * once per recipient to try again later (greylisting, RFC 6647), or takes an email and never acknowledges it.
 */
type Manner = 'accepts' | 'refuses' | 'greylists' | 'hangs'

const reply = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

/**
 * A mail server that can be turned off, can change its manner, and comes back at the same address.
 * It counts emails by Message-ID, which stays the same when one is sent again.
 *
 * @param unknown a domain whose addresses it refuses for good
 */
export async function openMailServer(port: number, unknown?: string) {
  const taken = new Map<string, number>()
  const greylisted = new Set<string>()
  const faults = new Set<string>()
  let manner: Manner = 'accepts'
  let server: SMTPServer | undefined
  const sockets = new Set<Socket>()

  async function up() {
    manner = 'accepts'
    hangUp()
    if (server) return
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onConnect: (_session, done) =>
        done(manner === 'refuses' ? reply(421, '4.3.2 Closed for maintenance') : undefined),
      onRcptTo({ address }, session, done) {
        if (session.envelope.rcptTo.length > 0) faults.add(`an email had several recipients: ${address}`)
        if (unknown && address.endsWith(`@${unknown}`)) return done(reply(550, '5.1.1 No such user'))
        if (manner !== 'greylists' || greylisted.has(address)) return done()
        greylisted.add(address)
        done(reply(451, '4.7.1 Greylisted, try again later'))
      },
      async onData(stream, _session, done) {
        const parts = await stream.toArray().catch(() => undefined)
        if (!parts) return done(new Error('The client hung up before its email was complete'))
        const mail = Buffer.concat(parts).toString('latin1')
        const id =
          /^message-id:\s*<([^>@]+?)(?:-[0-9a-f]{32})?@/im.exec(mail)?.[1] ?? 'an email without Message-ID'
        taken.set(id, (taken.get(id) ?? 0) + 1)
        if (manner !== 'hangs') done()
      },
    })
    server.on('error', () => {}) // a client that hangs up
    server.server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
    server.listen(port, '127.0.0.1')
    await once(server.server, 'listening')
  }

  function hangUp() {
    for (const socket of sockets) socket.destroy()
  }

  async function down() {
    const closed = server && new Promise<void>((done) => server!.close(done))
    hangUp()
    await closed
    server = undefined
  }

  await up()
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** How often each Message-ID (without its signature and host) arrived. */
    taken,
    /** What no client should do. */
    faults,
    up,
    down,
    /** Treats its clients like this from their next connection on, until `up`. */
    become(next: Exclude<Manner, 'accepts'>) {
      manner = next
      if (next === 'refuses') hangUp()
    },
    /** How many emails it asked to send later. */
    countGreylisted: () => greylisted.size,
    countDuplicates: () => [...taken.values()].reduce((sum, times) => sum + times - 1, 0),
  }
}

export type MailServer = Awaited<ReturnType<typeof openMailServer>>
