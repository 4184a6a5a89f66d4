import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { closeBehindProxy } from './close-behind-proxy.ts'

const [first, second] = [1, 2].map(() => startTestApp({ TRUST_PROXY: 'on' })) as [TestApp, TestApp]

/** Sends a request as a proxy does, over a connection that it keeps open. */
async function ask(path: string, port: number, agent: Agent) {
  const request = get({ path, port, agent })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  await text(answer)
  const { statusCode: status, headers } = answer
  return { status, connection: headers.connection, reused: request.reusedSocket }
}

/** Listens, and connects once with each of several agents that keep their connection. */
async function listen({ app }: TestApp, agents: number) {
  await app.listen({ port: 0 })
  const { port } = app.server.address() as AddressInfo
  const open = Array.from({ length: agents }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  onTestFinished(() => {
    for (const agent of open) agent.destroy()
  })
  for (const agent of open)
    expect(await ask('/readyz', port, agent)).toMatchObject({ status: 200, connection: 'keep-alive' })
  return { app, port, open }
}

test('behind a proxy, an app that ends says so, then refuses connections and answers on open ones', async () => {
  const { app, port, open } = await listen(first, 3)
  const [checks, proxy, idle] = open as [Agent, Agent, Agent]
  const notice = Promise.withResolvers<void>()
  let closed = false
  const closing = closeBehindProxy(app, { notice: notice.promise, idleMs: 60_000 }).then(() => {
    closed = true
  })
  expect(await ask('/readyz', port, checks)).toEqual({ status: 503, connection: 'keep-alive', reused: true })
  expect(await ask('/healthz', port, proxy)).toEqual({ status: 200, connection: 'keep-alive', reused: true })
  notice.resolve()
  await vi.waitFor(() => expect(app.server.listening).toBe(false))
  await expect(ask('/healthz', port, new Agent())).rejects.toThrow('ECONNREFUSED')
  expect(await ask('/healthz', port, proxy)).toEqual({ status: 200, connection: 'close', reused: true })
  expect(await ask('/readyz', port, checks)).toEqual({ status: 503, connection: 'close', reused: true })
  expect(closed).toBe(false)
  idle.destroy()
  await closing
})

test('idle connections that a proxy keeps for too long are closed', async () => {
  const { app } = await listen(second, 2)
  await closeBehindProxy(app, { notice: Promise.resolve(), idleMs: 1 })
})
