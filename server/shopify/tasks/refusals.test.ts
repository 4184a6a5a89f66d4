import { inTurn } from '@trunkshow/practice-store/testing/faults.ts'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { makeCompany, makeUser, takeOrder } from '../../test/factories.ts'
import { startTestStores } from '../../test/stores.ts'

const app = startTestApp()
const stores = startTestStores(app)

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
