import { roles } from '@trunkshow/contract/permissions.ts'
import { addProduct } from '@trunkshow/practice-store/products.ts'
import { issueToken, type Shop } from '@trunkshow/practice-store/shop.ts'
import type { FaultScript } from '@trunkshow/practice-store/testing/faults.ts'
import { describe, expect, test } from 'vitest'
import { databaseOf } from '../../platform/db/transaction.ts'
import { startTestApp } from '../../test/app.ts'
import { makeCompany, makeUser, type TestUser } from '../../test/factories.ts'
import { startTestStores } from '../../test/stores.ts'
import { whileUncommitted } from '../../test/while-uncommitted.ts'
import { pollStores } from '../webhooks/poll-stores.ts'

const app = startTestApp()
const stores = startTestStores(app)
const poll = () => pollStores({ config: app.config, db: databaseOf(app.pool) })

const appOf = (shop: Shop) => ({
  kind: 'app',
  address: `${shop.key}.myshopify.com`,
  clientId: shop.clientId,
  clientSecret: shop.clientSecret,
})
const tokenOf = (shop: Shop) => ({
  kind: 'token',
  address: `${shop.key}.myshopify.com`,
  accessToken: issueToken(shop),
})
const connect = (user: TestUser, input: object) => user.call('PUT', '/api/shopify/store', input)
const row = async ({ companyId }: TestUser) =>
  (await app.rows('SELECT * FROM shopify_stores WHERE company_id = $1', [companyId]))[0]
const activities = async (user: TestUser) => (await user.call('GET', '/api/activity?subject=store')).body

/** A company with a connected store and a product that came from it. */
async function connected() {
  const user = await makeCompany(app)
  const shop = await stores.connect(user, { name: 'Maison Vale' })
  addProduct(shop, { title: 'Coat', variants: [{ sku: 'C', price: '10' }] })
  await user.call('POST', '/api/products/sync-shopify')
  await stores.workUntilDone(user)
  return { user, shop }
}

const everyCall =
  (fault: Awaited<ReturnType<FaultScript>>): FaultScript =>
  () =>
    fault

