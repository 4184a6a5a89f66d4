import { changeOrder, useTill } from '@trunkshow/practice-store/orders.ts'
import type { Node, Shop } from '@trunkshow/practice-store/shop.ts'
import { inTurn } from '@trunkshow/practice-store/testing/faults.ts'
import { signWebhook } from '@trunkshow/practice-store/webhooks.ts'
import { describe, expect, test } from 'vitest'
import { databaseOf } from '../../platform/db/transaction.ts'
import { startTestApp } from '../../test/app.ts'
import { makeCompany, type TestUser } from '../../test/factories.ts'
import { findMoneyFaults } from '../../test/invariants.ts'
import { storeOrderCalls } from '../../test/store-orders.ts'
import { startTestStores } from '../../test/stores.ts'
import { pollStores } from '../webhooks/poll-stores.ts'

const app = startTestApp()
const stores = startTestStores(app)
const { workUntilDone } = stores
const { take, push, recreate, cancel, edit, get, atStore } = storeOrderCalls(stores)

type Receipt = Parameters<typeof useTill>[2]

const add = async (user: TestUser, id: number, kind: 'payment' | 'refund', amount: string) =>
  expect(
    (await user.call('POST', `/api/orders/${id}/entries`, { kind, amount, method: 'cash' })).status,
  ).toBe(201)

/** Lets the schedule find what changed in the store, and the worker end what that leads to. */
async function look(user: TestUser) {
  await pollStores({ config: app.config, db: databaseOf(app.pool) })
  await workUntilDone(user)
}

/** An order in the store that costs $855.50, of which this was received before it was sent. */
async function sentOrder({ paid = '', ...options }: { paid?: string } & Partial<Shop> = {}) {
  const user = await makeCompany(app)
  const shop = await stores.connect(user, options)
  const { id } = await take(user)
  if (paid) await add(user, id, 'payment', paid)
  expect((await push(user, id)).body.state).toBe('done')
  const remote = shop.orders[0]!
  return { user, shop, id, remote, till: (receipt: Receipt) => useTill(shop, remote, receipt) }
}

/** The amounts of an order's entries, those of Shopify with its name. */
async function entriesOf(user: TestUser, id: number): Promise<string[]> {
  const { money } = await get(user, id)
  expect(await findMoneyFaults(app, user)).toEqual([])
  return money.entries.map(({ amount, provider }: Record<string, string>) =>
    [amount, provider].filter(Boolean).join(' '),
  )
}

const transactionsOf = ({ transactions = [] }: Node) =>
  (transactions as { kind: string; amountSet: { shopMoney: { amount: string } } }[]).map(
    ({ kind, amountSet }) => `${kind} ${amountSet.shopMoney.amount}`,
  )

test.each<[string, Receipt[], string[], string]>([
  ['a deposit', [{ cents: 25_000 }], ['250.00 shopify'], 'pending'],
  ['the rest of it', [{ cents: 25_000 }, { cents: 60_550 }], ['250.00 shopify', '605.50 shopify'], 'paid'],
  ['cash', [{ cents: 85_550, gateway: 'manual', manual: true }], ['855.50 shopify'], 'paid'],
  [
    'a card that was charged',
    [
      { cents: 85_550, kind: 'AUTHORIZATION' },
      { cents: 85_550, kind: 'CAPTURE' },
    ],
    ['855.50 shopify'],
    'paid',
  ],
  ['a card that was only authorized', [{ cents: 85_550, kind: 'AUTHORIZATION' }], [], 'pending'],
  [
    'one that was released',
    [
      { cents: 85_550, kind: 'AUTHORIZATION' },
      { cents: 85_550, kind: 'VOID' },
    ],
    [],
    'pending',
  ],
  [
    'change, a failure, and one on its way',
    [
      { cents: 500, kind: 'CHANGE' },
      { cents: 85_550, status: 'FAILURE' },
      { cents: 85_550, status: 'PENDING' },
    ],
    [],
    'pending',
  ],
  ['a tip', [{ cents: 90_550 }], ['905.50 shopify'], 'paid'],
  [
    'a refund',
    [{ cents: 85_550 }, { cents: 5_550, kind: 'REFUND' }],
    ['855.50 shopify', '-55.50 shopify'],
    'paid',
  ],
  [
    'a refund that is listed before its payment',
    [{ cents: 5_550, kind: 'REFUND' }, { cents: 85_550 }],
    ['855.50 shopify', '-55.50 shopify'],
    'paid',
  ],
])('%s at the store’s till', async (_, receipts, entries, status) => {
  const { user, id, till } = await sentOrder()
  for (const receipt of receipts) till(receipt)
  await look(user)
  expect(await entriesOf(user, id)).toEqual(entries)
  expect((await get(user, id)).status).toBe(status)
  await look(user)
  expect(await entriesOf(user, id)).toEqual(entries)
  expect((await atStore(user, id)).untold).toBe('0.00')
})

