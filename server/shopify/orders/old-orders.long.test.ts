import { changeOrder } from '@trunkshow/practice-store/orders.ts'
import type { Shop } from '@trunkshow/practice-store/shop.ts'
import { inTurn } from '@trunkshow/practice-store/testing/faults.ts'
import { describe, expect, test } from 'vitest'
import { databaseOf } from '../../platform/db/transaction.ts'
import { openFiles } from '../../platform/files/storage.ts'
import { startTestApp } from '../../test/app.ts'
import { makeCompany, type TestUser } from '../../test/factories.ts'
import { storeOrderCalls } from '../../test/store-orders.ts'
import { startTestStores } from '../../test/stores.ts'
import { runOperations } from '../jobs.ts'
import { pollStores } from '../webhooks/poll-stores.ts'

const app = startTestApp()
const stores = startTestStores(app)
const { work, workUntilDone, workUntil } = stores
const { take, push, recreate, cancel, edit, get, atStore, logs } = storeOrderCalls(stores)

const DAY = 24 * 3_600_000
const withoutAll = ['write_orders', 'write_products', 'write_discounts', 'write_customers']
const hidden =
  'This order is more than 60 days old, and Shopify only shows those to apps with read_all_orders. Add the permission in Shopify, then try again.'
const isOpen = ({ orders }: Shop) => orders.map(({ cancelledAt }) => cancelledAt === null)

/** An order pushed that many days ago, to a store whose app may see all orders or not. */
async function pushedBefore(days: number, scopes = withoutAll) {
  const user = await makeCompany(app)
  const shop = await stores.connect(user, { scopes, clock: -days * DAY })
  const order = await take(user)
  await push(user, order.id)
  shop.clock = 0
  return { user, shop, id: order.id }
}

describe('an order that Shopify hides for its age', () => {
  test('is not pushed again, recreated or called deleted, and nothing is changed here', async () => {
    const { user, shop, id } = await pushedBefore(61)
    const before = await get(user, id)
    await edit(user, id, { notes: 'By Friday.' })
    expect(await push(user, id)).toMatchObject({ status: 409, body: { message: hidden } })
    expect(await recreate(user, id)).toMatchObject({ status: 409, body: { message: hidden } })
    expect(await push(user, id)).toMatchObject({ status: 409, body: { message: hidden } })
    expect(await get(user, id)).toMatchObject({ shopifyOrderId: before.shopifyOrderId, status: 'pending' })
    expect((await atStore(user, id)).changed).toBe('details')
    expect(isOpen(shop)).toEqual([true])
    // With the permission, the same order continues.
    shop.scopes = [...withoutAll, 'read_all_orders']
    expect((await push(user, id)).status).toBe(200)
    expect(shop.orders).toMatchObject([{ input: { note: 'By Friday.' } }])
  })

  test('is not reported as canceled in Shopify, and is canceled there once the app may see it', async () => {
    const { user, shop, id } = await pushedBefore(61)
    await cancel(user, id)
    await workUntilDone(user)
    const { operation } = await atStore(user, id)
    expect(operation).toMatchObject({ kind: 'order.cancel', state: 'failed', message: hidden })
    expect(isOpen(shop)).toEqual([true])
    shop.scopes = [...withoutAll, 'read_all_orders']
    await workUntil(user.call('POST', `/api/shopify/operations/${operation.id}/retry`))
    expect(isOpen(shop)).toEqual([false])
  })

  test('is followed again as soon as the app may see it', async () => {
    const { user, shop, id } = await pushedBefore(61)
    const poll = async () => {
      await pollStores({ config: app.config, db: databaseOf(app.pool) })
      await workUntilDone(user)
    }
    changeOrder(shop, shop.orders[0]!, 'orders/paid', { displayFinancialStatus: 'PAID' })
    await poll()
    expect(await get(user, id)).toMatchObject({ status: 'pending', shopifyOrderId: shop.orders[0]!.id })
    shop.scopes = [...withoutAll, 'read_all_orders']
    await poll()
    expect(await get(user, id)).toMatchObject({ status: 'paid' })
  })

  test('is explained in the log when Shopify reports a change', async () => {
    const { user, id } = await pushedBefore(61)
    await app.rows(
      `INSERT INTO shopify_operations (company_id, kind, entity_type, entity_id, subject_name, attempt_key)
       VALUES ($1, 'order.look', 'order at the store', $2, 'Order ' || $2::int, 'look ' || $2::int)`,
      [user.companyId, id],
    )
    await workUntilDone(user)
    expect((await logs(user, id))[0]).toMatchObject({
      operation: 'order.look',
      status: 'failed',
      message: hidden,
    })
  })

  test('is not created again if its answer was lost that long ago', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user, { scopes: withoutAll, clock: -61 * DAY })
    stores.fail(shop, inTurn(['orderCreate', 'dropped']))
    const { id } = await take(user)
    const pushing = user.call('POST', `/api/orders/${id}/push-to-shopify`)
    while (shop.orders.length === 0) await work()
    await app.rows(
      `UPDATE shopify_operations SET state = 'failed', created_at = now() - interval '61 days' WHERE company_id = $1`,
      [user.companyId],
    )
    await pushing
    shop.clock = 0
    expect(await push(user, id)).toMatchObject({ status: 409, body: { message: hidden } })
    expect(shop.orders).toHaveLength(1)
    shop.scopes = [...withoutAll, 'read_all_orders']
    expect((await push(user, id)).body.shopifyOrderId).toBe(shop.orders[0]!.id)
    expect(shop.orders).toHaveLength(1)
  })

  test('stays unknown while its outcome cannot be checked', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user, { scopes: withoutAll, clock: -61 * DAY })
    stores.fail(shop, inTurn(['orderCreate', 'dropped']))
    const { id } = await take(user)
    const pushing = user.call('POST', `/api/orders/${id}/push-to-shopify`)
    while (shop.orders.length === 0) await work()
    await app.rows(
      `UPDATE shopify_operations SET created_at = now() - interval '61 days' WHERE company_id = $1`,
      [user.companyId],
    )
    shop.clock = 0
    for (let looks = 1; looks <= 8; looks++) await work()
    expect((await atStore(user, id)).operation).toMatchObject({ state: 'unknown', message: hidden })
    shop.scopes = [...withoutAll, 'read_all_orders']
    expect((await workUntil(pushing)).body).toMatchObject({
      state: 'done',
      shopifyOrderId: shop.orders[0]!.id,
    })
    expect(shop.orders).toHaveLength(1)
  })
})