describe('connecting', () => {
  test.each(['app', 'token'] as const)('by %s stores what Shopify says about the store', async (kind) => {
    const user = await makeCompany(app)
    await app.rows(`UPDATE companies SET company_name = 'Vale' WHERE id = $1`, [user.companyId])
    const shop = stores.open({ name: 'Maison Vale', scopes: ['write_orders', 'write_products'] })
    const answer = await connect(user, kind === 'app' ? appOf(shop) : tokenOf(shop))
    expect(answer).toMatchObject({
      status: 200,
      body: {
        connected: true,
        shopName: 'Maison Vale',
        currency: 'USD',
        // Missing scopes do not block the others.
        missingScopes: expect.arrayContaining(['read_discounts', 'write_discounts']),
      },
    })
    expect(await row(user)).toMatchObject({
      shop_name: 'Maison Vale',
      currency: 'USD',
      scopes: ['write_orders', 'write_products'],
      token: expect.any(String),
      enabled: true,
    })
    // The saved token is used: no second one is requested.
    const tokens = Object.keys(shop.tokens)
    await user.call('POST', '/api/shopify/test')
    expect(Object.keys(shop.tokens)).toEqual(tokens)
  })

  test('stores the address that a renamed store signs its webhooks with', async () => {
    const user = await makeCompany(app)
    await app.rows(`UPDATE companies SET company_name = 'Vale' WHERE id = $1`, [user.companyId])
    const shop = stores.open()
    const { body } = await connect(user, { ...appOf(shop), address: 'an-older-name.myshopify.com' })
    expect(body.address).toBe(`${shop.key}.myshopify.com`)
  })

  const secret = 'Shopify doesn’t accept this client ID and secret for this store.'
  const token = 'Shopify doesn’t accept this access token for this store.'
  test.each<[string, (shop: Shop) => object, FaultScript, number, string | null, string]>([
    [
      'another secret',
      (shop) => ({ ...appOf(shop), clientSecret: 'no' }),
      everyCall(null),
      400,
      'clientSecret',
      secret,
    ],
    [
      'another client ID',
      (shop) => ({ ...appOf(shop), clientId: 'no' }),
      everyCall(null),
      400,
      'clientSecret',
      secret,
    ],
    [
      'another token',
      (shop) => ({ ...tokenOf(shop), accessToken: 'shpat_1' }),
      everyCall(null),
      400,
      'accessToken',
      token,
    ],
    [
      'an app of another organization',
      appOf,
      everyCall({ status: 400, error: 'Oauth error shop_not_permitted' }),
      400,
      'clientId',
      'This app belongs to another Shopify organization than the store.',
    ],
    ['no store there', appOf, everyCall({ status: 404 }), 400, 'address', 'We can’t find a Shopify store'],
    [
      'a store that moved',
      tokenOf,
      everyCall({ status: 301 }),
      400,
      'address',
      'We can’t find a Shopify store',
    ],
    ['a paused store', tokenOf, everyCall({ status: 402 }), 400, 'address', 'This store is paused or closed'],
    ['no answer to a token', appOf, everyCall('cut'), 503, null, 'We couldn’t reach Shopify.'],
    ['no answer at all', tokenOf, everyCall('dropped'), 503, null, 'We couldn’t reach Shopify.'],
    ['a fault of Shopify', appOf, everyCall('unavailable'), 503, null, 'We couldn’t reach Shopify.'],
  ])(
    'with %s fails in one sentence, and the old connection stays as it was',
    async (_, input, faults, ...expected) => {
      const [status, field, words] = expected
      const { user } = await connected()
      const before = await row(user)
      const done = await activities(user)
      const other = stores.open()
      const given = input(other)
      stores.fail(other, faults)
      const { body, ...answer } = await connect(user, given)
      expect(answer.status).toBe(status)
      expect(body.message).toContain(words)
      expect(body.message.match(/\./g)!.length).toBeLessThanOrEqual(3)
      expect(body.fields).toEqual(field === null ? undefined : { [field]: body.message })
      expect(await row(user)).toEqual(before)
      expect(await activities(user)).toEqual(done)
      expect((await user.call('GET', '/api/products')).body[0].shopifyProductId).not.toBeNull()
      expect((await user.call('POST', '/api/shopify/test')).body.ok).toBe(true)
    },
  )

  test('a store that allows the app nothing at all is refused, and one that allows something is not', async () => {
    const { user } = await connected()
    const before = await row(user)
    const { status, body } = await connect(user, appOf(stores.open({ scopes: ['read_themes'] })))
    expect(status).toBe(400)
    expect(body.fields).toEqual({ clientSecret: expect.stringContaining('isn’t allowed to do anything') })
    expect(await row(user)).toEqual(before)
    expect((await connect(user, appOf(stores.open({ scopes: ['read_orders'] })))).status).toBe(200)
  })

  test('a store that sells in another currency is refused, with both named', async () => {
    const { user } = await connected()
    const before = await row(user)
    for (const input of [appOf, tokenOf]) {
      const { status, body } = await connect(user, input(stores.open({ currency: 'EUR' })))
      expect(status).toBe(400)
      expect(body.fields).toEqual({
        address:
          'This store sells in EUR. Trunkshow works in US dollars (USD), so prices would be wrong. Use a store that sells in USD.',
      })
    }
    expect(await row(user)).toEqual(before)
  })

  test('by two admins at once stores one or the other, never a mix', async () => {
    const { user } = await connected()
    const other = await makeUser(app, user.companyId, 'admin')
    const shops = [stores.open({ name: 'First' }), stores.open({ name: 'Second' })]
    for (let round = 0; round < 4; round++) {
      const answers = await Promise.all([connect(user, appOf(shops[0]!)), connect(other, tokenOf(shops[1]!))])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      const { body } = await user.call('GET', '/api/shopify/store')
      const kept = shops.find(({ name }) => name === body.shopName)!
      expect(body).toMatchObject({
        kind: kept.name === 'First' ? 'app' : 'token',
        address: `${kept.key}.myshopify.com`,
      })
      expect(await row(user)).toMatchObject({
        client_id: kept.name === 'First' ? kept.clientId : null,
      })
      expect((await user.call('POST', '/api/shopify/test')).body.message).toContain(kept.name)
    }
  })

  test('keeps no transaction open while the store is called', async () => {
    const { user } = await connected()
    const other = stores.open()
    let idle: unknown[] = ['never asked']
    stores.fail(other, async () => {
      idle = await app.rows(
        `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`,
      )
      return null
    })
    expect((await connect(user, appOf(other))).status).toBe(200)
    expect(idle).toEqual([])
  })

  test.each(roles.filter((role) => role !== 'admin'))(
    'is refused for the role %s and for strangers',
    async (role) => {
      const { user } = await connected()
      const member = await makeUser(app, user.companyId, role)
      const before = await row(user)
      for (const [method, url, body] of [
        ['PUT', '/api/shopify/store', appOf(stores.open())],
        ['PATCH', '/api/shopify/store', { enabled: false }],
        ['DELETE', '/api/shopify/store'],
        ['POST', '/api/shopify/practice'],
        ['POST', '/api/shopify/test'],
      ] as const) {
        expect((await member.call(method, url, body)).status).toBe(403)
        expect((await app.call(method, url, body)).status).toBe(401)
      }
      expect(await row(user)).toEqual(before)
    },
  )
})

