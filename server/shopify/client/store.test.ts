import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { issueToken, type Shop } from '@trunkshow/practice-store/shop.ts'
import { atRandom, inTurn } from '@trunkshow/practice-store/testing/faults.ts'
import { describe, expect, test, vi } from 'vitest'
import { findFreePort } from '../../platform/db/embedded.ts'
import { databaseOf } from '../../platform/db/transaction.ts'
import { startTestApp } from '../../test/app.ts'
import { makeCompany, type TestUser } from '../../test/factories.ts'
import { startTestStores } from '../../test/stores.ts'
import { callStore } from './call-store.ts'

const app = startTestApp()
const stores = startTestStores(app)
const context = () => ({ config: app.config, db: databaseOf(app.pool) })
const look = (user: TestUser) => callStore(context(), user.companyId, 'shop', {})
const row = async (user: TestUser) =>
  (await app.rows('SELECT * FROM shopify_stores WHERE company_id = $1', [user.companyId]))[0]!

describe('a store', () => {
  test.each(['app', 'token'] as const)('is connected by %s, tested, switched off and on', async (kind) => {
    const user = await makeCompany(app)
    expect((await user.call('GET', '/api/shopify/store')).body).toMatchObject({
      connected: false,
      adminBaseUrl: null,
    })
    const shop = await stores.connect(user, { kind, name: 'Maison Vale' })
    expect((await user.call('POST', '/api/shopify/test')).body).toEqual({
      ok: true,
      message: 'Your connection to Maison Vale works.',
      missingScopes: [],
    })
    expect((await user.call('GET', '/api/shopify/store')).body).toEqual({
      connected: true,
      kind,
      address: `${shop.key}.myshopify.com`,
      shopName: 'Maison Vale',
      currency: 'USD',
      adminBaseUrl: `https://admin.shopify.com/store/${shop.key}`,
      enabled: true,
      mustReconnect: false,
      missingScopes: [],
    })
    const off = await user.call('PATCH', '/api/shopify/store', { enabled: false })
    expect(off.body).toMatchObject({ connected: true, enabled: false })
    expect((await user.call('PATCH', '/api/shopify/store', { enabled: true })).body).toMatchObject({
      enabled: true,
    })
    const { body } = await user.call('GET', '/api/activity?subject=store')
    expect(body.map(({ activity }: { activity: string }) => activity)).toEqual([
      'store.enabled',
      'store.disabled',
      'store.connected',
    ])
  })

  test('says in plain words which scopes are missing', async () => {
    const user = await makeCompany(app)
    await stores.connect(user, {
      scopes: ['write_orders', 'read_all_orders', 'write_products', 'read_customers'],
    })
    expect((await user.call('POST', '/api/shopify/test')).body).toEqual({
      ok: false,
      message:
        'The app needs permission to see discount codes, create and change discount codes, and create and change customers. In Shopify, add read_discounts, write_discounts, and write_customers to its access scopes, install it again, then test the connection.',
      missingScopes: ['read_discounts', 'write_discounts', 'write_customers'],
    })
    expect((await user.call('GET', '/api/shopify/store')).body.missingScopes).toHaveLength(3)
  })

  test.each([
    [{ kind: 'app', address: 'http://127.0.0.1', clientId: 'a', clientSecret: 'b' }, 'address'],
    [{ kind: 'app', address: 'x.myshopify.com.evil.com', clientId: 'a', clientSecret: 'b' }, 'address'],
    [{ kind: 'app', address: 'a@b.myshopify.com', clientId: 'a', clientSecret: 'b' }, 'address'],
    [{ kind: 'token', address: '[::1]', accessToken: 'shpat_1' }, 'address'],
    [{ kind: 'app', address: 'x.myshopify.com', clientId: ' ', clientSecret: 'b' }, 'clientId'],
    [{ kind: 'app', address: 'x.myshopify.com', clientId: 'a', clientSecret: '' }, 'clientSecret'],
    [{ kind: 'token', address: 'x.myshopify.com', accessToken: 'secret' }, 'accessToken'],
  ])('is not connected with %j', async (input, field) => {
    const user = await makeCompany(app)
    await app.rows(`UPDATE companies SET company_name = 'Vale' WHERE id = $1`, [user.companyId])
    const before = stores.asked.length
    const answer = await user.call('PUT', '/api/shopify/store', input)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } })
    expect(Object.keys(answer.body.fields)).toEqual([field])
    expect(await app.rows('SELECT FROM shopify_stores WHERE company_id = $1', [user.companyId])).toEqual([])
    expect(stores.asked.length).toBe(before)
  })

  test('needs a saved company', async () => {
    const user = await makeCompany(app)
    const input = { kind: 'token', address: 'x.myshopify.com', accessToken: 'shpat_1' }
    expect(await user.call('PUT', '/api/shopify/store', input)).toMatchObject({
      status: 409,
      body: { message: 'Save your company before you connect a store.' },
    })
    expect((await user.call('POST', '/api/shopify/practice')).status).toBe(409)
    for (const [method, url, body] of [
      ['POST', '/api/shopify/test'],
      ['PATCH', '/api/shopify/store', { enabled: true }],
      ['DELETE', '/api/shopify/store'],
    ] as const)
      expect((await user.call(method, url, body)).status).toBe(409)
  })

  test('loses its secrets when it is disconnected, and its products’ ids when another store replaces it', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    await look(user)
    await app.rows(
      `INSERT INTO products (company_id, name, base_price_cents, shopify_product_id) VALUES ($1, 'Coat', 1, 'gid://1')`,
      [user.companyId],
    )
    const linked = () =>
      app.rows('SELECT shopify_product_id AS id FROM products WHERE company_id = $1', [user.companyId])
    expect((await user.call('DELETE', '/api/shopify/store')).body).toMatchObject({ connected: false })
    expect(await row(user)).toMatchObject({ client_id: null, client_secret: null, token: null, scopes: [] })
    expect(await look(user)).toEqual({ kind: 'unauthorized' })
    const again = { kind: 'token', address: `${shop.key}.myshopify.com`, accessToken: issueToken(shop) }
    expect((await user.call('PUT', '/api/shopify/store', again)).status).toBe(200)
    expect(await linked()).toEqual([{ id: 'gid://1' }])
    await stores.connect(user)
    expect(await linked()).toEqual([{ id: null }])
  })
})

