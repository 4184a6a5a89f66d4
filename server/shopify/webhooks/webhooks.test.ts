import { createHmac } from 'node:crypto'
import { addProduct, changeProduct, removeProduct } from '@trunkshow/practice-store/products.ts'
import type { Shop } from '@trunkshow/practice-store/shop.ts'
import {
  deletedPayload,
  orderPayload,
  privacyPayloads,
  productPayload,
  shopPayload,
  signWebhook,
  type Webhook,
} from '@trunkshow/practice-store/webhooks.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { databaseOf } from '../../platform/db/transaction.ts'
import { startTestApp, unique } from '../../test/app.ts'
import { makeCompany, type TestUser } from '../../test/factories.ts'
import { storeOrderCalls } from '../../test/store-orders.ts'
import { startTestStores } from '../../test/stores.ts'
import { pollStores } from './poll-stores.ts'

const app = startTestApp({ PUBLIC_URL: 'https://shows.test', TRUST_PROXY: 'on' })
const stores = startTestStores(app)
const { work, workUntilDone, workUntil } = stores
const { take, push } = storeOrderCalls(stores)

const deliver = ({ headers, body }: Webhook) => app.call('POST', '/api/shopify/webhooks', body, headers)
const poll = () => pollStores({ config: app.config, db: databaseOf(app.pool) })
const names = async (user: TestUser) =>
  (await user.call('GET', '/api/products')).body.map(({ name }: { name: string }) => name)

const waiting = async (users: TestUser[]) => {
  const companies = users.map(({ companyId }) => companyId)
  const sql = 'SELECT FROM shopify_webhooks WHERE company_id = ANY($1) AND handled_at IS NULL'
  return (await app.rows(sql, [companies])).length
}

/** Signed byte for byte. */
function signText(shop: Shop, topic: string, body: string): Webhook {
  const { headers } = signWebhook(shop, { topic, payload: {} })
  const hmac = createHmac('sha256', shop.clientSecret).update(body).digest('base64')
  return { body, headers: { ...headers, 'x-shopify-hmac-sha256': hmac } }
}

async function syncedShop(user: TestUser): Promise<Shop> {
  const shop = await stores.connect(user)
  addProduct(shop, { title: 'Coat', variants: [{ sku: 'C', price: '10' }] })
  await user.call('POST', '/api/products/sync-shopify')
  await workUntilDone(user)
  shop.events = []
  return shop
}

test('webhooks that arrive three times, out of order and late take effect once', async () => {
  const user = await makeCompany(app)
  const shop = await syncedShop(user)
  for (const title of ['Cape', 'Cloak', 'Mantle']) changeProduct(shop, shop.products[0]!, { title })
  addProduct(shop, { title: 'Shawl', variants: [{ sku: 'S', price: '20' }] })
  const sent = shop.events.map((event) => signWebhook(shop, event))
  const late = [...sent, ...[...sent].reverse(), ...sent]
  for (const webhook of late) expect((await deliver(webhook)).status).toBe(200)
  const kept = () =>
    app.rows('SELECT topic, handled_at IS NULL AS waits FROM shopify_webhooks WHERE company_id = $1', [
      user.companyId,
    ])
  expect(await kept()).toHaveLength(4)
  await work()
  await workUntilDone(user)
  expect(await names(user)).toEqual(['Mantle', 'Shawl'])
  while ((await kept()).some(({ waits }) => waits)) await work()
  const before = await app.rows('SELECT max(updated_at) FROM products WHERE company_id = $1', [
    user.companyId,
  ])
  // Replayed, and then once more under another id.
  for (const [at, webhook] of sent.entries()) {
    await deliver(webhook)
    await deliver(signWebhook(shop, shop.events[at]!))
  }
  await work()
  await workUntilDone(user)
  expect(await names(user)).toEqual(['Mantle', 'Shawl'])
  expect(
    await app.rows('SELECT max(updated_at) FROM products WHERE company_id = $1', [user.companyId]),
  ).toEqual(before)
})

