import { addProduct } from '@trunkshow/practice-store/products.ts'
import type { Shop } from '@trunkshow/practice-store/shop.ts'
import {
  type Fault,
  inTurn,
  type Refused,
  type StatusFault,
} from '@trunkshow/practice-store/testing/faults.ts'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { databaseOf } from '../../platform/db/transaction.ts'
import { enqueueOperation } from '../../platform/jobs/enqueue-operation.ts'
import { startTestApp } from '../../test/app.ts'
import { makeCompany, type TestUser } from '../../test/factories.ts'
import { storeOrderCalls } from '../../test/store-orders.ts'
import { startTestStores } from '../../test/stores.ts'

const app = startTestApp()
const stores = startTestStores(app)

/** Queues this many products of a company to be sent to its store. */
async function queuePushes(user: TestUser, count: number): Promise<Shop> {
  const shop = await stores.connect(user)
  await addPushes(user, count)
  return shop
}

async function addPushes(user: TestUser, count: number) {
  const { companyId, id: userId } = user
  for (let n = 0; n < count; n++) {
    const name = `Coat ${n}`
    const { body } = await user.call('POST', '/api/products', { name, basePrice: '10' })
    const wanted = { companyId, userId, kind: 'product.push', entityId: body.id, subjectName: name } as const
    await enqueueOperation(databaseOf(app.pool), wanted)
  }
}

const doneOf = async ({ companyId }: TestUser) => {
  const done = `SELECT FROM shopify_operations WHERE company_id = $1 AND state = 'done'`
  return (await app.rows(done, [companyId])).length
}

test('companies with queued operations take turns, so the last one does not wait for all others', async () => {
  const busy = await Promise.all(Array.from({ length: 5 }, () => makeCompany(app)))
  const shops = []
  for (const user of busy) shops.push(await queuePushes(user, 8))
  const late = await makeCompany(app)
  const lateShop = await queuePushes(late, 1)
  stores.asked.length = 0
  await stores.work()
  const sent = stores.asked.filter((line) => line.endsWith(' productSet'))
  expect(sent).toHaveLength(5 * 8 + 1)
  const before = sent.slice(0, sent.indexOf(`${lateShop.key} productSet`))
  for (const shop of shops) expect(before.filter((line) => line.startsWith(shop.key)).length).toBeLessThan(3)
})

test('a store that never answers delays no other company', { timeout: 60_000 }, async () => {
  const [stuck, other] = [await makeCompany(app), await makeCompany(app)]
  const shop = await queuePushes(stuck, 3)
  const otherShop = await stores.connect(other)
  const [reached, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<null>()]
  onTestFinished(() => answer.resolve(null))
  stores.fail(shop, () => {
    reached.resolve()
    return answer.promise
  })
  const run = stores.work()
  await reached.promise
  await addPushes(other, 3)
  await vi.waitFor(async () => expect(await doneOf(other)).toBe(3), { timeout: 30_000 })
  expect(await doneOf(stuck)).toBe(0)
  expect(otherShop.products).toHaveLength(3)
  answer.resolve(null)
  await run
  expect(await doneOf(stuck)).toBe(3)
})

const { work, workUntilDone } = stores

const askedOf = ({ key }: Shop) => stores.asked.filter((line) => line.startsWith(`${key} `))
const startSync = async (user: TestUser) =>
  (await user.call('POST', '/api/products/sync-shopify')).body.id as number
const readOperation = async (user: TestUser, id: number) =>
  (await user.call('GET', `/api/shopify/operations/${id}`)).body

test('a call whose token is renewed while another store is connected reaches neither store', async () => {
  const user = await makeCompany(app)
  const shop = await stores.connect(user)
  let other: Shop | undefined
  stores.fail(shop, async (operation) => {
    if (operation === 'token') return null
    other = await stores.connect(user)
    return 'expired' as const
  })
  const id = await startSync(user)
  while (!other) await work()
  expect(askedOf(shop)).toEqual([`${shop.key} productsCount`])
  expect(askedOf(other)).toEqual([])
  expect(await readOperation(user, id)).toMatchObject({
    state: 'failed',
    message: 'A different store was connected.',
  })
})