describe('the outcome of a call', () => {
  test.each([
    ['unavailable', { kind: 'unknown', reason: 'Shopify answered with a fault (HTTP 503).' }],
    ['dropped', { kind: 'unknown', reason: 'The connection broke before Shopify answered.' }],
    ['cut', { kind: 'unknown', reason: 'The connection broke before Shopify answered.' }],
    ['throttled', { kind: 'throttled', wait: expect.any(Number) }],
    [{ status: 402 }, { kind: 'refused', reason: 'The store does not answer now (HTTP 402).', status: 402 }],
    [{ status: 403 }, { kind: 'denied', scopes: [] }],
    [
      { status: 404 },
      { kind: 'invalid', reason: 'There is no store that answers at this address (HTTP 404).', status: 404 },
    ],
    [{ status: 423 }, { kind: 'refused', reason: 'The store does not answer now (HTTP 423).', status: 423 }],
    [{ status: 429 }, { kind: 'throttled', wait: 1000 }],
    [
      { status: 429, retryAfter: 7 },
      { kind: 'throttled', wait: 7000 },
    ],
    [{ status: 430 }, { kind: 'refused', reason: 'The store does not answer now (HTTP 430).', status: 430 }],
    [
      'userError',
      { kind: 'userErrors', errors: [{ field: null, message: 'The store refuses this today.' }] },
    ],
  ] as const)('after %j is classified', async (fault, outcome) => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    stores.fail(shop, inTurn(['shop', fault]))
    expect(await look(user)).toEqual(outcome)
    expect((await look(user)).kind).toBe('ok')
  })

  test('to a store that cannot be reached is that nothing was done', async () => {
    const user = await makeCompany(app)
    await stores.connect(user, { kind: 'token' })
    const origin = `http://127.0.0.1:${await findFreePort()}`
    const config = { ...app.config, shopifyAdminOrigin: origin }
    const outcome = await callStore({ ...context(), config }, user.companyId, 'shop', {})
    expect(outcome).toEqual({ kind: 'refused', reason: 'Shopify could not be reached.' })
  })

  test('that is redirected is not followed, and another version is reported', async () => {
    const user = await makeCompany(app)
    await stores.connect(user, { kind: 'token' })
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url!)
      response.writeHead(307, { location: '/elsewhere', 'x-shopify-api-version': '2026-01' }).end()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const config = { ...app.config, shopifyAdminOrigin: origin }
    const outcome = await callStore({ ...context(), config }, user.companyId, 'shop', {})
    expect(outcome).toMatchObject({ kind: 'invalid', reason: expect.stringContaining('HTTP 307') })
    expect(asked).toEqual(['/admin/api/2026-10/graphql.json'])
    expect(warn).toHaveBeenCalledWith('Shopify answered with version 2026-01 of its API in place of 2026-10.')
    warn.mockRestore()
    server.close()
  })

  test('without the scope names the scope', async () => {
    const user = await makeCompany(app)
    await stores.connect(user, { scopes: ['read_products'] })
    const id = 'gid://shopify/Order/1'
    expect(await callStore(context(), user.companyId, 'order', { id })).toEqual({
      kind: 'denied',
      scopes: ['read_orders'],
    })
    const input = { title: 'Coat' }
    expect(await callStore(context(), user.companyId, 'productSet', { input })).toEqual({
      kind: 'denied',
      scopes: ['write_products'],
    })
  })

  test('with an empty bucket is how long to wait, and the store is not called in vain', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    shop.bucket = { size: 2000, restoreRate: 0.001, available: 5, at: Date.now() }
    const list = () => callStore(context(), user.companyId, 'products', { first: 50 })
    expect(await list()).toMatchObject({ kind: 'throttled', wait: expect.any(Number) })
    const before = stores.asked.length
    expect(await list()).toMatchObject({ kind: 'throttled' })
    expect(stores.asked.length).toBe(before)
    expect(shop.bucket.available).toBeCloseTo(5)
  })
})

