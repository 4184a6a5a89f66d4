import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { Node, Shop } from '@trunkshow/practice-store/shop.ts'
import { atRandom, inTurn } from '@trunkshow/practice-store/testing/faults.ts'
import { orderPayload } from '@trunkshow/practice-store/webhooks.ts'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { makeCode, makeCompany, makeForm, makeUser, type TestUser, takeOrder } from '../../test/factories.ts'
import { assertOrderInvariants } from '../../test/invariants.ts'
import { startShopifyWorker } from '../../test/processes/worker-process.ts'
import { home, storeOrderCalls } from '../../test/store-orders.ts'
import { startTestStores } from '../../test/stores.ts'

const app = startTestApp()
const stores = startTestStores(app)
const { work, workUntilDone, retryFailed, workUntil } = stores
const { take, push, recreate, cancel, edit, get, atStore, logs } = storeOrderCalls(stores)

describe('a push', () => {
  test('creates the order in Shopify, with the answers, the price to the cent and a link back', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const { id: discountCodeId } = await makeCode(user, 'SPRING15', { discountValue: 15 })
    const order = await take(user, {
      discountCodeId,
      customFields: { item: 'Ivory column gown', fabric: 'Silk crêpe (+$250)' },
      notes: 'For June.',
      customerPhone: '+1 212 555 0100',
    })
    expect(await push(user, order.id)).toMatchObject({
      status: 200,
      body: {
        state: 'done',
        message: 'The order is now in Shopify.',
        shopifyOrderId: shop.orders[0]!.id,
      },
    })
    expect((await atStore(user, order.id)).shopifyName).toBe(shop.orders[0]!.name)
    const [{ attempt_key }] = (await app.rows(
      'SELECT attempt_key FROM shopify_operations WHERE company_id = $1',
      [user.companyId],
    )) as [{ attempt_key: string }]
    const dollars = (amount: string) => ({ shopMoney: { amount, currencyCode: 'USD' } })
    expect(shop.orders[0]!.input).toMatchObject({
      sourceIdentifier: attempt_key,
      lineItems: [
        {
          title: 'Aurelie gown',
          sku: 'AUR-1',
          quantity: 1,
          priceSet: dollars('1105.50'),
          requiresShipping: true,
          properties: [
            { name: 'Item Description', value: 'Ivory column gown' },
            { name: 'Fabric', value: 'Silk crêpe (+$250)' },
          ],
        },
      ],
      // 15 % of 1105.50 is 165.825, in whole dollars 166.
      discountCode: { itemFixedDiscountCode: { code: 'SPRING15', amountSet: dollars('166.00') } },
      customer: { toUpsert: { email: 'grace@okafor.test', firstName: 'Grace', lastName: 'Okafor' } },
      email: 'grace@okafor.test',
      note: 'For June.',
      currency: 'USD',
      financialStatus: 'PENDING',
      customAttributes: [
        { key: 'Order number', value: '1001' },
        { key: 'Order link', value: `${app.config.publicUrl}/orders?orderId=${order.id}` },
      ],
      shippingAddress: {
        firstName: 'Grace',
        lastName: 'Okafor',
        address1: '12 Mercer Street',
        address2: null,
        city: 'New York',
        provinceCode: 'NY',
        zip: '10013',
        countryCode: 'US',
        phone: '+1 212 555 0100',
      },
    })
    expect(shop.orders[0]!.input).not.toHaveProperty('taxLines')
    expect(await get(user, order.id)).toMatchObject({
      total: '939.50',
      shopifyOrderId: shop.orders[0]!.id,
    })
    expect(await logs(user, order.id)).toMatchObject([
      { operation: 'order.push', subjectName: 'Order #1001', remoteId: shop.orders[0]!.id },
    ])
  })

  test('has the total that the order has, with lines, a reduction, a discount and tax', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const { body: company } = await user.call('GET', '/api/company')
    const rates = { selectedStates: ['NY'], taxRates: { NY: '8.875' } }
    await user.call('PUT', '/api/company', { companyName: 'Maison Vale', ...company, ...rates })
    const form = await makeForm(user)
    const { id: discountCodeId } = await makeCode(user, 'SPRING15', { discountValue: 15 })
    const veil = await user.call('POST', '/api/products', { name: 'Lumen veil', basePrice: '320.25' })
    const products = [
      { productId: form.productId },
      { productId: veil.body.id, quantity: 3 },
      { productId: null, name: 'Rush fee', amount: '75', taxable: false },
      { productId: null, name: 'Sample', amount: '-60.10' },
    ]
    const order = await takeOrder(user, { shippingAddress: home, discountCodeId, products }, form)
    expect(await push(user, order.id)).toMatchObject({ body: { state: 'done' } })
    const { total_price, total_tax, current_total_price } = orderPayload(shop, shop.orders[0]!)
    expect([total_price, total_tax, current_total_price]).toEqual([order.total, order.price.tax, order.total])
    expect(order.price.tax).not.toBe('0.00')
  })

  test('updates address and notes; changed items stay different until the order is recreated', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const { id } = await take(user)
    await push(user, id)
    expect((await atStore(user, id)).changed).toBe('nothing')
    await edit(user, id, { notes: 'By Friday.', shippingAddress: { ...home, zip: '10014' } })
    expect((await atStore(user, id)).changed).toBe('details')
    expect((await push(user, id)).body).toMatchObject({
      message: 'The order was updated in Shopify.',
      shopifyOrderId: shop.orders[0]!.id,
    })
    expect(shop.orders).toMatchObject([{ input: { note: 'By Friday.', shippingAddress: { zip: '10014' } } }])
    expect((await atStore(user, id)).changed).toBe('nothing')
    await edit(user, id, { formData: { item: 'Ivory gown', fabric: 'Linen (-$10.50)' } })
    expect((await atStore(user, id)).changed).toBe('items')
    expect((await push(user, id)).body.message).toContain('updated in Shopify. Its items')
    expect((await atStore(user, id)).changed).toBe('items')
    await recreate(user, id)
    expect((await atStore(user, id)).changed).toBe('nothing')
    const { body: veil } = await user.call('POST', '/api/products', {
      name: 'Lumen veil',
      sku: 'LUM-1',
      basePrice: '320',
    })
    await edit(user, id, { products: [{ productId: veil.id }] })
    expect((await atStore(user, id)).changed).toBe('items')
    await recreate(user, id)
    expect(shop.orders.at(-1)).toMatchObject({ input: { lineItems: [{ title: 'Lumen veil' }] } })
    expect((await atStore(user, id)).changed).toBe('nothing')
  })

  test('by fifty clicks at once creates one order', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const { id } = await take(user)
    const clicks = await workUntil(
      Promise.all(Array.from({ length: 50 }, () => user.call('POST', `/api/orders/${id}/push-to-shopify`))),
    )
    expect(new Set(clicks.map(({ status, body }) => `${status} ${body.shopifyOrderId}`))).toEqual(
      new Set([`200 ${shop.orders[0]!.id}`]),
    )
    expect(shop.orders).toHaveLength(1)
  })

  test('whose answer was lost is found in Shopify although its search lags, and reports what changed since', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user, { searchLag: 3 })
    stores.fail(shop, inTurn(['orderCreate', 'dropped']))
    const { id } = await take(user)
    const pushing = user.call('POST', `/api/orders/${id}/push-to-shopify`)
    while (shop.orders.length === 0) await work()
    expect((await atStore(user, id)).operation).toMatchObject({
      state: 'unknown',
      message: 'Checking with Shopify…',
    })
    await edit(user, id, { notes: 'Meanwhile.' })
    expect((await workUntil(pushing)).body).toMatchObject({
      state: 'done',
      shopifyOrderId: shop.orders[0]!.id,
    })
    expect(shop.orders).toHaveLength(1)
    expect((await atStore(user, id)).changed).toBe('details')
  })

  test.each([
    [{ shippingAddress: { ...home, state: 'England', zip: 'SW1A 1AA' } }, 'Enter a 5-digit ZIP code'],
    [{ shippingAddress: { ...home, state: 'Ontario' } }, '“Ontario” isn’t a US state.'],
  ])('of an order with %j is refused before it is sent', async (changes, sentence) => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const { id } = await take(user, changes)
    const { status, body } = await push(user, id)
    expect([status, body.message]).toEqual([409, expect.stringContaining(sentence)])
    expect(shop.orders).toEqual([])
    expect(await logs(user, id)).toEqual([])
  })

  test.each([
    [{ state: 'Puerto Rico', zip: '00901 1234' }, 'PR', '00901-1234'],
    [{ state: 'U.S. Virgin Islands', zip: '00802' }, 'VI', '00802'],
    [{ state: 'Washington, D.C.', zip: '200011234' }, 'DC', '20001-1234'],
    [{ state: 'Armed Forces Pacific', zip: '96201.0' }, 'AP', '96201'],
  ])('of an order to %j names them as Shopify does', async (changes, provinceCode, zip) => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const { id } = await take(user, { shippingAddress: { ...home, ...changes } })
    expect((await push(user, id)).status).toBe(200)
    expect(shop.orders[0]!.input).toMatchObject({ shippingAddress: { provinceCode, zip, countryCode: 'US' } })
  })

  test('of an order of an earlier version with a wrong ZIP code is refused, and the rest of it can be changed', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const { id } = await take(user)
    const store = (zip: string) => app.rows('UPDATE orders SET customer_zip = $1 WHERE id = $2', [zip, id])
    await store('1001')
    expect((await push(user, id)).body.message).toContain('Enter a 5-digit ZIP code.')
    const whole = { notes: 'For June.', shippingAddress: { ...home, zip: '1001', street2: 'Apt 4' } }
    expect((await edit(user, id, whole)).body).toMatchObject({ notes: 'For June.', customerZip: '1001' })
    await store('100131234')
    expect((await push(user, id)).status).toBe(200)
    expect(shop.orders).toMatchObject([{ input: { shippingAddress: { zip: '10013-1234' } } }])
  })

  test('of an order of an earlier version without a last name is refused, or keeps the one in Shopify', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const [sent, kept] = [await take(user), await takeOrder(user)]
    await app.rows(`UPDATE orders SET customer_name = 'Cher' WHERE company_id = $1`, [user.companyId])
    expect((await push(user, sent.id)).body.message).toContain('Enter the customer’s last name.')
    expect((await push(user, kept.id)).status).toBe(200)
    expect(shop.orders.map(({ input }) => input)).toEqual([
      expect.objectContaining({ customer: { toUpsert: { email: 'grace@okafor.test', firstName: 'Cher' } } }),
    ])
  })

  test('that Shopify refuses fails with its message, and succeeds on a retry', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    stores.fail(shop, inTurn(['orderCreate', 'userError']))
    const { id } = await takeOrder(user)
    expect(await push(user, id)).toMatchObject({
      status: 409,
      body: { message: 'The store refuses this today.' },
    })
    const { operation } = await atStore(user, id)
    expect(operation).toMatchObject({ state: 'failed', message: 'The store refuses this today.' })
    await workUntil(user.call('POST', `/api/shopify/operations/${operation.id}/retry`))
    expect((await get(user, id)).shopifyOrderId).toBe(shop.orders[0]!.id)
  })

  test('needs a store, an order of the company and the right; an order being sent cannot be deleted', async () => {
    const [user, other] = [await makeCompany(app), await makeCompany(app)]
    const { id } = await takeOrder(user)
    expect((await push(user, id)).body.message).toBe('Connect a store in Settings first.')
    await stores.connect(user)
    await stores.connect(other)
    expect((await push(other, id)).status).toBe(404)
    expect((await recreate(other, id)).status).toBe(404)
    expect((await push(await makeUser(app, user.companyId, 'view only'), id)).status).toBe(403)
    expect((await recreate(user, id)).body.message).toContain('isn’t in Shopify yet')
    const pushing = user.call('POST', `/api/orders/${id}/push-to-shopify`)
    while ((await atStore(user, id)).operation === null) await setTimeout(5)
    expect((await user.call('DELETE', `/api/orders/${id}`)).body.message).toContain('being sent to Shopify')
    await workUntil(pushing)
    expect((await user.call('DELETE', `/api/orders/${id}`)).status).toBe(204)
  })

  test('of an order that was deleted in Shopify says so, and the next one creates it again', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const { id } = await takeOrder(user)
    await push(user, id)
    shop.orders = []
    expect((await push(user, id)).body.message).toContain('no longer exists in Shopify')
    expect((await push(user, id)).body.message).toBe('The order is now in Shopify.')
    expect(shop.orders).toHaveLength(1)
  })
})

