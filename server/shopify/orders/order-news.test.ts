import { setTimeout } from 'node:timers/promises'
import type { ActivityEntry } from '@trunkshow/contract/activity/schema.ts'
import { changeOrder } from '@trunkshow/practice-store/orders.ts'
import { now, type Shop } from '@trunkshow/practice-store/shop.ts'
import { inTurn } from '@trunkshow/practice-store/testing/faults.ts'
import { signWebhook, type Webhook } from '@trunkshow/practice-store/webhooks.ts'
import { describe, expect, test } from 'vitest'
import { databaseOf } from '../../platform/db/transaction.ts'
import { startTestApp } from '../../test/app.ts'
import { makeCode, makeCompany, type TestUser, takeOrder } from '../../test/factories.ts'
import { assertOrderInvariants, findMoneyFaults } from '../../test/invariants.ts'
import { storeOrderCalls } from '../../test/store-orders.ts'
import { startTestStores } from '../../test/stores.ts'
import { pollStores } from '../webhooks/poll-stores.ts'

const app = startTestApp()
const stores = startTestStores(app)
const { work, workUntilDone, workUntil } = stores

const paid = { displayFinancialStatus: 'PAID' }
const fulfilled = { displayFulfillmentStatus: 'FULFILLED' }
const deliver = ({ headers, body }: Webhook) => app.call('POST', '/api/shopify/webhooks', body, headers)
const poll = () => pollStores({ config: app.config, db: databaseOf(app.pool) })
const get = async (user: TestUser, id: number) => (await user.call('GET', `/api/orders/${id}`)).body
const statusOf = async (user: TestUser, id: number) => (await get(user, id)).status
const become = (user: TestUser, id: number, status: string) =>
  user.call('PATCH', `/api/orders/${id}/status`, { status })

/** What the order's timeline says the store did. */
async function doneByStore(user: TestUser, id: number): Promise<string[]> {
  const { body } = await user.call('GET', `/api/orders/${id}/timeline`)
  return body.flatMap(({ actorName, changes }: { actorName: string; changes: { to: string }[] }) =>
    actorName === 'Shopify' ? [changes[0]!.to] : [],
  )
}

async function pushedOrder(user: TestUser, changes = {}) {
  const shop = await stores.connect(user)
  const { id } = await takeOrder(user, changes)
  await workUntil(user.call('POST', `/api/orders/${id}/push-to-shopify`))
  shop.events = []
  return { id, shop, remote: shop.orders[0]! }
}

async function settle(user: TestUser) {
  const waits = `SELECT FROM shopify_webhooks WHERE company_id = $1 AND handled_at IS NULL`
  do {
    await work()
    await workUntilDone(user)
  } while ((await app.rows(waits, [user.companyId])).length > 0)
}

const tell = async (user: TestUser, shop: Shop, change: () => void) => {
  change()
  await deliver(signWebhook(shop, shop.events.at(-1)!))
  await settle(user)
}

test('webhooks that arrive three times, out of order, late and replayed take effect once', async () => {
  const user = await makeCompany(app)
  const { id, shop, remote } = await pushedOrder(user)
  changeOrder(shop, remote, 'orders/updated', {})
  changeOrder(shop, remote, 'orders/paid', paid)
  changeOrder(shop, remote, 'orders/fulfilled', fulfilled)
  const sent = shop.events.map((event) => signWebhook(shop, event))
  for (const webhook of [...[...sent].reverse(), ...sent, ...sent])
    expect((await deliver(webhook)).status).toBe(200)
  expect(await app.rows('SELECT FROM shopify_webhooks WHERE company_id = $1', [user.companyId])).toHaveLength(
    3,
  )
  await settle(user)
  expect(await statusOf(user, id)).toBe('shipped')
  expect(await doneByStore(user, id)).toEqual(['Shipped', 'Paid', '$855.50 (Shopify)'])
  // Replayed, and once more under other ids, after a person has moved the order a step further.
  await become(user, id, 'delivered')
  for (const webhook of [...sent, ...shop.events.map((event) => signWebhook(shop, event))])
    await deliver(webhook)
  await settle(user)
  expect(await statusOf(user, id)).toBe('delivered')
  expect(await doneByStore(user, id)).toEqual(['Shipped', 'Paid', '$855.50 (Shopify)'])
  expect(await app.rows('SELECT FROM shopify_webhooks WHERE company_id = $1', [user.companyId])).toHaveLength(
    6,
  )
  expect((await get(user, id)).money).toMatchObject({
    state: 'paid',
    entries: [{ kind: 'payment', amount: '855.50', method: 'shopify', provider: 'shopify', userName: null }],
  })
  expect(await findMoneyFaults(app, user)).toEqual([])
})