test('no secret is in an answer, an error or a log, or unencrypted in the database', async () => {
  const user = await makeCompany(app)
  const canary = 'canary-4f1c9e27'
  const said = (['log', 'warn', 'error'] as const).map((way) => vi.spyOn(console, way))
  const shop = await stores.connect(user, { clientSecret: canary })
  const answers = [
    await user.call('GET', '/api/shopify/store'),
    await user.call('POST', '/api/shopify/test'),
    await user.call('GET', '/api/activity'),
    await user.call('PUT', '/api/shopify/store', {
      kind: 'app',
      address: 'evil.test',
      clientId: 'a',
      clientSecret: canary,
    }),
  ]
  stores.fail(shop, atRandom(1, { dropped: 1 }))
  answers.push(await user.call('POST', '/api/shopify/test'))
  const [token] = Object.keys(shop.tokens)
  const tables = await app.rows<{ name: string }>(
    `SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name FROM information_schema.tables
     WHERE table_schema IN ('public', 'pgboss') AND table_type = 'BASE TABLE'`,
  )
  const dump = await Promise.all(
    tables.map(({ name }) => app.rows(`SELECT to_jsonb(t)::text AS r FROM ${name} t`)),
  )
  expect(tables.map(({ name }) => name)).toContain('public.shopify_stores')
  const everything = JSON.stringify([
    answers.map(({ text }) => text),
    dump,
    said.map(({ mock }) => mock.calls),
  ])
  for (const spy of said) spy.mockRestore()
  expect(everything).toContain(shop.key)
  expect(everything).not.toContain(canary)
  expect(everything).not.toContain(token)
})

/** As after a day without a call: the token from connecting is gone on both sides. */
async function connectWithoutToken(user: TestUser): Promise<Shop> {
  const shop = await stores.connect(user)
  await app.rows('UPDATE shopify_stores SET token = NULL WHERE company_id = $1', [user.companyId])
  shop.tokens = {}
  return shop
}

