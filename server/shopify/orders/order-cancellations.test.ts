import { changeOrder } from '@trunkshow/practice-store/orders.ts'
import { inTurn } from '@trunkshow/practice-store/testing/faults.ts'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { makeCompany } from '../../test/factories.ts'
import { storeOrderCalls } from '../../test/store-orders.ts'
import { dyingDatabase, startTestStores } from '../../test/stores.ts'

const app = startTestApp()
const stores = startTestStores(app)
const { work, workUntilDone, workUntil } = stores
const { take, push, recreate, cancel, edit, get, atStore, logs } = storeOrderCalls(stores)

describe('a recreation', () => {
  test('creates the new order first, then cancels the old one; the log has both numbers', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const { id } = await take(user)
    await push(user, id)
    const [old] = shop.orders
    const { status, body } = await recreate(user, id)
    const [, made] = shop.orders
    expect({ status, body }).toMatchObject({ status: 200, body: { shopifyOrderId: made!.id } })
    expect(shop.orders).toMatchObject([
      { id: old!.id, cancelledAt: expect.any(String) },
      { id: made!.id, cancelledAt: null },
    ])
    const asked = stores.asked.filter((line) => line.startsWith(`${shop.key} `)).join(' ')
    expect(asked.lastIndexOf('orderCreate')).toBeLessThan(asked.indexOf('orderCancel'))
    const [line] = await logs(user, id)
    for (const order of shop.orders) expect(line.message).toContain(order.legacyResourceId)
  })

  test('whose answers were all lost once, and whose process died, leaves one order that is not canceled', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const { id } = await take(user)
    await push(user, id)
    stores.fail(
      shop,
      inTurn(['orderCreate', 'dropped'], ['orders', 'throttled'], ['orderCancel', 'dropped'], ['job', 'cut']),
    )
    expect((await recreate(user, id)).status).toBe(200)
    expect(shop.orders.map(({ cancelledAt }) => cancelledAt === null)).toEqual([false, true])
    // The process dies once the store has the new one; another one continues.
    let dead = false
    stores.fail(shop, (operation) => {
      dead ||= operation === 'orderCreate'
      return null
    })
    const recreating = user.call('POST', `/api/orders/${id}/cancel-and-recreate-shopify`)
    while (!dead) await work(dyingDatabase(app, () => dead)).catch(() => {})
    await app.rows('UPDATE shopify_operations SET held_until = now() WHERE company_id = $1', [user.companyId])
    expect((await workUntil(recreating)).status).toBe(200)
    expect(shop.orders.map(({ cancelledAt }) => cancelledAt === null)).toEqual([false, false, true])
    expect((await get(user, id)).shopifyOrderId).toBe(shop.orders[2]!.id)
  })

  test('that waited and was then refused still shows that the items have changed', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const { id } = await take(user)
    await push(user, id)
    await edit(user, id, { formData: { item: 'Ivory gown', fabric: 'Linen (-$10.50)' } })
    stores.fail(shop, inTurn(['orderCreate', 'throttled'], ['orderCreate', 'userError']))
    expect((await recreate(user, id)).status).toBe(409)
    expect((await atStore(user, id)).changed).toBe('items')
  })

  test.each([
    ['push', push, [false, true]],
    ['recreation', recreate, [false, false, true]],
  ] as const)(
    'that could not cancel the old order says that there are two, until a %s can',
    async (_, ask, open) => {
      const user = await makeCompany(app)
      const shop = await stores.connect(user)
      const { id } = await take(user)
      await push(user, id)
      stores.fail(shop, inTurn(['orderCancel', 'userError'], ['orderCancel', 'userError']))
      for (const refused of [await recreate(user, id), await ask(user, id)]) {
        expect(refused.status).toBe(409)
        for (const word of ['twice', ...shop.orders.map(({ name }) => name), 'refuses'])
          expect(refused.body.message).toContain(word)
        expect(shop.orders.map(({ cancelledAt }) => cancelledAt === null)).toEqual([true, true])
      }
      expect((await ask(user, id)).status).toBe(200)
      expect(shop.orders.map(({ cancelledAt }) => cancelledAt === null)).toEqual(open)
      expect((await get(user, id)).shopifyOrderId).toBe(shop.orders.at(-1)!.id)
    },
  )

  test('of an order that is fulfilled in Shopify is refused before anything is created', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const { id } = await take(user)
    await push(user, id)
    changeOrder(shop, shop.orders[0]!, 'orders/fulfilled', { displayFulfillmentStatus: 'FULFILLED' })
    expect((await recreate(user, id)).body.message).toContain('already fulfilled in Shopify')
    expect(shop.orders).toHaveLength(1)
  })
})

describe('a cancellation', () => {
  test('takes effect here at once and in Shopify later; the order can no longer be pushed', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const { id } = await take(user)
    await push(user, id)
    expect((await cancel(user, id)).body).toMatchObject({ status: 'cancelled', shopifyOrderId: null })
    expect(shop.orders[0]!.cancelledAt).toBeNull()
    expect((await push(user, id)).body.message).toBe(
      'This order is canceled, so it can’t be sent to Shopify.',
    )
    expect((await cancel(user, id)).status).toBe(409)
    await workUntilDone(user)
    expect(shop.orders).toMatchObject([{ cancelledAt: expect.any(String) }])
    expect(await logs(user, id)).toMatchObject([
      {
        operation: 'order.cancel',
        status: 'done',
        message: 'The order was canceled in Shopify.',
        remoteId: shop.orders[0]!.id,
      },
      { operation: 'order.push' },
    ])
  })

  test('of an order whose push has an unknown outcome leaves nothing open in the store', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    stores.fail(shop, inTurn(['orderCreate', 'dropped']))
    const { id } = await take(user)
    const pushing = user.call('POST', `/api/orders/${id}/push-to-shopify`)
    while (shop.orders.length === 0) await work()
    expect((await cancel(user, id)).status).toBe(200)
    expect((await workUntil(pushing)).body.message).toContain('canceled while it was being sent')
    expect(shop.orders).toMatchObject([{ cancelledAt: expect.any(String) }])
    expect((await get(user, id)).shopifyOrderId).toBeNull()
  })

  test('during a recreation leaves neither of the two open', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const { id } = await take(user)
    await push(user, id)
    stores.fail(shop, inTurn(['orderCreate', 'dropped']))
    const recreating = user.call('POST', `/api/orders/${id}/cancel-and-recreate-shopify`)
    while (shop.orders.length < 2) await work()
    expect((await cancel(user, id)).status).toBe(200)
    await workUntil(recreating)
    await workUntilDone(user)
    expect(shop.orders.map(({ cancelledAt }) => cancelledAt === null)).toEqual([false, false])
  })

  test('that Shopify refuses is logged, and a retry cancels the same order', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const { id } = await take(user)
    await push(user, id)
    stores.fail(shop, inTurn(['orderCancel', 'userError']))
    await cancel(user, id)
    await workUntilDone(user)
    const { operation } = await atStore(user, id)
    expect(operation).toMatchObject({ kind: 'order.cancel', state: 'failed' })
    await workUntil(user.call('POST', `/api/shopify/operations/${operation.id}/retry`))
    expect(shop.orders).toMatchObject([{ cancelledAt: expect.any(String) }])
  })
})