test('after all kinds of faults and a kill -9, each of a hundred orders is in Shopify once and linked', async () => {
  const user = await makeCompany(app)
  const shop = await stores.connect(user, { searchLag: 1 })
  const form = await makeForm(user)
  for (let n = 1; n <= 100; n++) await takeOrder(user, { notes: `Order of ${n}` }, form)
  const faults = atRandom(7, { throttled: 0.3, unavailable: 0.1, dropped: 0.1, expired: 0.05 })
  let [calls, lost, sent] = [0, 0, 0]
  stores.fail(shop, (operation, key) => {
    calls++
    const fault = faults(operation, key)
    if (operation !== 'orderCreate') return fault
    if (fault === 'dropped') lost++
    return fault ?? (++sent % 10 === 0 ? 'userError' : null)
  })
  await app.rows(
    `INSERT INTO shopify_operations (company_id, kind, entity_type, entity_id, subject_name, attempt_key)
     SELECT $1, 'order.push', 'order', id, 'Order ' || id, md5('order ' || id) FROM orders WHERE company_id = $1`,
    [user.companyId],
  )
  const worker = startShopifyWorker(app.config)
  while (calls < 60) await setTimeout(5)
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  await app.rows('UPDATE shopify_operations SET held_until = now() WHERE company_id = $1', [user.companyId])
  await workUntilDone(user)
  stores.fail(shop, () => null)
  const words = await retryFailed(user)
  expect(words.length).toBeGreaterThan(0)
  expect(new Set(words)).toEqual(new Set(['The store refuses this today.']))
  expect(lost).toBeGreaterThan(3)
  expect(shop.orders).toHaveLength(100)
  expect(new Set(shop.orders.map(({ input }) => (input as { note: string }).note)).size).toBe(100)
  const linked = await app.rows<{ id: string }>(
    'SELECT DISTINCT shopify_order_id AS id FROM orders WHERE company_id = $1 AND shopify_order_id IS NOT NULL',
    [user.companyId],
  )
  expect(linked.map(({ id }) => id).sort()).toEqual(shop.orders.map(({ id }) => id).sort())
  expect(
    await app.rows(
      `SELECT FROM shopify_operations WHERE company_id = $1 AND state NOT IN ('done', 'failed')`,
      [user.companyId],
    ),
  ).toEqual([])
})