describe('a token', () => {
  test('is requested once by many callers at once, and again after four fifths of its lifetime', async () => {
    const user = await makeCompany(app)
    const shop = await connectWithoutToken(user)
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => look(user)))
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(20).fill('ok'))
    expect(Object.keys(shop.tokens)).toHaveLength(1)
    const { token_renews_at, token_expires_at } = await row(user)
    expect((token_expires_at - token_renews_at) / 86_399_000).toBeCloseTo(0.2, 5)
    await app.rows('UPDATE shopify_stores SET token_renews_at = now() WHERE company_id = $1', [
      user.companyId,
    ])
    await Promise.all(Array.from({ length: 20 }, () => look(user)))
    expect(Object.keys(shop.tokens)).toHaveLength(2)
  })

  test('that has expired is renewed once, by one of many refused callers', async () => {
    const user = await makeCompany(app)
    const shop = await connectWithoutToken(user)
    await look(user)
    shop.tokens = {}
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => look(user)))
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(20).fill('ok'))
    expect(Object.keys(shop.tokens)).toHaveLength(1)
  })

  test('that is refused repeatedly needs a new connection, and the store is called twice at most', async () => {
    const user = await makeCompany(app)
    const shop = await connectWithoutToken(user)
    stores.fail(shop, () => 'expired')
    const before = stores.asked.length
    expect(await look(user)).toEqual({ kind: 'unauthorized' })
    expect(stores.asked.slice(before)).toEqual([`${shop.key} shop`, `${shop.key} shop`])
    expect(await row(user)).toMatchObject({ must_reconnect: true })
  })

  test('stays in use while its renewal fails, until it expires', async () => {
    const user = await makeCompany(app)
    const shop = await connectWithoutToken(user)
    await look(user)
    await app.rows(
      `UPDATE shopify_stores SET renewing_until = now() + interval '1 minute', token_renews_at = now() WHERE company_id = $1`,
      [user.companyId],
    )
    expect((await look(user)).kind).toBe('ok')
    expect(Object.keys(shop.tokens)).toHaveLength(1)
  })

  test.each(['cut', 'unavailable', { status: 400 }] as const)(
    'is used until it expires although its renewal is answered with %j',
    async (fault) => {
      const user = await makeCompany(app)
      const shop = await connectWithoutToken(user)
      await look(user)
      let asked = 0
      stores.fail(shop, (operation) => {
        if (operation !== 'token') return null
        asked++
        return fault
      })
      await app.rows('UPDATE shopify_stores SET token_renews_at = now() WHERE company_id = $1', [
        user.companyId,
      ])
      expect((await look(user)).kind).toBe('ok')
      expect((await look(user)).kind).toBe('ok')
      expect(asked).toBe(1)
      await app.rows(
        'UPDATE shopify_stores SET token_expires_at = now(), renewing_until = now() WHERE company_id = $1',
        [user.companyId],
      )
      expect((await look(user)).kind).not.toBe('ok')
      stores.fail(shop, () => null)
      expect((await look(user)).kind).toBe('ok')
    },
  )

  test.each([
    ['cut', 'Shopify did not answer.'],
    ['dropped', 'Shopify did not answer.'],
    [{ status: 302 }, 'There is no store that answers at this address (HTTP 302).'],
    [{ status: 402 }, 'The store does not answer now (HTTP 402).'],
    [{ status: 403 }, 'There is no store that answers at this address (HTTP 403).'],
    [{ status: 423 }, 'The store does not answer now (HTTP 423).'],
    [{ status: 429, retryAfter: 5 }, 'Shopify answered with a fault (HTTP 429).'],
    [{ status: 430 }, 'The store does not answer now (HTTP 430).'],
    [{ status: 503 }, 'Shopify answered with a fault (HTTP 503).'],
  ] as const)('whose request is answered with %j is requested again automatically', async (fault, reason) => {
    const user = await makeCompany(app)
    const shop = await connectWithoutToken(user)
    stores.fail(shop, inTurn(['token', fault]))
    const { status } = typeof fault === 'object' ? fault : { status: undefined }
    expect(await look(user)).toEqual({ kind: 'refused', reason, status })
    expect(await row(user)).toMatchObject({ must_reconnect: false })
    expect((await look(user)).kind).toBe('ok')
  })

  test('is requested again automatically if Shopify cannot be reached', async () => {
    const user = await makeCompany(app)
    await connectWithoutToken(user)
    const origin = `http://127.0.0.1:${await findFreePort()}`
    const config = { ...app.config, shopifyAdminOrigin: origin }
    expect(await callStore({ ...context(), config }, user.companyId, 'shop', {})).toEqual({
      kind: 'refused',
      reason: 'Shopify could not be reached.',
    })
    expect((await look(user)).kind).toBe('ok')
  })

  test.each([400, 401])(
    'whose request is answered with %i needs an admin to reconnect the store',
    async (status) => {
      const user = await makeCompany(app)
      const shop = await connectWithoutToken(user)
      stores.fail(shop, inTurn(['token', { status }]))
      expect(await look(user)).toEqual({ kind: 'unauthorized' })
      expect(await row(user)).toMatchObject({ must_reconnect: true })
    },
  )

  test('of one company cannot be read as that of another', async () => {
    const [user, other] = [await makeCompany(app), await makeCompany(app)]
    await stores.connect(user, { kind: 'token' })
    await stores.connect(other, { kind: 'token' })
    const { token } = await row(user)
    await app.rows('UPDATE shopify_stores SET token = $2 WHERE company_id = $1', [other.companyId, token])
    expect((await look(user)).kind).toBe('ok')
    expect(await look(other)).toEqual({ kind: 'unauthorized' })
  })
})