test('thirty payments are thirty entries', async () => {
  const { user, id, till } = await sentOrder()
  for (let at = 1; at <= 30; at++) till({ cents: at })
  await look(user)
  expect(await entriesOf(user, id)).toHaveLength(30)
})

test('an order of an earlier currency of the store has no entries', async () => {
  const { user, shop, id, till } = await sentOrder()
  shop.currency = 'CAD'
  till({ cents: 85_550 })
  shop.currency = 'USD'
  await look(user)
  expect(await entriesOf(user, id)).toEqual([])
})

test('webhooks that come twice, late and out of order record each transaction once', async () => {
  const { user, shop, id, till } = await sentOrder({ paid: '100' })
  till({ cents: 25_000 })
  till({ cents: 50_550 })
  till({ cents: 5_000, kind: 'REFUND' })
  const sent = shop.events.map((event) => signWebhook(shop, event))
  for (const { headers, body } of [...sent].reverse().concat(sent))
    await app.call('POST', '/api/shopify/webhooks', body, headers)
  const waits = `SELECT FROM shopify_webhooks WHERE company_id = $1 AND handled_at IS NULL`
  do await stores.work()
  while ((await app.rows(waits, [user.companyId])).length > 0)
  await workUntilDone(user)
  expect(await entriesOf(user, id)).toEqual(['100.00', '250.00 shopify', '505.50 shopify', '-50.00 shopify'])
})

describe('what was received before an order is sent', () => {
  test.each([
    ['', 'PENDING', []],
    ['250', 'PARTIALLY_PAID', ['SALE 250.0']],
    ['855.50', 'PAID', ['SALE 855.5']],
    ['900', 'PAID', ['SALE 855.5']],
  ])('%j goes along as %s', async (paid, status, transactions) => {
    const { user, id, remote } = await sentOrder({ paid })
    expect(remote.displayFinancialStatus).toBe(status)
    expect(transactionsOf(remote)).toEqual(transactions)
    await look(user)
    expect(await entriesOf(user, id)).toHaveLength(paid ? 1 : 0)
    expect((await atStore(user, id)).untold).toBe(paid === '900' ? '44.50' : '0.00')
  })

  test('is not counted again after a lost answer, nor is what was recorded and paid since lost', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    stores.fail(shop, inTurn(['orderCreate', 'dropped']))
    const { id } = await take(user)
    await add(user, id, 'payment', '250')
    const pushing = user.call('POST', `/api/orders/${id}/push-to-shopify`)
    while (shop.orders.length === 0) await stores.work()
    await add(user, id, 'payment', '100')
    useTill(shop, shop.orders[0]!, { cents: 30_000 })
    await stores.workUntil(pushing)
    await look(user)
    expect(shop.orders).toHaveLength(1)
    expect(await entriesOf(user, id)).toEqual(['250.00', '100.00', '300.00 shopify'])
    expect((await atStore(user, id)).untold).toBe('100.00')
  })

  test('pays the rest while it is sent: then it is marked as paid', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const { id } = await take(user)
    stores.fail(shop, async (operation) => {
      if (operation === 'orderCreate') await add(user, id, 'payment', '855.50')
      return null
    })
    await push(user, id)
    await workUntilDone(user)
    expect(transactionsOf(shop.orders[0]!)).toEqual(['SALE 855.5'])
    expect(shop.orders[0]!.displayFinancialStatus).toBe('PAID')
    expect(await entriesOf(user, id)).toEqual(['855.50'])
  })

  test('goes along with a recreated order too, with what the till took for the one before', async () => {
    const { user, shop, id, till } = await sentOrder({ paid: '100' })
    till({ cents: 25_000 })
    expect((await recreate(user, id)).status).toBe(200)
    expect(transactionsOf(shop.orders[1]!)).toEqual(['SALE 350.0'])
    useTill(shop, shop.orders[1]!, { cents: 10_000 })
    till({ cents: 5_000, kind: 'REFUND' }) // of the one that was replaced
    await look(user)
    expect(await entriesOf(user, id)).toEqual([
      '100.00',
      '250.00 shopify',
      '-50.00 shopify',
      '100.00 shopify',
    ])
    expect((await atStore(user, id)).untold).toBe('-50.00')
  })
})

