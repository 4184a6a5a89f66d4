import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream'

/** An address that stays the same while the server behind it changes, as a proxy or a virtual IP address gives. */
export async function openRelay(url: string) {
  let { port } = new URL(url)
  const clients = new Set<Socket>()
  const server = createServer((client) => {
    const target = connect(Number(port), '127.0.0.1')
    clients.add(client)
    client.on('close', () => clients.delete(client))
    pipeline(client, target, client, () => client.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const own = String((server.address() as AddressInfo).port)
  return {
    through: (direct: string) => Object.assign(new URL(direct), { port: own }).href,
    /** Leads new connections to another server. */
    move(other: string) {
      port = new URL(other).port
    },
    async close() {
      for (const client of clients) client.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
