import { setTimeout } from 'node:timers/promises'
import { inTurn } from '@trunkshow/practice-store/testing/faults.ts'
import { describe, expect, test, vi } from 'vitest'
import { databaseOf } from '../../platform/db/transaction.ts'
import { openFiles } from '../../platform/files/storage.ts'
import { startTestApp } from '../../test/app.ts'
import { makeCompany, makeUser, type TestUser, takeOrder } from '../../test/factories.ts'
import { storeOrderCalls } from '../../test/store-orders.ts'
import { startTestStores } from '../../test/stores.ts'
import { runOperations } from '../jobs.ts'

const app = startTestApp()
const stores = startTestStores(app)
const { work, workUntil } = stores
const { take, push, atStore, logs } = storeOrderCalls(stores)

const addProduct = async (user: TestUser) =>
  (await user.call('POST', '/api/products', { name: 'Silk Blouse', basePrice: 320 })).body

describe('a push of an order', () => {
  test('whose answer was lost stays open while the store refuses to look it up, and creates one order', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const refused = ['orderByIdentifier', 'userError'] as const
    stores.fail(shop, inTurn(['orderCreate', 'dropped'], [...refused], [...refused]))
    const { id } = await take(user)
    const pushing = user.call('POST', `/api/orders/${id}/push-to-shopify`)
    while (shop.orders.length === 0) await work()
    await work()
    const state = async () => (await atStore(user, id)).operation
    expect(await state()).toMatchObject({ state: 'unknown', message: 'The store refuses this today.' })
    shop.scopes = []
    await work()
    expect(await state()).toMatchObject({
      state: 'unknown',
      message: expect.stringContaining('app is missing'),
    })
    expect((await logs(user, id))[0]).toMatchObject({ status: 'unknown', offers: 'check' })
    shop.scopes = ['write_orders']
    expect((await workUntil(pushing)).body).toMatchObject({
      state: 'done',
      shopifyOrderId: shop.orders[0]!.id,
    })
    expect(shop.orders).toHaveLength(1)
  })

  test('whose answer contains no order is looked up before it is sent again', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    stores.fail(shop, inTurn(['orderCreate', { userErrors: [] }]))
    const faults = vi.spyOn(console, 'error')
    const { id } = await take(user)
    expect((await push(user, id)).body.state).toBe('done')
    const asked = stores.asked.filter((line) => line.startsWith(`${shop.key} `))
    const names = ['metafieldDefinitionCreate', 'orderCreate', 'orderByIdentifier', 'orders']
    expect(asked.slice(0, 4)).toEqual(names.map((name) => `${shop.key} ${name}`))
    expect(faults).not.toHaveBeenCalled()
    faults.mockRestore()
    expect(shop.orders).toHaveLength(1)
  })
})

test('a fault in the app after an order was sent leaves its outcome unknown, and it is looked up in Shopify', async () => {
  const user = await makeCompany(app)
  const shop = await stores.connect(user)
  let fails = false
  stores.fail(shop, (operation) => {
    fails = operation === 'orderCreate'
    return null
  })
  const db = new Proxy(databaseOf(app.pool), {
    get(target, key) {
      if (!fails) return Reflect.get(target, key)
      fails = false
      throw new TypeError('a fault of ours')
    },
  })
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { id } = await take(user)
  const pushing = user.call('POST', `/api/orders/${id}/push-to-shopify`)
  while (shop.orders.length === 0) await work(db)
  expect(errors).toHaveBeenCalledOnce()
  errors.mockRestore()
  expect((await atStore(user, id)).operation).toMatchObject({
    state: 'unknown',
    message: 'Checking with Shopify…',
  })
  expect(await workUntil(pushing)).toMatchObject({
    status: 200,
    body: { state: 'done', shopifyOrderId: shop.orders[0]!.id },
  })
  expect(shop.orders).toHaveLength(1)
})