describe('an order that Shopify does not have', () => {
  test.each([
    ['younger than 60 days', 58, withoutAll],
    ['older, in a store whose app sees all orders', 61, [...withoutAll, 'read_all_orders']],
  ])('and that is %s counts as deleted there', async (_, days, scopes) => {
    const { user, shop, id } = await pushedBefore(days, scopes)
    shop.orders = []
    expect((await push(user, id)).body.message).toContain('no longer exists')
    expect((await push(user, id)).status).toBe(200)
    expect(isOpen(shop)).toEqual([true])
    await cancel(user, id)
    shop.orders = []
    await workUntilDone(user)
    expect((await atStore(user, id)).operation).toMatchObject({ kind: 'order.cancel', state: 'done' })
  })

  test('at the margin of 60 days counts as hidden', async () => {
    const { user, shop, id } = await pushedBefore(59.5)
    shop.orders = []
    expect(await push(user, id)).toMatchObject({ status: 409, body: { message: hidden } })
  })

  test('is created in another store, however old its copy in the first store is', async () => {
    const { user, shop, id } = await pushedBefore(61)
    await app.rows(
      `UPDATE shopify_operations SET created_at = now() - interval '61 days' WHERE company_id = $1`,
      [user.companyId],
    )
    const second = await stores.connect(user, { scopes: withoutAll })
    expect((await push(user, id)).body.shopifyOrderId).toBe(second.orders[0]!.id)
    // The first one, connected again, may hold it still.
    const { key, clientId, clientSecret } = shop
    const again = { kind: 'app', address: `${key}.myshopify.com`, clientId, clientSecret }
    await user.call('PUT', '/api/shopify/store', again)
    expect(await push(user, id)).toMatchObject({ status: 409, body: { message: hidden } })
    expect(isOpen(shop)).toEqual([true])
  })
})