test('a forged webhook changes nothing, and a real one only what the store itself confirms', async () => {
  const [user, other] = [await makeCompany(app), await makeCompany(app)]
  const { id, shop, remote } = await pushedOrder(user)
  const stranger = await stores.connect(other)
  changeOrder(shop, remote, 'orders/paid', {})
  const real = signWebhook(shop, shop.events[0]!)
  const forged = { ...real, headers: { ...real.headers, 'x-shopify-hmac-sha256': 'AAAA' } }
  expect((await deliver(forged)).status).toBe(401)
  // Signed but untrue; and one about this company's order, signed by another company's store.
  await deliver(real)
  changeOrder(shop, remote, 'orders/paid', paid)
  await deliver(signWebhook(stranger, shop.events[1]!))
  remote.displayFinancialStatus = 'PENDING'
  await settle(user)
  await settle(other)
  expect(await statusOf(user, id)).toBe('pending')
})

test('payment and fulfillment move an order forward, never back, and what was paid there stays paid', async () => {
  const user = await makeCompany(app)
  const { id, shop, remote } = await pushedOrder(user)
  await tell(user, shop, () => changeOrder(shop, remote, 'orders/paid', paid))
  expect(await statusOf(user, id)).toBe('paid')
  expect(await become(user, id, 'pending')).toMatchObject({ status: 409 })
  await tell(user, shop, () => changeOrder(shop, remote, 'orders/updated', {}))
  expect(await statusOf(user, id)).toBe('paid')
  await tell(user, shop, () => changeOrder(shop, remote, 'orders/fulfilled', fulfilled))
  expect(await statusOf(user, id)).toBe('shipped')
  await tell(user, shop, () =>
    changeOrder(shop, remote, 'orders/updated', { displayFulfillmentStatus: 'UNFULFILLED' }),
  )
  expect(await statusOf(user, id)).toBe('shipped')
})

test('an order canceled in Shopify is canceled here, once, and no longer counts for its discount code', async () => {
  const user = await makeCompany(app)
  const code = await makeCode(user, 'SPRING', { usageLimit: 1 })
  const { id, shop, remote } = await pushedOrder(user, { discountCodeId: code.id })
  await tell(user, shop, () => changeOrder(shop, remote, 'orders/cancelled', { cancelledAt: now() }))
  await poll()
  await settle(user)
  expect(await get(user, id)).toMatchObject({ status: 'cancelled', shopifyOrderId: null })
  expect(await doneByStore(user, id)).toEqual(['Cancelled'])
  await assertOrderInvariants(app, user)
  const [{ usedCount }] = (await user.call('GET', '/api/discount-codes')).body
  expect(usedCount).toBe(0)
})

test('an order that has shipped here is no longer canceled', async () => {
  const user = await makeCompany(app)
  const { id, shop, remote } = await pushedOrder(user)
  await become(user, id, 'paid')
  await become(user, id, 'shipped')
  await tell(user, shop, () => changeOrder(shop, remote, 'orders/cancelled', { cancelledAt: now() }))
  expect(await statusOf(user, id)).toBe('shipped')
})

