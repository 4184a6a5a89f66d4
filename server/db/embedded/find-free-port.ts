import { createServer } from 'node:net'

/** Finds a port of 127.0.0.1 that is free right now. */
export function findFreePort(): Promise<number> {
  const server = createServer()
  return new Promise((found, fail) => {
    server.on('error', fail).listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => found(port))
    })
  })
}