describe('a store whose app may not see all orders', () => {
  test('is connected and takes orders, and says what is missing and why', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user, { scopes: withoutAll })
    const { body } = await user.call('POST', '/api/shopify/test')
    expect(body).toMatchObject({ ok: false, missingScopes: ['read_all_orders'] })
    expect(body.message).toBe(
      'The app needs permission to see orders older than 60 days. In Shopify, add read_all_orders to its access scopes, install it again, then test the connection. Until then, orders older than 60 days can’t be updated, recreated, or canceled in Shopify, and we can’t see their changes in Shopify.',
    )
    expect((await user.call('GET', '/api/shopify/store')).body).toMatchObject({
      connected: true,
      missingScopes: ['read_all_orders'],
    })
    const { id } = await take(user)
    await push(user, id)
    expect((await push(user, id)).status).toBe(200)
    await recreate(user, id)
    await cancel(user, id)
    await workUntilDone(user)
    expect(isOpen(shop)).toEqual([false, false])
  })
})

describe('a search that lags by five minutes', () => {
  /** Works as time passes: the store's clock moves on by what the operation waits for. */
  async function workThroughTime(user: TestUser, shop: Shop) {
    const ctx = { config: app.config, db: databaseOf(app.pool), files: await openFiles(app.config) }
    for (;;) {
      await runOperations(ctx)
      const [open] = await app.rows<{ wait: number }>(
        `SELECT greatest(0, extract(epoch FROM next_try_at - now()))::float AS wait FROM shopify_operations
         WHERE company_id = $1 AND state IN ('queued', 'sending', 'unknown')`,
        [user.companyId],
      )
      if (!open) return
      shop.clock += open.wait * 1000
      await app.rows('UPDATE shopify_operations SET next_try_at = now() WHERE company_id = $1', [
        user.companyId,
      ])
    }
  }

  test.each([
    ['push', 'push-to-shopify'],
    ['recreation', 'cancel-and-recreate-shopify'],
  ])('causes no second order after a %s whose answer was lost', async (kind, call) => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user, { searchDelay: 5 * 60_000 })
    const { id } = await take(user)
    if (kind === 'recreation') await push(user, id)
    const before = shop.orders.length
    stores.fail(shop, inTurn(['orderCreate', 'dropped']))
    const asking = user.call('POST', `/api/orders/${id}/${call}`)
    while ((await atStore(user, id)).operation?.state !== 'queued' && shop.orders.length === before)
      await new Promise((done) => setImmediate(done))
    await workThroughTime(user, shop)
    expect((await asking).body).toMatchObject({ state: 'done', shopifyOrderId: shop.orders.at(-1)!.id })
    expect(shop.orders).toHaveLength(before + 1)
    expect(isOpen(shop).filter(Boolean)).toHaveLength(1)
  })
})

test('an order in Shopify that already has the metafield’s value is the one that was sent, and is adopted', async () => {
  const user = await makeCompany(app)
  const shop = await stores.connect(user)
  stores.fail(
    shop,
    inTurn(
      ['orderCreate', 'dropped'],
      ...Array.from({ length: 7 }, () => ['orderByIdentifier', 'unavailable'] as [string, 'unavailable']),
    ),
  )
  const { id } = await take(user)
  const pushing = user.call('POST', `/api/orders/${id}/push-to-shopify`)
  while (shop.orders.length === 0) await work()
  // As if all lookups had found nothing.
  await app.rows(`UPDATE shopify_operations SET state = 'queued' WHERE company_id = $1`, [user.companyId])
  expect((await workUntil(pushing)).body).toMatchObject({ state: 'done', shopifyOrderId: shop.orders[0]!.id })
  expect(shop.orders).toHaveLength(1)
})

test('the metafield is defined once for each store, and again if the store has lost it', async () => {
  const user = await makeCompany(app)
  const shop = await stores.connect(user)
  const made = () => stores.asked.filter((line) => line === `${shop.key} metafieldDefinitionCreate`).length
  stores.fail(shop, inTurn(['metafieldDefinitionCreate', 'dropped']))
  for (let orders = 1; orders <= 2; orders++) await push(user, (await take(user)).id)
  expect([made(), shop.definitions.length, shop.orders.length]).toEqual([2, 1, 2])
  shop.definitions = []
  const { id } = await take(user)
  expect((await push(user, id)).status).toBe(409)
  expect((await push(user, id)).status).toBe(200)
  expect([shop.definitions.length, shop.orders.length]).toEqual([1, 3])
})