test('however often staff check with Shopify, an order is sent again only after all its time to appear has passed', async () => {
  const user = await makeCompany(app)
  const shop = await stores.connect(user)
  stores.fail(shop, inTurn(['orderCreate', 'cut'], ['orders', 'unavailable'], ['orders', 'unavailable']))
  const { id } = await take(user)
  const files = await openFiles(app.config)
  const turn = () => runOperations({ config: app.config, db: databaseOf(app.pool), files })
  const asked = (name: string) => stores.asked.filter((line) => line === `${shop.key} ${name}`).length
  const row = async () =>
    (
      await app.rows('SELECT *, next_try_at <= now() AS due FROM shopify_operations WHERE company_id = $1', [
        user.companyId,
      ])
    )[0]
  const waitUntil = (moment: string) =>
    app.rows(
      `UPDATE shopify_operations SET next_try_at = ${moment} WHERE company_id = $1 AND state = 'unknown'`,
      [user.companyId],
    )
  const answers = [user.call('POST', `/api/orders/${id}/push-to-shopify`)]
  while ((await row())?.state !== 'unknown') await turn()
  for (let checks = 1; checks <= 12; checks++) {
    await waitUntil("now() + interval '1 hour'")
    answers.push(user.call('POST', `/api/shopify/operations/${(await row())!.id}/retry`))
    while (!(await row())!.due) await setTimeout(5)
    await turn()
  }
  expect([asked('orders'), asked('orderCreate')]).toEqual([12, 1])
  // Each wait that ends by itself uses one of the six lookups.
  for (let waits = 1; waits <= 6; waits++) {
    expect(await row()).toMatchObject({ state: 'unknown' })
    await app.rows('UPDATE shopify_operations SET next_try_at = now() WHERE company_id = $1', [
      user.companyId,
    ])
    await turn()
  }
  expect([asked('orders'), asked('orderCreate')]).toEqual([18, 2])
  // A click stops waiting after ten seconds, which a busy machine may need.
  for (const { status } of await Promise.all(answers)) expect([200, 202]).toContain(status)
  const [done, again] = await logs(user, id)
  expect([done.message, again.message]).toEqual([
    'The order is now in Shopify.',
    'It didn’t reach Shopify. We’ll send it again.',
  ])
  expect(shop.orders).toHaveLength(1)
})

describe('a push of a product', () => {
  test('whose answer was lost stays open while the store refuses to look it up, and blocks deleting the product', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    stores.fail(shop, inTurn(['productSet', 'dropped']))
    const { id } = await addProduct(user)
    const pushing = user.call('POST', `/api/products/${id}/push-to-shopify`)
    while (shop.products.length === 0) await work()
    shop.scopes = []
    await work()
    const row = async () =>
      (await app.rows('SELECT * FROM shopify_operations WHERE company_id = $1', [user.companyId]))[0]
    expect(await row()).toMatchObject({
      state: 'unknown',
      last_error: expect.stringContaining('read_products'),
    })
    expect((await user.call('DELETE', `/api/products/${id}`)).status).toBe(409)
    shop.scopes = ['write_products']
    expect((await workUntil(pushing)).body.state).toBe('done')
    expect(shop.products).toHaveLength(1)
  })

  test('whose product a sync imports before it is found keeps one product, even without a SKU', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    let synced = false
    const first = inTurn(['productSet', 'dropped'])
    stores.fail(shop, (operation, key) =>
      operation === 'productByHandle' && !synced ? 'unavailable' : first(operation, key),
    )
    const { id } = await addProduct(user)
    const pushing = user.call('POST', `/api/products/${id}/push-to-shopify`)
    while (shop.products.length === 0) await work()
    const sync = (await user.call('POST', '/api/products/sync-shopify')).body
    const isDone = async () =>
      (await user.call('GET', `/api/shopify/operations/${sync.id}`)).body.state === 'done'
    while (!(await isDone())) await work()
    synced = true
    expect((await workUntil(pushing)).body.state).toBe('done')
    expect((await user.call('GET', '/api/products')).body).toMatchObject([
      { id, shopifyProductId: shop.products[0]!.id },
    ])
    expect(shop.products).toHaveLength(1)
  })

  test('whose product is linked to another one here names that one, and a retry does not send it again', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    stores.fail(shop, inTurn(['productSet', 'dropped']))
    const { id } = await addProduct(user)
    const pushing = user.call('POST', `/api/products/${id}/push-to-shopify`)
    while (shop.products.length === 0) await work()
    const [other] = await app.rows<{ id: number }>(
      `INSERT INTO products (company_id, name, base_price_cents, shopify_product_id)
       VALUES ($1, 'Blouse of the store', 1, $2) RETURNING id`,
      [user.companyId, shop.products[0]!.id],
    )
    const message = expect.stringContaining('“Blouse of the store”')
    expect(await workUntil(pushing)).toMatchObject({ status: 409, body: { message } })
    const retry = async () => {
      const [{ operationId }] = (await user.call('GET', '/api/shopify/logs')).body
      return workUntil(user.call('POST', `/api/shopify/operations/${operationId}/retry`))
    }
    expect(await retry()).toMatchObject({ status: 409, body: { message } })
    await app.rows('UPDATE products SET shopify_product_id = NULL WHERE id = $1', [other!.id])
    expect((await retry()).body.state).toBe('done')
    expect(shop.products).toHaveLength(1)
  })
})

