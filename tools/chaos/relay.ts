import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** An address that stays the same while the server behind it changes, as a proxy or a virtual IP address gives. */
export async function openRelay(url: string) {
  let port = Number(new URL(url).port)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const target = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {}) // 'close' follows
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port: ownPort } = server.address() as AddressInfo
  return {
    through: (direct: string) => Object.assign(new URL(direct), { port: String(ownPort) }).href,
    /** Leads new connections to another server. */
    move(other: string) {
      port = Number(new URL(other).port)
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
