import { describe, expect, test, vi } from 'vitest'
import { inTurn } from '../practice-store/faults.ts'
import { startTestApp } from '../test/app.ts'
import { makeCompany, type TestUser } from '../test/factories.ts'
import { storeOrderCalls } from '../test/store-orders.ts'
import { startTestStores } from '../test/stores.ts'

const app = startTestApp()
const stores = startTestStores(app)
const { work, working } = stores
const { take, push, atStore, logs } = storeOrderCalls(stores)

const addProduct = async (user: TestUser) =>
  (await user.call('POST', '/api/products', { name: 'Silk Blouse', basePrice: 320 })).body

describe('a push of an order', () => {
  test('whose answer was lost stays open while the store refuses to be asked for it, and is made once', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    stores.fail(shop, inTurn(['orderCreate', 'dropped'], ['orders', 'userError']))
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
      message: expect.stringContaining('the app lacks'),
    })
    expect((await logs(user, id))[0]).toMatchObject({ status: 'unknown', offers: 'check' })
    shop.scopes = ['write_orders']
    expect((await working(pushing)).body).toMatchObject({ state: 'done', shopifyOrderId: shop.orders[0]!.id })
    expect(shop.orders).toHaveLength(1)
  })

  test('that is answered without an order is looked for before it is sent again', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    stores.fail(shop, inTurn(['orderCreate', { userErrors: [] }]))
    const faults = vi.spyOn(console, 'error')
    const { id } = await take(user)
    expect((await push(user, id)).body.state).toBe('done')
    const asked = stores.asked.filter((line) => line.startsWith(`${shop.key} `))
    expect(asked.slice(0, 2)).toEqual([`${shop.key} orderCreate`, `${shop.key} orders`])
    expect(faults).not.toHaveBeenCalled()
    faults.mockRestore()
    expect(shop.orders).toHaveLength(1)
  })
})

describe('a push of a product', () => {
  test('whose answer was lost stays open while the store refuses to be asked for it, unless it is deleted here', async () => {
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
    await user.call('DELETE', `/api/products/${id}`)
    expect(await working(pushing)).toMatchObject({
      status: 409,
      body: { message: 'This product was deleted.' },
    })
  })
})