describe('an order that is paid after it was sent', () => {
  const marksOf = (shop: Shop) => stores.asked.filter((line) => line === `${shop.key} orderMarkAsPaid`).length

  test('says what Shopify doesn’t know, and is marked as paid there, once, when nothing is due', async () => {
    const { user, shop, id, remote } = await sentOrder({ paid: '250' })
    await add(user, id, 'payment', '100')
    await workUntilDone(user)
    expect(await atStore(user, id)).toMatchObject({ untold: '100.00' })
    expect(marksOf(shop)).toBe(0)
    await add(user, id, 'payment', '505.50')
    await look(user)
    await look(user)
    expect(transactionsOf(remote)).toEqual(['SALE 250.0', 'SALE 605.5'])
    expect(marksOf(shop)).toBe(1)
    expect(await entriesOf(user, id)).toEqual(['250.00', '100.00', '505.50'])
    expect((await atStore(user, id)).untold).toBe('0.00')
    const timeline = (await user.call('GET', `/api/orders/${id}/timeline`)).body
    expect(JSON.stringify(timeline)).toContain('Marked as paid in Shopify')
  })

  test.each(['dropped', 'unavailable', 'throttled', 'cut'] as const)(
    'is marked once if that is %s, also when its payments are corrected before the next try',
    async (fault) => {
      const { user, shop, id, remote } = await sentOrder()
      stores.fail(shop, inTurn(['orderMarkAsPaid', fault]))
      await add(user, id, 'payment', '855.50')
      while (marksOf(shop) === 0) await stores.work()
      if (fault === 'dropped') {
        const [{ id: corrects }] = (await get(user, id)).money.entries
        await user.call('POST', `/api/orders/${id}/entries`, { kind: 'correction', amount: '800', corrects })
      }
      await look(user)
      expect(transactionsOf(remote)).toEqual(['SALE 855.5'])
      expect(await entriesOf(user, id)).toEqual(fault === 'dropped' ? ['855.50', '-55.50'] : ['855.50'])
      expect((await atStore(user, id)).untold).toBe(fault === 'dropped' ? '-55.50' : '0.00')
    },
  )

  test('is left if it says PAID, has another price there, or a card waits to be charged', async () => {
    for (const change of ['paid', 'price', 'card']) {
      const { user, shop, id, till, remote } = await sentOrder()
      if (change === 'paid') changeOrder(shop, remote, 'orders/paid', { displayFinancialStatus: 'PAID' })
      if (change === 'card') till({ cents: 85_550, kind: 'AUTHORIZATION' })
      if (change === 'price')
        await edit(user, id, { products: [{ productId: (await get(user, id)).productId, quantity: 2 }] })
      await add(user, id, 'payment', (await get(user, id)).money.due)
      await look(user)
      expect(marksOf(shop), change).toBe(0)
    }
  })

  test('at the till, after a part was recorded here, has the rest as an entry, and is marked as paid', async () => {
    const { user, id, till, remote } = await sentOrder()
    await add(user, id, 'payment', '250')
    till({ cents: 60_550 })
    await look(user)
    expect(transactionsOf(remote)).toEqual(['SALE 605.5', 'SALE 250.0'])
    expect(await entriesOf(user, id)).toEqual(['250.00', '605.50 shopify'])
  })

  test('by hand in Shopify, after a part was recorded here, has the rest as an entry', async () => {
    const { user, id, till } = await sentOrder()
    await add(user, id, 'payment', '250')
    till({ cents: 85_550, gateway: 'manual', manual: true })
    await look(user)
    expect(await entriesOf(user, id)).toEqual(['250.00', '605.50 shopify'])
    expect((await get(user, id)).money.state).toBe('paid')
  })
})

test('a refund recorded here is settled by the same refund in Shopify, and one in Shopify is an entry', async () => {
  const { user, id, till } = await sentOrder({ paid: '250' })
  await add(user, id, 'refund', '50')
  expect((await atStore(user, id)).untold).toBe('-50.00')
  till({ cents: 5_000, kind: 'REFUND', gateway: 'Trunkshow', manual: true })
  await look(user)
  expect(await entriesOf(user, id)).toEqual(['250.00', '-50.00'])
  expect((await atStore(user, id)).untold).toBe('0.00')
  till({ cents: 2_000, kind: 'REFUND', gateway: 'Trunkshow', manual: true })
  await look(user)
  expect(await entriesOf(user, id)).toEqual(['250.00', '-50.00', '-20.00 shopify'])
})

test('a refund of an order that was canceled is an entry', async () => {
  const { user, id, till } = await sentOrder()
  till({ cents: 85_550 })
  await look(user)
  await cancel(user, id)
  await workUntilDone(user)
  till({ cents: 85_550, kind: 'REFUND' })
  await look(user)
  expect(await entriesOf(user, id)).toEqual(['855.50 shopify', '-855.50 shopify'])
})

test('an order that an earlier version recorded as paid gets no second entry, but what comes later', async () => {
  const { user, id, till } = await sentOrder()
  till({ cents: 85_550 })
  await app.rows(
    `UPDATE orders SET shopify_cents = NULL, shopify_transactions = '{}', shopify_seen = 'PAID UNFULFILLED ' WHERE id = $1`,
    [id],
  )
  await add(user, id, 'payment', '855.50')
  await look(user)
  expect(await entriesOf(user, id)).toEqual(['855.50'])
  till({ cents: 10_000, kind: 'REFUND' })
  await look(user)
  expect(await entriesOf(user, id)).toEqual(['855.50', '-100.00 shopify'])
})
