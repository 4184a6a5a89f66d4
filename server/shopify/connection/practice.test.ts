import { loadSchema } from '@trunkshow/practice-store/load-schema.ts'
import { changeOrder } from '@trunkshow/practice-store/orders.ts'
import { runOperation } from '@trunkshow/practice-store/run-operation.ts'
import { makeShop, type Shop } from '@trunkshow/practice-store/shop.ts'
import { describe, expect, test } from 'vitest'
import { databaseOf } from '../../platform/db/transaction.ts'
import { startTestApp } from '../../test/app.ts'
import { makeCompany } from '../../test/factories.ts'
import { callStore } from '../client/call-store.ts'
import { operations } from '../client/shopify-operations.ts'
import type { OperationTypes } from '../client/shopify-types.ts'

const app = startTestApp()

async function ask<Name extends keyof OperationTypes>(
  shop: Shop,
  name: Name,
  variables: OperationTypes[Name]['variables'],
): Promise<{ data: OperationTypes[Name]['data']; errors?: { message: string }[] }> {
  const answer = await runOperation(await loadSchema('2026-10'), shop, {
    query: operations[name],
    variables: { ...variables },
  })
  return JSON.parse(JSON.stringify(answer))
}

const address = { lastName: 'Hart', zip: '10013', provinceCode: 'NY' }
const order = {
  sourceIdentifier: 'key-1',
  lineItems: [{ title: 'Coat', quantity: 1 }],
  shippingAddress: address,
}

describe('orders of the practice store', () => {
  test('are found by their attempt key once the index has caught up, and created twice if sent twice', async () => {
    const shop = makeShop('a', { searchLag: 2 })
    const found = async () =>
      (await ask(shop, 'orders', { query: 'source_identifier:key-1', first: 5 })).data.orders.nodes.length
    await ask(shop, 'orderCreate', { order })
    expect([await found(), await found(), await found()]).toEqual([0, 0, 1])
    await ask(shop, 'orderCreate', { order })
    expect(shop.orders).toHaveLength(2)
  })

  test('older than 60 days are shown only to apps that may see all of them', async () => {
    const shop = makeShop('a', { scopes: ['write_orders'], clock: -60.5 * 24 * 3_600_000 })
    await ask(shop, 'metafieldDefinitionCreate', {})
    const metafields = [{ namespace: 'trunkshow', key: 'attempt_key', type: 'id', value: 'key-1' }]
    const { id } = (await ask(shop, 'orderCreate', { order: { ...order, metafields } })).data.orderCreate!
      .order!
    const seen = async () => [
      (await ask(shop, 'order', { id })).data.order?.id,
      (await ask(shop, 'orderByIdentifier', { attemptKey: 'key-1' })).data.orderByIdentifier?.id,
      (await ask(shop, 'orders', { query: 'source_identifier:key-1', first: 5 })).data.orders.nodes[0]?.id,
    ]
    expect(await seen()).toEqual([id, id, id])
    shop.clock = 0
    expect(await seen()).toEqual([undefined, undefined, undefined])
    expect((await ask(shop, 'orderUpdate', { input: { id } })).data.orderUpdate!.userErrors).toHaveLength(1)
    shop.scopes.push('read_all_orders')
    expect(await seen()).toEqual([id, id, id])
  })

  test('have metafields that are defined, each unique to one order and found at once', async () => {
    const shop = makeShop('a', { searchDelay: 5 * 60_000 })
    const metafields = [{ namespace: 'trunkshow', key: 'attempt_key', type: 'id', value: 'key-1' }]
    const create = async () =>
      (await ask(shop, 'orderCreate', { order: { ...order, metafields } })).data.orderCreate!
    expect((await create()).userErrors).toMatchObject([{ field: ['order', 'metafields', '0', 'value'] }])
    expect((await ask(shop, 'orderByIdentifier', { attemptKey: 'key-1' })).errors).toHaveLength(1)
    await ask(shop, 'metafieldDefinitionCreate', {})
    const again = (await ask(shop, 'metafieldDefinitionCreate', {})).data.metafieldDefinitionCreate!
    expect(again.userErrors).toMatchObject([{ code: 'TAKEN' }])
    const { id } = (await create()).order!
    expect((await create()).userErrors).toMatchObject([{ field: ['order', 'metafields', '0', 'value'] }])
    const found = (await ask(shop, 'orderByIdentifier', { attemptKey: 'key-1' })).data.orderByIdentifier
    expect(found).toMatchObject({ id })
    const search = async () =>
      (await ask(shop, 'orders', { query: 'source_identifier:key-1', first: 5 })).data.orders.nodes.length
    expect(await search()).toBe(0)
    shop.clock = 5 * 60_000 + 1000
    expect(await search()).toBe(1)
  })

  test.each([
    [{ lastName: '' }, 'Enter a last name'],
    [{ zip: '' }, 'Enter a ZIP code'],
    [{ provinceCode: 'New York' }, 'State is not a valid state in United States'],
  ])('with %j are refused', async (changes, message) => {
    const shop = makeShop('a')
    const shippingAddress = { ...address, ...changes }
    const { data } = await ask(shop, 'orderCreate', { order: { ...order, shippingAddress } })
    expect(data.orderCreate).toMatchObject({ order: null, userErrors: [{ message }] })
    expect(shop.orders).toEqual([])
  })

  test('are canceled by a job, once, and not after they were fulfilled', async () => {
    const shop = makeShop('a')
    const cancel = async (orderId: string) =>
      (await ask(shop, 'orderCancel', { orderId, reason: 'STAFF', restock: false })).data.orderCancel!
    const { id } = (await ask(shop, 'orderCreate', { order })).data.orderCreate!.order!
    const { job } = await cancel(id)
    const isDone = async () => (await ask(shop, 'job', { id: job!.id })).data.job!.done
    expect([job!.done, await isDone(), await isDone()]).toEqual([false, false, true])
    expect(await cancel(id)).toMatchObject({ userErrors: [{ message: 'Order has already been canceled' }] })
    const other = (await ask(shop, 'orderCreate', { order })).data.orderCreate!.order!
    changeOrder(shop, shop.orders[1]!, 'orders/fulfilled', { displayFulfillmentStatus: 'FULFILLED' })
    expect((await cancel(other.id)).userErrors).toHaveLength(1)
    expect(shop.events.map(({ topic }) => topic)).toEqual([
      'orders/updated',
      'orders/cancelled',
      'orders/updated',
      'orders/fulfilled',
    ])
  })
})

