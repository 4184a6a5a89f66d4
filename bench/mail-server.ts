import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { performance } from 'node:perf_hooks'
import { SMTPServer } from 'smtp-server'

/** A real SMTP server on a free port, which keeps nothing of a mail but when it came. */
export async function openMailServer() {
  const came = new Map<string, number>()
  const arrivals = new EventEmitter().setMaxListeners(0)
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      stream.resume().once('end', () => {
        for (const { address } of envelope.rcptTo) {
          came.set(address, performance.now())
          arrivals.emit(address)
        }
        done()
      })
    },
  })
  server.on('error', () => {}) // a client that hangs up
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    /** When the first mail to an address came, by the clock of this process in ms; waits for it, three minutes at most. */
    async arrivalOf(address: string): Promise<number> {
      if (!came.has(address)) await once(arrivals, address, { signal: AbortSignal.timeout(180_000) })
      return came.get(address)!
    },
    close: () => new Promise<void>((closed) => server.close(closed)),
  }
}