test('without webhooks, polling finds the same, page by page, and calls no store without orders of ours', async () => {
  const [user, other] = [await makeCompany(app), await makeCompany(app)]
  const { id, shop, remote } = await pushedOrder(user)
  const stranger = await stores.connect(other)
  // More than a page of orders that are not ours come first.
  const others = Array.from({ length: 70 }, (_, n) => ({ ...remote, id: `gid://shopify/Order/${n}` }))
  shop.orders = [...others, remote]
  changeOrder(shop, remote, 'orders/paid', paid)
  await poll()
  await poll()
  await workUntilDone(user)
  expect(await statusOf(user, id)).toBe('paid')
  changeOrder(shop, remote, 'orders/fulfilled', fulfilled)
  await poll()
  await workUntilDone(user)
  expect(await statusOf(user, id)).toBe('shipped')
  expect(await doneByStore(user, id)).toEqual(['Shipped', 'Paid', '$855.50 (Shopify)'])
  expect(stores.asked.filter((line) => line.startsWith(`${stranger.key} `))).toEqual([])
  // A scheduled check that finds nothing writes no entry.
  expect((await user.call('GET', '/api/shopify/logs')).body).toHaveLength(1)
})

test('a change to an order before its lost answer was found is not missed', async () => {
  const user = await makeCompany(app)
  const { shop, remote } = await pushedOrder(user)
  shop.searchLag = 1
  let looked = false
  stores.fail(shop, (operation) => {
    if (operation === 'orderCreate' && shop.orders.length === 1) return 'dropped'
    return operation === 'orderByIdentifier' && !looked ? 'unavailable' : null
  })
  const { id } = await takeOrder(user)
  const pushing = user.call('POST', `/api/orders/${id}/push-to-shopify`)
  while (shop.orders.length < 2) await work()
  changeOrder(shop, shop.orders[1]!, 'orders/paid', paid)
  changeOrder(shop, remote, 'orders/updated', {})
  remote.updatedAt = new Date(Date.now() + 3_600_000).toISOString()
  await poll()
  const looks = `SELECT FROM shopify_operations WHERE company_id = $1 AND kind = 'orders.look' AND state <> 'done'`
  do await work()
  while ((await app.rows(looks, [user.companyId])).length > 0)
  looked = true
  await workUntil(pushing)
  expect(await statusOf(user, id)).toBe('paid')
  await poll()
  await settle(user)
  expect(await statusOf(user, id)).toBe('paid')
})

describe('order timeline', () => {
  const { workUntilDone, workUntil } = stores
  const { take, push, recreate, cancel, edit, atStore } = storeOrderCalls(stores)

  /** The entries about Shopify in the order's timeline, latest first, each after the name of the user who requested it. */
  async function told(user: TestUser, id: number): Promise<string[]> {
    const { body } = await user.call('GET', `/api/orders/${id}/timeline`)
    return (body as ActivityEntry[]).flatMap(({ activity, actorName, changes }) =>
      activity === 'order.shopify' ? [`${actorName}: ${changes[0]!.to}`] : [],
    )
  }

  test('the order’s timeline has what was done in Shopify, with the user who requested it', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const { id } = await take(user)
    stores.fail(shop, inTurn(['orderCreate', 'userError']))
    await push(user, id)
    await push(user, id)
    await edit(user, id, { notes: 'By Friday.' })
    await push(user, id)
    expect((await recreate(user, id)).status).toBe(200)
    stores.fail(shop, inTurn(['orderCancel', 'userError']))
    await cancel(user, id)
    await workUntilDone(user)
    const { operation } = await atStore(user, id)
    await workUntil(user.call('POST', `/api/shopify/operations/${operation.id}/retry`))
    const [first, second] = shop.orders.map(({ name }) => name)
    expect(await told(user, id)).toEqual([
      'Test User: Canceled in Shopify',
      'Test User: Couldn’t cancel in Shopify: The store refuses this today.',
      `Test User: Recreated in Shopify as ${second}. ${first} was canceled.`,
      'Test User: Updated in Shopify',
      `Test User: Sent to Shopify as ${first}`,
      'Test User: Couldn’t send to Shopify: The store refuses this today.',
    ])
  })

  test('an order counts as being sent only while it is sent, and as waiting before', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const { id } = await take(user)
    const words = async () => (await atStore(user, id)).operation?.message
    const pushing = user.call('POST', `/api/orders/${id}/push-to-shopify`)
    while ((await atStore(user, id)).operation === null) await setTimeout(5)
    expect(await words()).toBe('Waiting to send to Shopify')
    let sending: string | undefined
    stores.fail(shop, async (operation) => {
      if (operation === 'orderCreate') sending = await words()
      return null
    })
    await workUntil(pushing)
    expect(sending).toBe('Sending to Shopify…')
  })
})
