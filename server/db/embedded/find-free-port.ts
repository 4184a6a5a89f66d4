import { createServer } from 'node:net'

/** A port of 127.0.0.1 that nobody listens on at this moment. */
export function findFreePort(): Promise<number> {
  const server = createServer()
  return new Promise((found, fail) => {
    server.on('error', fail).listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => found(port))
    })
  })
}