describe('a store that refuses the connection', () => {
  const pushCoat = async (user: TestUser) => {
    const { body } = await user.call('POST', '/api/products', { name: 'Cape', basePrice: '10' })
    await app.rows(
      `INSERT INTO shopify_operations (company_id, kind, entity_type, entity_id, subject_name, attempt_key)
       VALUES ($1, 'product.push', 'product', $2, 'Cape', $3)`,
      [user.companyId, body.id, `key-${body.id}`],
    )
    return async () => (await user.call('GET', `/api/products/${body.id}`)).body.shopifyProductId
  }
  const mustReconnect = async (user: TestUser) =>
    (await user.call('GET', '/api/shopify/store')).body.mustReconnect

  test('twice by chance works again after the next poll, and the waiting operations continue', async () => {
    const { user, shop } = await connected()
    const remoteId = await pushCoat(user)
    let refusals = 2
    stores.fail(shop, (operation) => (operation !== 'token' && refusals-- > 0 ? 'expired' : null))
    await stores.work()
    expect(await mustReconnect(user)).toBe(true)
    expect(await remoteId()).toBeNull()
    await poll()
    expect(await mustReconnect(user)).toBe(false)
    await stores.workUntilDone(user)
    expect(await remoteId()).not.toBeNull()
  })

  test('is called again once an hour, and work continues when the app is back', async () => {
    const { user, shop } = await connected()
    const remoteId = await pushCoat(user)
    const { clientSecret } = shop
    shop.tokens = {}
    shop.clientSecret = 'the app was removed'
    let asked = 0
    stores.fail(shop, (operation) => {
      if (operation === 'token') asked++
      return null
    })
    await stores.work()
    await poll()
    expect(await mustReconnect(user)).toBe(true)
    const tried = asked
    shop.clientSecret = clientSecret
    await poll()
    expect(asked).toBe(tried)
    await app.rows(
      `UPDATE shopify_stores SET checked_at = now() - interval '61 minutes' WHERE company_id = $1`,
      [user.companyId],
    )
    await poll()
    expect(await mustReconnect(user)).toBe(false)
    await stores.workUntilDone(user)
    expect(await remoteId()).not.toBeNull()
  })

  test('with a permanent token is called again too', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user, { kind: 'token' })
    const { tokens } = shop
    shop.tokens = {}
    await user.call('POST', '/api/shopify/test')
    expect(await mustReconnect(user)).toBe(true)
    shop.tokens = tokens
    await poll()
    expect(await mustReconnect(user)).toBe(false)
  })
})

describe('a store whose currency changes after it was connected', () => {
  const words = 'This store sells in EUR. Trunkshow works in US dollars (USD)'
  const dayPasses = (user: TestUser) =>
    app.rows(`UPDATE shopify_stores SET checked_at = now() - interval '25 hours' WHERE company_id = $1`, [
      user.companyId,
    ])

  test('says so when it is tested, and gets no prices until it sells in USD again', async () => {
    const { user, shop } = await connected()
    const [{ id }] = (await user.call('GET', '/api/products')).body
    shop.currency = 'EUR'
    expect((await user.call('POST', '/api/shopify/test')).body).toMatchObject({
      ok: false,
      message: expect.stringContaining(words),
    })
    const push = () => stores.workUntil(user.call('POST', `/api/products/${id}/push-to-shopify`))
    expect(await push()).toMatchObject({ status: 409, body: { message: expect.stringContaining(words) } })
    shop.currency = 'USD'
    await dayPasses(user)
    await poll()
    expect((await push()).status).toBe(200)
  })

  test('is detected by the schedule, and waiting operations are refused before anything is sent', async () => {
    const { user, shop } = await connected()
    const { body } = await user.call('POST', '/api/products', { name: 'Cape', basePrice: '10' })
    shop.currency = 'EUR'
    await dayPasses(user)
    await poll()
    await app.rows(
      `INSERT INTO shopify_operations (company_id, user_id, kind, entity_type, entity_id, subject_name, attempt_key)
       VALUES ($1, $2, 'product.push', 'product', $3, 'Cape', $4)`,
      [user.companyId, user.id, body.id, `key-${body.id}`],
    )
    await stores.workUntilDone(user)
    expect(shop.products).toHaveLength(1)
    const log = await user.call('GET', '/api/shopify/logs?operation=product.push&status=failed')
    expect(log.body[0].message).toContain(words)
  })
})

describe('a store that a colleague changes at the same moment', () => {
  test('is not switched on once it is disconnected', async () => {
    const user = await makeCompany(app)
    await stores.connect(user)
    await app.rows('UPDATE shopify_stores SET enabled = false WHERE company_id = $1', [user.companyId])
    const disconnect = 'UPDATE shopify_stores SET client_secret = NULL, token = NULL WHERE company_id = $1'
    const answer = await whileUncommitted(app, disconnect, [user.companyId], () =>
      user.call('PATCH', '/api/shopify/store', { enabled: true }),
    )
    expect(answer).toMatchObject({
      status: 409,
      body: { message: 'Connect a store in Settings first.' },
    })
    expect(await row(user)).toMatchObject({ enabled: false })
  })

  test('is disconnected under the name it has by then', async () => {
    const user = await makeCompany(app)
    await stores.connect(user)
    const replace = `UPDATE shopify_stores SET address = 'other.myshopify.com' WHERE company_id = $1`
    await whileUncommitted(app, replace, [user.companyId], () => user.call('DELETE', '/api/shopify/store'))
    expect((await activities(user))[0]).toMatchObject({
      activity: 'store.disconnected',
      subjectName: 'other.myshopify.com',
    })
  })
})