test('a discount code is unique, whatever its case; switched off, it shows as expired', async () => {
  const shop = makeShop('a')
  const create = (code: string) => ask(shop, 'discountCodeBasicCreate', { discount: { code, title: code } })
  const { id } = (await create('SPRING')).data.discountCodeBasicCreate!.codeDiscountNode!
  expect((await create('spring')).data.discountCodeBasicCreate).toMatchObject({
    codeDiscountNode: null,
    userErrors: [{ code: 'TAKEN' }],
  })
  await ask(shop, 'discountCodeDeactivate', { id })
  const find = async () => (await ask(shop, 'discountByCode', { code: 'Spring' })).data.codeDiscountNodeByCode
  expect(await find()).toMatchObject({
    id,
    codeDiscount: { status: 'EXPIRED', codes: { nodes: [{ code: 'SPRING' }] } },
  })
  await ask(shop, 'discountCodeActivate', { id })
  await ask(shop, 'discountCodeBasicUpdate', { id, discount: { code: 'SUMMER', usageLimit: 3 } })
  expect(await find()).toBeNull()
  expect(shop.discounts).toMatchObject([{ endsAt: null, usageLimit: 3, title: 'SPRING' }])
  await ask(shop, 'discountCodeDelete', { id })
  expect(shop.discounts).toEqual([])
})

test('webhooks are subscribed to once', async () => {
  const shop = makeShop('a')
  const create = () =>
    ask(shop, 'webhookSubscriptionCreate', { topic: 'ORDERS_PAID', uri: 'https://shows.test/hooks' })
  const { id } = (await create()).data.webhookSubscriptionCreate!.webhookSubscription!
  expect((await create()).data.webhookSubscriptionCreate!.userErrors).toHaveLength(1)
  expect((await ask(shop, 'webhookSubscriptions', {})).data.webhookSubscriptions.nodes).toHaveLength(1)
  await ask(shop, 'webhookSubscriptionDelete', { id })
  expect(shop.subscriptions).toEqual([])
})

test.each([
  [
    'mutation { orderClose(input: { id: "1" }) { order { id } } }',
    'The practice store does not model orderClose.',
  ],
  ['{ shop { email } }', 'The practice store does not model Shop.email.'],
  ['{ shop { nothing } }', 'Cannot query field "nothing" on type "Shop".'],
  [
    'mutation { orderCreate { order { id } } }',
    expect.stringContaining('Argument "Mutation.orderCreate(order:'),
  ],
])('%s gets an error that names it', async (query, message) => {
  const answer = await runOperation(await loadSchema('2026-10'), makeShop('a'), { query })
  expect(JSON.parse(JSON.stringify(answer)).errors[0].message).toEqual(message)
})

test('the practice store of a company is one store for all processes, and its own', async () => {
  const [user, other] = [await makeCompany(app), await makeCompany(app)]
  for (const { call, companyId } of [user, other]) {
    await app.rows(`UPDATE companies SET company_name = 'Vale' WHERE id = $1`, [companyId])
    const answer = await call('POST', '/api/shopify/practice')
    expect(answer).toMatchObject({
      status: 200,
      body: { kind: 'practice', adminBaseUrl: null, enabled: true },
    })
  }
  expect((await user.call('POST', '/api/shopify/test')).body.ok).toBe(true)
  const ctx = { config: app.config, db: databaseOf(app.pool) }
  await callStore(ctx, user.companyId, 'productSet', { input: { title: 'Cape', handle: 'cape' } })
  const stocked = async (companyId: number) => {
    const outcome = await callStore(ctx, companyId, 'products', { first: 50 })
    return outcome.kind === 'ok' ? outcome.data.products.nodes.map(({ title }) => title) : outcome
  }
  expect(await stocked(other.companyId)).toEqual(['Silk Blouse', 'Atlas Coat', 'Pearl Button Cardigan'])
  expect(await stocked(user.companyId)).toContain('Cape')
  // Connected again it is the same store.
  await user.call('POST', '/api/shopify/practice')
  expect(await stocked(user.companyId)).toContain('Cape')
})