test('a forged webhook is refused and leaves nothing behind', async () => {
  const [user, other] = [await makeCompany(app), await makeCompany(app)]
  const shop = await syncedShop(user)
  const stranger = await stores.connect(other)
  changeProduct(shop, shop.products[0]!, { title: 'Forged' })
  const real = signWebhook(shop, shop.events[0]!)
  const forged: Webhook[] = [
    { ...real, body: real.body.replace('Forged', 'forged') },
    { ...real, body: `${real.body} ` },
    { ...real, headers: { ...real.headers, 'x-shopify-hmac-sha256': 'AAAA' } },
    { ...real, headers: { ...real.headers, 'x-shopify-hmac-sha256': '' } },
    { ...real, headers: { ...real.headers, 'x-shopify-shop-domain': `${stranger.key}.myshopify.com` } },
    { ...real, headers: { ...real.headers, 'x-shopify-shop-domain': 'practice' } },
    { ...real, headers: { ...real.headers, 'x-shopify-webhook-id': '' } },
    signWebhook({ ...shop, clientSecret: '' }, shop.events[0]!),
  ]
  for (const webhook of forged) expect((await deliver(webhook)).status).toBe(401)
  const companies = [user.companyId, other.companyId]
  expect(await app.rows('SELECT FROM shopify_webhooks WHERE company_id = ANY($1)', [companies])).toEqual([])
  const bare = Object.entries(real.headers).map(([name, value]) => [name.replace('x-', ''), value])
  expect((await deliver({ ...real, headers: Object.fromEntries(bare) })).status).toBe(200)
})

test('a webhook reaches its company although a hundred strangers entered its store’s address', async () => {
  const user = await makeCompany(app)
  const key = unique('shop')
  await app.rows(
    `WITH strangers AS (
       INSERT INTO companies (company_name) SELECT 'Stranger' FROM generate_series(1, 150) RETURNING id)
     INSERT INTO shopify_stores (company_id, kind, address, client_id, client_secret, enabled)
     SELECT id, 'app', $1, 'a', 'b', true FROM strangers`,
    [`${key}.myshopify.com`],
  )
  const shop = await stores.connect(user, { key, clientId: key })
  await user.call('POST', '/api/shopify/test')
  const payload = { admin_graphql_api_id: 'gid://shopify/Product/1' }
  expect((await deliver(signWebhook(shop, { topic: 'products/update', payload }))).status).toBe(200)
  expect(await waiting([user])).toBe(1)
})

test('a webhook is answered without calling the store, which may be slow', async () => {
  const user = await makeCompany(app)
  const shop = await syncedShop(user)
  stores.fail(shop, () => 'slow')
  changeProduct(shop, shop.products[0]!, { title: 'Cape' })
  const before = stores.asked.length
  expect((await deliver(signWebhook(shop, shop.events[0]!))).status).toBe(200)
  expect(stores.asked.length).toBe(before)
  stores.fail(shop, () => null)
})

test('a product that was deleted in Shopify stays here, and counts as one that was never there', async () => {
  const user = await makeCompany(app)
  const shop = await syncedShop(user)
  const [remote] = shop.products
  const deletion = { topic: 'products/delete', payload: deletedPayload(remote!) }
  const linked = async () => (await user.call('GET', '/api/products')).body[0].shopifyProductId
  // Reported too early, or by mistake: the store still has it, and what was changed here stays.
  const [{ id }] = (await user.call('GET', '/api/products')).body
  await user.call('PUT', `/api/products/${id}`, { name: 'My coat', basePrice: '12' })
  await deliver(signWebhook(shop, deletion))
  await work()
  await workUntilDone(user)
  expect(await linked()).toBe(remote!.id)
  expect(await names(user)).toEqual(['My coat'])
  removeProduct(shop, remote!)
  await deliver(signWebhook(shop, shop.events.at(-1)!))
  await work()
  await workUntilDone(user)
  expect(await names(user)).toEqual(['My coat'])
  expect(await linked()).toBeNull()
})

