import { once } from 'node:events'
import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

/**
 * A mail server that can be turned off, can hang after it accepts an email, and comes back at the same address.
 * It counts emails by Message-ID, which stays the same when one is sent again.
 */
export async function openMailServer(port: number) {
  const taken = new Map<string, number>()
  let hanging = false
  let server: SMTPServer | undefined
  const sockets = new Set<Socket>()

  async function up() {
    hanging = false
    hangUp()
    if (server) return
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      async onData(stream, _session, done) {
        const parts = await stream.toArray().catch(() => undefined)
        if (!parts) return done(new Error('The client hung up before its email was complete'))
        const mail = Buffer.concat(parts).toString('latin1')
        const id = /^message-id: <([^>@]+)/im.exec(mail)?.[1] ?? 'an email without Message-ID'
        taken.set(id, (taken.get(id) ?? 0) + 1)
        if (!hanging) done()
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
    /** How often each Message-ID (without its host) arrived. */
    taken,
    up,
    down,
    /** From now on emails are accepted and never acknowledged. */
    hang() {
      hanging = true
    },
    countDuplicates: () => [...taken.values()].reduce((sum, times) => sum + times - 1, 0),
  }
}

export type MailServer = Awaited<ReturnType<typeof openMailServer>>
