import { changeOrder } from '@trunkshow/practice-store/orders.ts'
import type { Shop } from '@trunkshow/practice-store/shop.ts'
import { inTurn } from '@trunkshow/practice-store/testing/faults.ts'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { makeCompany, type TestUser } from '../../test/factories.ts'
import { storeOrderCalls } from '../../test/store-orders.ts'
import { startTestStores } from '../../test/stores.ts'

const app = startTestApp()
const stores = startTestStores(app)
const { work, workUntilDone, workUntil } = stores
const { take, push, recreate, cancel, edit, get, atStore, logs } = storeOrderCalls(stores)

async function connectAgain(user: TestUser, { key, clientId, clientSecret }: Shop) {
  const connection = { kind: 'app', address: `${key}.myshopify.com`, clientId, clientSecret }
  expect((await user.call('PUT', '/api/shopify/store', connection)).status).toBe(200)
}

test('a cancellation that failed in a previous store is not reported as done, nor shown for the new one', async () => {
  const user = await makeCompany(app)
  const shop = await stores.connect(user)
  const { id } = await take(user)
  await push(user, id)
  stores.fail(shop, inTurn(['orderCancel', 'userError']))
  await cancel(user, id)
  await workUntilDone(user)
  await stores.connect(user)
  const { operation } = await atStore(user, id)
  expect(await workUntil(user.call('POST', `/api/shopify/operations/${operation.id}/retry`))).toMatchObject({
    status: 409,
    body: { message: 'A different store was connected.' },
  })
  for (const { remoteId } of await logs(user, id)) expect(remoteId).toBeNull()
})

describe('a store that is connected again after another one', () => {
  test('does not get an order again that it already has', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const { id } = await take(user)
    for (let pushes = 1; pushes <= 30; pushes++) await push(user, id)
    const second = await stores.connect(user)
    await push(user, id)
    await connectAgain(user, shop)
    await edit(user, id, { notes: 'Meanwhile.' })
    expect((await push(user, id)).body).toMatchObject({
      message: expect.stringContaining('was already in Shopify'),
      shopifyOrderId: shop.orders[0]!.id,
    })
    expect((await atStore(user, id)).changed).toBe('details')
    expect((await push(user, id)).body.message).toBe('The order was updated in Shopify.')
    expect([shop.orders.length, second.orders.length]).toEqual([1, 1])
  })

  test('gets an order again that was canceled in it since', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const { id } = await take(user)
    await push(user, id)
    await stores.connect(user)
    await connectAgain(user, shop)
    changeOrder(shop, shop.orders[0]!, 'orders/cancelled', { cancelledAt: '2026-01-01T00:00:00Z' })
    expect((await push(user, id)).body.message).toBe('The order is now in Shopify.')
    expect(shop.orders).toHaveLength(2)
  })

  test('does not get a product again that it already has', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const { id } = (await user.call('POST', '/api/products', { name: 'Silk Blouse', basePrice: 320 })).body
    const pushed = () => workUntil(user.call('POST', `/api/products/${id}/push-to-shopify`))
    await pushed()
    await stores.connect(user)
    await connectAgain(user, shop)
    expect((await pushed()).body.state).toBe('done')
    expect(shop.products).toHaveLength(1)
    expect((await user.call('GET', `/api/products/${id}`)).body.shopifyProductId).toBe(shop.products[0]!.id)
  })
})

test('an order that counted as failed but had arrived is adopted, by a push and by a recreation', async () => {
  const user = await makeCompany(app)
  const shop = await stores.connect(user)
  const { id } = await take(user)
  async function failAfterAll(kind: 'push-to-shopify' | 'cancel-and-recreate-shopify') {
    stores.fail(shop, inTurn(['orderCreate', 'dropped']))
    const before = shop.orders.length
    const asking = user.call('POST', `/api/orders/${id}/${kind}`)
    while (shop.orders.length === before) await work()
    await app.rows(`UPDATE shopify_operations SET state = 'failed' WHERE company_id = $1`, [user.companyId])
    expect((await asking).status).toBe(409)
  }
  await failAfterAll('push-to-shopify')
  const { operation } = await atStore(user, id)
  await workUntil(user.call('POST', `/api/shopify/operations/${operation.id}/retry`))
  expect((await get(user, id)).shopifyOrderId).toBe(shop.orders[0]!.id)
  await failAfterAll('cancel-and-recreate-shopify')
  await recreate(user, id)
  expect(shop.orders.map(({ cancelledAt }) => cancelledAt === null)).toEqual([false, true])
  expect((await get(user, id)).shopifyOrderId).toBe(shop.orders[1]!.id)
  // Neither of the two blocks a new one.
  await recreate(user, id)
  expect(shop.orders.map(({ cancelledAt }) => cancelledAt === null)).toEqual([false, false, true])
})
