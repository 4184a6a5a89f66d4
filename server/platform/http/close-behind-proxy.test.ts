import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
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

const app = startTestApp()

test('the process reports that it is alive and ready', async () => {
  expect(await app.call('GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect(await app.call('GET', '/readyz')).toMatchObject({
    status: 200,
    body: { status: 'ok', version: packageJson.version },
  })
})

test('it is not ready while a migration is missing', async () => {
  const [newest] = await app.rows<{ id: number }>(
    'DELETE FROM drizzle.__drizzle_migrations WHERE id = (SELECT max(id) FROM drizzle.__drizzle_migrations) RETURNING *',
  )
  expect(newest).toBeDefined()
  expect((await app.call('GET', '/readyz')).status).toBe(503)
  expect((await app.call('GET', '/healthz')).status).toBe(200)
})

test('metrics are for programs on this machine, not for what comes through a proxy or from elsewhere', async () => {
  const ask = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    app.app.inject({ url: '/metrics', headers, remoteAddress })
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    const { statusCode, body, headers } = await ask({}, address)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'content-type': expect.stringMatching(/^text\/plain; version=0\.0\.4/) })
    expect(body).toContain('\ntrunkshow_database_reachable 1\n')
  }
  for (const address of ['10.0.0.7', '::ffff:10.0.0.7', '2001:db8::1'])
    expect((await ask({}, address)).statusCode).toBe(404)
  for (const header of ['X-Forwarded-For', 'Forwarded', 'Via', 'X-Real-IP', 'X-Forwarded-Proto'])
    expect((await ask({ [header]: '127.0.0.1' })).statusCode).toBe(404)
})

test('search engines may only index events', async () => {
  const { text, headers } = await app.call('GET', '/robots.txt')
  expect(headers['content-type']).toContain('text/plain')
  for (const path of ['/api/', '/booking/', '/cancel-booking/', '/auth', '/events']) {
    expect(text).toContain(`Disallow: ${path}\n`)
  }
  expect(text).not.toContain('Disallow: /event/')
  expect(text).not.toMatch(/Disallow: \/\n/)
})
