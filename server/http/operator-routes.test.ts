import { expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'

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

test('search engines may only index events', async () => {
  const { text, headers } = await app.call('GET', '/robots.txt')
  expect(headers['content-type']).toContain('text/plain')
  for (const path of ['/api/', '/booking/', '/cancel-booking/', '/auth', '/events']) {
    expect(text).toContain(`Disallow: ${path}\n`)
  }
  expect(text).not.toContain('Disallow: /event/')
  expect(text).not.toMatch(/Disallow: \/\n/)
})