test('a deletion names the product only by its id, which may have more digits than a JavaScript number', async () => {
  const user = await makeCompany(app)
  const shop = await syncedShop(user)
  const [remote] = shop.products
  removeProduct(shop, remote!)
  const { body } = signWebhook(shop, shop.events.at(-1)!)
  expect(Object.keys(JSON.parse(body))).toEqual(['id'])
  const number = '788012345678901234'
  await app.rows('UPDATE products SET shopify_product_id = $2 WHERE company_id = $1', [
    user.companyId,
    `gid://shopify/Product/${number}`,
  ])
  await deliver(signText(shop, 'products/delete', `{"id": ${number}}`))
  await work()
  await workUntilDone(user)
  const [product] = (await user.call('GET', '/api/products')).body
  expect(product).toMatchObject({ name: 'Coat', shopifyProductId: null })
})

test('every topic that is subscribed to, or required by privacy laws, is accepted with its whole payload', async () => {
  const user = await makeCompany(app)
  const shop = await syncedShop(user)
  const order = await take(user)
  await push(user, order.id)
  const remote = shop.orders[0]!
  const told = [
    ...['orders/updated', 'orders/cancelled', 'orders/paid', 'orders/fulfilled'].map((topic) => ({
      topic,
      payload: orderPayload(shop, remote),
    })),
    { topic: 'products/update', payload: productPayload(shop.products[0]!) },
    { topic: 'products/delete', payload: deletedPayload(shop.products[0]!) },
    { topic: 'app/uninstalled', payload: shopPayload(shop) },
    ...Object.entries(privacyPayloads(shop)).map(([topic, payload]) => ({ topic, payload })),
  ]
  for (const event of told) expect((await deliver(signWebhook(shop, event))).status).toBe(200)
  const kept = await app.rows('SELECT topic, remote_id AS id FROM shopify_webhooks WHERE company_id = $1', [
    user.companyId,
  ])
  const idOf = new Map(kept.map(({ topic, id }) => [topic, id]))
  expect(idOf.size).toBe(told.length)
  for (const { topic } of told)
    expect(idOf.get(topic)).toBe(
      topic.startsWith('orders/') ? remote.id : topic.startsWith('products/') ? shop.products[0]!.id : null,
    )
  await work()
  await workUntilDone(user)
  while ((await waiting([user])) > 0) await work()
})

test('polling finds what was deleted in Shopify, a page at a time, with the same result as a webhook', async () => {
  const user = await makeCompany(app)
  const shop = await stores.connect(user)
  for (let n = 0; n < 103; n++)
    addProduct(shop, { title: `Coat ${n}`, variants: [{ sku: `C${n}`, price: '10' }] })
  await user.call('POST', '/api/products/sync-shopify')
  await workUntilDone(user)
  const gone = [shop.products[0]!, shop.products[101]!]
  for (const product of gone) removeProduct(shop, product)
  const linked = () =>
    app.rows(`SELECT FROM products WHERE company_id = $1 AND shopify_product_id IS NOT NULL AND is_active`, [
      user.companyId,
    ])
  const polled = async () => {
    await poll()
    await workUntilDone(user)
    return (await linked()).length
  }
  expect(await polled()).toBe(102)
  expect(await polled()).toBe(101)
  expect((await user.call('GET', '/api/products?limit=200')).body).toHaveLength(103)
  removeProduct(shop, shop.products[0]!)
  expect(await polled()).toBe(100)
  // A sync that a user starts checks all of them.
  removeProduct(shop, shop.products.at(-1)!)
  removeProduct(shop, shop.products[0]!)
  await user.call('POST', '/api/products/sync-shopify')
  await workUntilDone(user)
  expect(await linked()).toHaveLength(98)
})