test('a process that has lost its lease sends nothing more, and the next one continues', async () => {
  const user = await makeCompany(app)
  const shop = await stores.connect(user)
  addProduct(shop, { title: 'Coat', variants: [{ price: '10' }] })
  const id = await startSync(user)
  let taken = false
  stores.fail(shop, async (operation) => {
    if (operation === 'token') return null
    const tries = `tries = tries + 1, state = 'unknown', held_until = now() + interval '1 minute'`
    if (!taken) await app.rows(`UPDATE shopify_operations SET ${tries} WHERE id = $1`, [id])
    taken = true
    return null
  })
  while (!taken) await work()
  expect(askedOf(shop)).toEqual([`${shop.key} productsCount`])
  await app.rows('UPDATE shopify_operations SET held_until = now() WHERE id = $1', [id])
  await workUntilDone(user)
  expect(await readOperation(user, id)).toMatchObject({
    state: 'done',
    message: '1 product added, 0 changed.',
  })
})

describe('paused stores', () => {
  const { work, workUntilDone, workUntil } = stores
  const { take, push, edit, atStore, logs } = storeOrderCalls(stores)

  const tooMany = 'Shopify only takes a few orders a minute from trial stores. We’ll keep trying.'
  const inactive = expect.stringContaining('it’s paused, frozen, or locked')

  test.each<[string, Fault | Refused | StatusFault, unknown]>([
    ['a limit by the minute', 'tooManyAttempts', tooMany],
    ['SHOP_INACTIVE', 'inactive', inactive],
    ['SHOP_DORMANT', { userErrors: [{ field: null, message: 'Dormant', code: 'SHOP_DORMANT' }] }, inactive],
    ['402', { status: 402 }, inactive],
    ['423', { status: 423 }, inactive],
    ['430', { status: 430 }, inactive],
  ])('an order that meets %s waits, says why, and continues by itself', async (_, fault, message) => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    let isPaused = true
    stores.fail(shop, (operation) => (operation === 'orderCreate' && isPaused ? fault : null))
    const { id } = await take(user)
    const pushing = user.call('POST', `/api/orders/${id}/push-to-shopify`)
    const state = async () => (await atStore(user, id)).operation
    while ((await state())?.state !== 'queued' || (await logs(user, id)).length === 0) await work()
    for (let turns = 1; turns <= 3; turns++) await work()
    expect(await state()).toMatchObject({ state: 'queued', message })
    expect(await logs(user, id)).toMatchObject([{ status: 'queued', message }])
    isPaused = false
    expect((await workUntil(pushing)).body).toMatchObject({
      state: 'done',
      shopifyOrderId: shop.orders[0]!.id,
    })
    expect(shop.orders).toHaveLength(1)
  })

  test('a trial store gets five orders a minute; the others wait, and other companies continue', async () => {
    const [user, other] = [await makeCompany(app), await makeCompany(app)]
    const shop = await stores.connect(user, { ordersPerMinute: 5 })
    const elsewhere = await stores.connect(other)
    const ids: number[] = []
    for (let orders = 1; orders <= 7; orders++) ids.push((await take(user)).id)
    const pushes = ids.map((id) => user.call('POST', `/api/orders/${id}/push-to-shopify`))
    const waiting = `SELECT FROM shopify_operations WHERE company_id = $1 AND state = 'queued' AND last_error = $2`
    while ((await app.rows(waiting, [user.companyId, tooMany])).length < 2) await work()
    expect((await push(other, (await take(other)).id)).status).toBe(200)
    expect([shop.orders.length, elsewhere.orders.length]).toEqual([5, 1])
    shop.clock += 60_000
    await workUntilDone(user)
    for (const { status } of await Promise.all(pushes)) expect(status).toBeLessThan(300)
    expect(shop.orders).toHaveLength(7)
    for (const id of ids) expect((await atStore(user, id)).operation.state).toBe('done')
  })

  test('an update that meets a limit waits too', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const { id } = await take(user)
    await push(user, id)
    await edit(user, id, { notes: 'By Friday.' })
    stores.fail(shop, inTurn(['orderUpdate', 'tooManyAttempts']))
    expect((await push(user, id)).status).toBe(200)
    expect((await logs(user, id))[1]).toMatchObject({
      message: 'Shopify limits how often this can be changed. We’ll keep trying.',
    })
    expect(shop.orders).toMatchObject([{ input: { note: 'By Friday.' } }])
  })
})