test('while Shopify is down, orders are taken, changed and canceled as usual, and sent when it is back', async () => {
  const user = await makeCompany(app)
  const shop = await stores.connect(user)
  const sent = await take(user)
  await push(user, sent.id)
  const origin = app.config.shopifyAdminOrigin
  app.config.shopifyAdminOrigin = 'http://127.0.0.1:2'
  const [first, second] = [await take(user), await take(user)]
  const calls = [first, second].map(({ id }) => user.call('POST', `/api/orders/${id}/push-to-shopify`))
  while (
    (await app.rows('SELECT FROM shopify_operations WHERE company_id = $1 AND pauses > 3', [user.companyId]))
      .length < 2
  )
    await work()
  expect((await edit(user, first.id, { notes: 'Changed while it was away.' })).status).toBe(200)
  expect((await cancel(user, sent.id)).status).toBe(200)
  expect((await atStore(user, first.id)).operation.message).toContain('can’t reach Shopify')
  app.config.shopifyAdminOrigin = origin
  for (const { body } of await workUntil(Promise.all(calls))) expect(body.state).toBe('done')
  await workUntilDone(user)
  expect(shop.orders).toHaveLength(3)
  expect(shop.orders[0]).toMatchObject({ cancelledAt: expect.any(String) })
  expect(shop.orders.map(({ input }) => (input as { note: string }).note)).toContain(
    'Changed while it was away.',
  )
  await assertOrderInvariants(app, user)
})