test('an app that was removed from the store must be reconnected; one that was not keeps working', async () => {
  const user = await makeCompany(app)
  const shop = await syncedShop(user)
  const mustReconnect = async () => (await user.call('GET', '/api/shopify/store')).body.mustReconnect
  await deliver(signWebhook(shop, { topic: 'app/uninstalled', payload: shopPayload(shop) }))
  await work()
  expect(await mustReconnect()).toBe(false)
  shop.tokens = {}
  shop.clientId = 'gone'
  await deliver(signWebhook(shop, { topic: 'app/uninstalled', payload: shopPayload(shop) }))
  await work()
  expect(await mustReconnect()).toBe(true)
})

test('a hundred reports that an app was removed cause one check, and delay no other company', async () => {
  const [stranger, user] = [await makeCompany(app), await makeCompany(app)]
  const loud = await stores.connect(stranger)
  const shop = await syncedShop(user)
  for (let n = 0; n < 100; n++) {
    const payload = { admin_graphql_api_id: `gid://shopify/App/${n}` }
    await deliver(signWebhook(loud, { topic: 'app/uninstalled', payload }))
  }
  changeProduct(shop, shop.products[0]!, { title: 'Cape' })
  await deliver(signWebhook(shop, shop.events[0]!))
  const before = stores.asked.length
  await work()
  await workUntilDone(user)
  expect(await names(user)).toEqual(['Cape'])
  expect(stores.asked.slice(before).filter((line) => line === `${loud.key} shop`)).toHaveLength(1)
  expect(await waiting([stranger, user])).toBe(0)
})

test.each(['__proto__', 'constructor', 'toString', 'shop/update'])(
  'one of the topic %j, without a subscription, is ignored, and those of others are handled',
  async (topic) => {
    const [stranger, user] = [await makeCompany(app), await makeCompany(app)]
    const odd = await stores.connect(stranger)
    const shop = await syncedShop(user)
    const payload = { admin_graphql_api_id: 'gid://shopify/Product/1' }
    expect((await deliver(signWebhook(odd, { topic, payload }))).status).toBe(200)
    changeProduct(shop, shop.products[0]!, { title: 'Cape' })
    await deliver(signWebhook(shop, shop.events[0]!))
    await work()
    await workUntilDone(user)
    expect(await names(user)).toEqual(['Cape'])
    expect(await waiting([stranger, user])).toBe(0)
  },
)

test('a webhook that cannot be handled delays neither the others nor the work due in the stores', async () => {
  const [first, user] = [await makeCompany(app), await makeCompany(app)]
  const [broken, shop] = [await syncedShop(first), await syncedShop(user)]
  await app.rows(`
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'spilt ink'; END $$;
    CREATE TRIGGER fail BEFORE INSERT ON shopify_operations FOR EACH ROW
    WHEN (NEW.company_id = ${first.companyId}) EXECUTE FUNCTION fail()`)
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(async () => {
    told.mockRestore()
    await app.rows('DROP FUNCTION fail CASCADE')
  })
  for (const each of [broken, shop]) {
    changeProduct(each, each.products[0]!, { title: 'Cape' })
    await deliver(signWebhook(each, each.events[0]!))
  }
  await work()
  await workUntilDone(user)
  expect(await names(user)).toEqual(['Cape'])
  expect(await waiting([first, user])).toBe(0)
  expect(told.mock.calls[0]![0]).toMatch(`Webhooks products/update of company ${first.companyId} failed.\n`)
})

