import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'

const app = startTestApp()

test('the process reports that it is alive and ready', async () => {
  expect(await app.call('GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect(await app.call('GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'ok' } })
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