test('after another store is connected, no order counts as in Shopify', async () => {
  const user = await makeCompany(app)
  await stores.connect(user)
  const { id } = await take(user)
  await push(user, id)
  const second = await stores.connect(user)
  expect(await get(user, id)).toMatchObject({ shopifyOrderId: null, status: 'pending' })
  expect((await push(user, id)).body.shopifyOrderId).toBe(second.orders[0]!.id)
})

describe('the lines of an order', () => {
  const linkedProduct = async (user: TestUser, name = 'Linked gown') => {
    const { body } = await user.call('POST', '/api/products', { name, basePrice: '400.50', sku: 'LNK' })
    await workUntil(user.call('POST', `/api/products/${body.id}/push-to-shopify`))
    return (await user.call('GET', `/api/products/${body.id}`)).body
  }
  const totalThere = (shop: Shop) => {
    const { payload } = shop.events.findLast(({ topic }) => topic === 'orders/updated')!
    return payload.total_price
  }

  test('name the variant of a linked product, at the price here, so that the total matches to the cent', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const linked = await linkedProduct(user)
    const remote = shop.products.find(({ id }) => id === linked.shopifyProductId)!
    Object.assign((remote.variants as Node[])[0]!, { price: '999.0' })
    const { id: discountCodeId } = await makeCode(user, 'SPRING15', { discountValue: 15 })
    const form = await makeForm(user)
    const products = [{ productId: linked.id, quantity: 3 }, { productId: form.productId }]
    const order = await takeOrder(user, { products, discountCodeId, shippingAddress: home }, form)
    expect((await push(user, order.id)).body.message).toBe('The order is now in Shopify.')
    expect(shop.orders[0]!.input).toMatchObject({
      lineItems: [
        {
          variantId: linked.shopifyVariantId,
          title: 'Linked gown',
          priceSet: { shopMoney: { amount: '400.50' } },
        },
        expect.not.objectContaining({ variantId: expect.anything() }),
      ],
    })
    expect(totalThere(shop)).toBe(order.total)
  })

  test('whose variant was deleted in Shopify are sent as custom items, and the log says so', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const linked = await linkedProduct(user)
    shop.products = []
    const order = await takeOrder(user, { products: [{ productId: linked.id }], shippingAddress: home })
    const words = 'These products no longer exist in Shopify, so they were sent as custom items: Linked gown.'
    expect((await push(user, order.id)).body.message).toContain(words)
    expect((await logs(user, order.id))[0].message).toContain(words)
    expect(JSON.stringify(shop.orders[0]!.input)).not.toContain('variantId')
    expect(totalThere(shop)).toBe(order.total)
  })
})

test('an update sends the email only if it changed since it was last sent', async () => {
  const user = await makeCompany(app)
  const shop = await stores.connect(user)
  const order = await take(user)
  await push(user, order.id)
  const told = () => shop.orders[0]!.emailsTold
  await edit(user, order.id, { notes: 'For June.' })
  await push(user, order.id)
  expect(told()).toBe(0)
  await edit(user, order.id, { customerEmail: 'grace@new.test' })
  await push(user, order.id)
  expect(told()).toBe(1)
  expect(shop.orders[0]!.input).toMatchObject({ email: 'grace@new.test', note: 'For June.' })
  await edit(user, order.id, { notes: 'For July.' })
  await push(user, order.id)
  expect(told()).toBe(1)
})