test('a product in Shopify is archived instead of deleted, and no news from the store restores it', async () => {
  const user = await makeCompany(app)
  const shop = await syncedShop(user)
  const products = async () => (await user.call('GET', '/api/products')).body
  const [{ id }] = await products()
  const inShopify = 'This product is in Shopify, and a sync would bring it back. Archive it instead.'
  expect(await user.call('DELETE', `/api/products/${id}`)).toMatchObject({
    status: 409,
    body: { code: 'in_use', message: inShopify },
  })
  await user.call('PUT', `/api/products/${id}`, { isActive: false })
  expect((await user.call('DELETE', `/api/products/${id}`)).body.message).toBe(
    'This product is archived here and still in Shopify. Delete it in Shopify first.',
  )
  const news: [string, () => Promise<unknown>][] = [
    ['Webhook', () => deliver(signWebhook(shop, shop.events.at(-1)!))],
    ['Poll', poll],
    ['Resync', () => user.call('POST', `/api/products/${id}/resync-from-shopify`)],
    ['Sync', () => user.call('POST', '/api/products/sync-shopify')],
  ]
  for (const [title, tell] of news) {
    changeProduct(shop, shop.products[0]!, { title })
    await workUntil(tell())
    await work()
    await workUntilDone(user)
    expect(await products()).toMatchObject([{ id, name: title, isActive: false }])
  }
  removeProduct(shop, shop.products[0]!)
  await workUntil(user.call('POST', `/api/products/${id}/resync-from-shopify`))
  await workUntilDone(user)
  expect((await user.call('DELETE', `/api/products/${id}`)).status).toBe(204)
  await user.call('POST', '/api/products/sync-shopify')
  await workUntilDone(user)
  expect(await products()).toEqual([])
})

test('without webhooks, polling finds the same, and a company with nothing in Shopify is left alone', async () => {
  const [user, other] = [await makeCompany(app), await makeCompany(app)]
  const shop = await syncedShop(user)
  addProduct(await stores.connect(other), { title: 'Unasked', variants: [{ price: '1' }] })
  changeProduct(shop, shop.products[0]!, { title: 'Cape' })
  addProduct(shop, { title: 'Shawl', variants: [{ sku: 'S', price: '20' }] })
  await poll()
  await poll()
  await workUntilDone(user)
  expect(await names(user)).toEqual(['Cape', 'Shawl'])
  expect(await names(other)).toEqual([])
  const before = await app.rows('SELECT max(updated_at) FROM products WHERE company_id = $1', [
    user.companyId,
  ])
  await poll()
  await workUntilDone(user)
  expect(
    await app.rows('SELECT max(updated_at) FROM products WHERE company_id = $1', [user.companyId]),
  ).toEqual(before)
  // A scheduled check that finds nothing writes no entry.
  expect((await user.call('GET', '/api/shopify/logs')).body).toHaveLength(1)
  expect((await user.call('GET', '/api/products/sync-shopify')).body.message).toBe(
    '1 product added, 0 changed.',
  )
})

test('a company that pushed and never synced gets news of what it pushed, and of nothing else', async () => {
  const user = await makeCompany(app)
  const shop = await stores.connect(user)
  const { body: made } = await user.call('POST', '/api/products', { name: 'Coat', basePrice: '10', sku: 'C' })
  const { body: other } = await user.call('POST', '/api/products', { name: 'Hat', basePrice: '5', sku: 'H' })
  await stores.workUntil(user.call('POST', `/api/products/${made.id}/push-to-shopify`))
  const description = async (id: number) => (await user.call('GET', `/api/products/${id}`)).body.description
  addProduct(shop, { title: 'Unasked', variants: [{ sku: 'H', price: '1' }] })
  for (const words of ['Of wool.', 'Of silk.']) {
    changeProduct(shop, shop.products[0]!, { descriptionHtml: `<p>${words}</p>` })
    await poll()
    await workUntilDone(user)
    expect(await description(made.id)).toBe(words)
  }
  expect(await names(user)).toEqual(['Coat', 'Hat'])
  expect((await user.call('GET', `/api/products/${other.id}`)).body.shopifyProductId).toBeNull()
  await user.call('POST', '/api/products/sync-shopify')
  await workUntilDone(user)
  expect(await names(user)).toEqual(['Coat', 'Unasked'])
})

test('what the schedule may not read is logged once, and again if it worked in between', async () => {
  const user = await makeCompany(app)
  const shop = await syncedShop(user)
  const pollWith = async (...scopes: string[]) => {
    shop.scopes = scopes
    await poll()
    await workUntilDone(user)
  }
  const failed = async () => (await user.call('GET', '/api/shopify/logs?status=failed')).body.length
  await pollWith('write_orders')
  await pollWith('write_orders')
  expect(await failed()).toBe(1)
  await pollWith('write_products')
  await pollWith('write_orders')
  await pollWith('write_orders')
  expect(await failed()).toBe(2)
})

