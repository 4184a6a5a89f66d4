import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Linux gives its outgoing connections ports from 32768 on, macOS and Windows from 49152 on. */
const FIRST_OUTGOING_PORT = 32768

/** Finds a free port of 127.0.0.1, below those of outgoing connections, which could take it before the caller. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, FIRST_OUTGOING_PORT)
    const server = createServer()
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening')
      await new Promise((closed) => server.close(closed))
      return port
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
}