const home = { street: '12 Mercer Street', city: 'New York', state: 'New York', zip: '10013' }

test('a refused push gives every reason by its field: in the response, on the order and in the log', async () => {
  const user = await makeCompany(app)
  const shop = await stores.connect(user)
  const { id } = await takeOrder(user, {
    customerPhone: 'the shop',
    shippingAddress: { ...home, zip: '90210' },
  })
  const message =
    'Shipping address, ZIP: Enter a valid ZIP code for New York\nShipping address, phone: Enter a valid phone number'
  const pushed = await stores.workUntil(user.call('POST', `/api/orders/${id}/push-to-shopify`))
  expect(pushed).toMatchObject({ status: 409, body: { message } })
  const at = await user.call('GET', `/api/orders/${id}/shopify`)
  expect(at.body.operation).toMatchObject({ state: 'failed', message })
  const log = await user.call('GET', `/api/shopify/logs?orderId=${id}&status=failed`)
  expect(log.body).toMatchObject([{ operation: 'order.push', message, offers: 'retry' }])
  await user.call('PUT', `/api/orders/${id}`, { customerPhone: '212 555 0100', shippingAddress: home })
  await stores.workUntil(user.call('POST', `/api/shopify/operations/${log.body[0].operationId}/retry`))
  expect(shop.orders).toMatchObject([{ input: { shippingAddress: { zip: '10013' } } }])
})

test('a reason about a field without a name here is shown as Shopify words it', async () => {
  const user = await makeCompany(app)
  const shop = await stores.connect(user)
  const userErrors = [
    { field: ['order', 'lineItems', '0', 'quantity'], message: 'Quantity must be positive' },
    { field: ['order', 'presentmentCurrency'], message: 'Currency is not supported' },
  ]
  stores.fail(shop, inTurn(['orderCreate', { userErrors }]))
  const { id } = await takeOrder(user)
  const { body } = await stores.workUntil(user.call('POST', `/api/orders/${id}/push-to-shopify`))
  expect(body.message).toBe('Product 1, quantity: Quantity must be positive\nCurrency is not supported')
})

test.each(['failed', 'queued'])(
  'a %s sync of everything cannot be retried by a user who may not start one',
  async (state) => {
    const admin = await makeCompany(app)
    const manager = await makeUser(app, admin.companyId, 'order management')
    await stores.connect(admin)
    const { id } = (await admin.call('POST', '/api/products/sync-shopify')).body
    await app.rows(`UPDATE shopify_operations SET state = $2, next_try_at = 'infinity' WHERE id = $1`, [
      id,
      state,
    ])
    const retry = `/api/shopify/operations/${id}/retry`
    const before = await app.rows('SELECT * FROM shopify_operations WHERE company_id = $1', [admin.companyId])
    expect(await manager.call('POST', retry)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(
      await app.rows('SELECT * FROM shopify_operations WHERE company_id = $1', [admin.companyId]),
    ).toEqual(before)
    expect(await stores.workUntil(admin.call('POST', retry))).toMatchObject({
      status: 200,
      body: { state: 'done' },
    })
  },
)
