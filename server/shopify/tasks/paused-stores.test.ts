import {
  type Fault,
  inTurn,
  type Refused,
  type StatusFault,
} from '@trunkshow/practice-store/testing/faults.ts'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { makeCompany } from '../../test/factories.ts'
import { storeOrderCalls } from '../../test/store-orders.ts'
import { startTestStores } from '../../test/stores.ts'

const app = startTestApp()
const stores = startTestStores(app)
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
  expect((await workUntil(pushing)).body).toMatchObject({ state: 'done', shopifyOrderId: shop.orders[0]!.id })
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