test('a sync that a user starts covers everything, even while the schedule checks what is new', async () => {
  const user = await makeCompany(app)
  const shop = await syncedShop(user)
  await app.rows('DELETE FROM products WHERE company_id = $1', [user.companyId])
  shop.products[0]!.updatedAt = '2020-01-01T00:00:00Z'
  await poll()
  await user.call('POST', '/api/products/sync-shopify')
  await workUntilDone(user)
  expect(await names(user)).toEqual(['Coat'])
})

test('each webhook is subscribed to once, and again a day later if the store has lost it', async () => {
  const user = await makeCompany(app)
  const shop = await stores.connect(user)
  const told = () => shop.subscriptions.map(({ topic, uri }) => `${topic} ${uri}`).sort()
  const topics = [
    'APP_UNINSTALLED',
    'ORDERS_CANCELLED',
    'ORDERS_FULFILLED',
    'ORDERS_PAID',
    'ORDERS_UPDATED',
    'PRODUCTS_DELETE',
    'PRODUCTS_UPDATE',
  ]
  const all = topics.map((topic) => `${topic} https://shows.test/api/shopify/webhooks`)
  await poll()
  expect(told()).toEqual(all)
  shop.subscriptions.pop()
  await poll()
  expect(told()).toHaveLength(6)
  const letPass = (ago: string) =>
    app.rows(`UPDATE shopify_stores SET subscribed_at = now() - $2::interval WHERE company_id = $1`, [
      user.companyId,
      ago,
    ])
  await letPass('25 hours')
  await poll()
  expect(told()).toEqual(all)
  const asked = stores.asked.length
  await poll()
  expect(stores.asked.slice(asked).filter((line) => line.startsWith(`${shop.key} webhook`))).toEqual([])
})

const subscribed = (shop: Shop) => shop.subscriptions.map(({ uri }) => uri)
const here = 'https://shows.test/api/shopify/webhooks'

test('when the server’s URL changes, its old subscriptions are removed, and those of others stay', async () => {
  const user = await makeCompany(app)
  const shop = await stores.connect(user)
  const pollAt = (publicUrl: string) =>
    pollStores({ config: { ...app.config, publicUrl }, db: databaseOf(app.pool) })
  await pollAt('https://old.test')
  expect(subscribed(shop)).toEqual(Array(7).fill('https://old.test/api/shopify/webhooks'))
  shop.subscriptions.push({
    id: 'gid://shopify/WebhookSubscription/1',
    topic: 'ORDERS_PAID',
    uri: 'https://other.test/hook',
  })
  await poll()
  expect(subscribed(shop).sort()).toEqual(['https://other.test/hook', ...Array(7).fill(here)])
  await pollAt('http://localhost:3000')
  expect(subscribed(shop)).toEqual(['https://other.test/hook'])
})

test.each([
  ['disconnected', (user: TestUser) => user.call('DELETE', '/api/shopify/store')],
  ['replaced by another', (user: TestUser) => stores.connect(user)],
])('a store that is %s has no subscriptions of ours left', async (_, leave) => {
  const user = await makeCompany(app)
  const shop = await stores.connect(user)
  await poll()
  expect(subscribed(shop)).toHaveLength(7)
  shop.subscriptions.push({
    id: 'gid://shopify/WebhookSubscription/1',
    topic: 'ORDERS_PAID',
    uri: 'https://other.test/hook',
  })
  await leave(user)
  expect(subscribed(shop)).toEqual(['https://other.test/hook'])
})

test('a store that does not answer is disconnected anyway', async () => {
  const user = await makeCompany(app)
  const shop = await stores.connect(user)
  await poll()
  stores.fail(shop, () => 'cut')
  expect((await user.call('DELETE', '/api/shopify/store')).body.connected).toBe(false)
})
