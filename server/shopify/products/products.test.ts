import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { addProduct, changeProduct, removeProduct } from '@trunkshow/practice-store/products.ts'
import type { Node } from '@trunkshow/practice-store/shop.ts'
import { atRandom, inTurn } from '@trunkshow/practice-store/testing/faults.ts'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { makeCompany, type TestUser } from '../../test/factories.ts'
import { startShopifyWorker } from '../../test/processes/worker-process.ts'
import { dyingDatabase, startTestStores } from '../../test/stores.ts'

const app = startTestApp()
const stores = startTestStores(app)
const { work, workUntilDone, retryFailed, workUntil } = stores

async function add(user: TestUser, changes: object = {}) {
  const product = { name: 'Silk Blouse', basePrice: '320.5', sku: 'SILK-1', category: 'Tops', ...changes }
  const { status, body } = await user.call('POST', '/api/products', product)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body
}
const push = (user: TestUser, id: number) =>
  workUntil(user.call('POST', `/api/products/${id}/push-to-shopify`))
const get = async (user: TestUser, id: number) => (await user.call('GET', `/api/products/${id}`)).body
const variantOf = (product: Node) => (product.variants as Node[])[0]!

async function sync(user: TestUser) {
  const { body } = await user.call('POST', '/api/products/sync-shopify')
  await workUntilDone(user)
  return (await user.call('GET', `/api/shopify/operations/${body.id}`)).body
}

describe('a push', () => {
  test('creates the product in Shopify, and the next one updates it', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const { id } = await add(user, { description: 'Bias <cut> & fine.' })
    expect(await push(user, id)).toMatchObject({
      status: 200,
      body: { state: 'done', message: 'The product is now in Shopify.' },
    })
    const [remote] = shop.products
    expect(remote).toMatchObject({
      title: 'Silk Blouse',
      productType: 'Tops',
      descriptionHtml: '<p>Bias &lt;cut&gt; &amp; fine.</p>',
      status: 'ACTIVE',
    })
    expect(variantOf(remote!)).toMatchObject({ sku: 'SILK-1', price: '320.5' })
    expect(await get(user, id)).toMatchObject({
      shopifyProductId: remote!.id,
      shopifyVariantId: variantOf(remote!).id,
      shopifyHandle: expect.stringMatching(/^silk-blouse-[0-9a-f]{8}$/),
    })
    await user.call('PUT', `/api/products/${id}`, {
      name: 'Silk Shirt',
      basePrice: 400,
      description: 'Mine',
      category: 'Mine',
    })
    expect(await get(user, id)).toMatchObject({ name: 'Silk Shirt', category: 'Tops' })
    changeProduct(shop, remote!, { descriptionHtml: '<p>From the store.</p>', tags: ['new'] })
    expect((await push(user, id)).body).toMatchObject({ message: 'The product was updated in Shopify.' })
    expect(shop.products).toMatchObject([{ title: 'Silk Shirt' }])
    expect(variantOf(shop.products[0]!)).toMatchObject({ sku: 'SILK-1', price: '400.0' })
    expect(await get(user, id)).toMatchObject({
      description: 'From the store.',
      tags: ['new'],
      basePrice: '400.00',
    })
  })

  test('by fifty clicks at once creates one product', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const { id } = await add(user)
    const clicks = await workUntil(
      Promise.all(Array.from({ length: 50 }, () => user.call('POST', `/api/products/${id}/push-to-shopify`))),
    )
    expect(new Set(clicks.map(({ status }) => status))).toEqual(new Set([200]))
    expect(shop.products).toHaveLength(1)
  })

  test('blocks deleting the product until its outcome is known', async () => {
    const user = await makeCompany(app)
    await stores.connect(user)
    const { id } = await add(user)
    const click = user.call('POST', `/api/products/${id}/push-to-shopify`)
    await expect
      .poll(() => app.rows(`SELECT 1 FROM shopify_operations WHERE entity_id = ${id}`))
      .toHaveLength(1)
    expect(await user.call('DELETE', `/api/products/${id}`)).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        message: 'This product is being sent to Shopify. Wait a moment, then delete it.',
      },
    })
    await workUntil(click)
    expect((await user.call('DELETE', `/api/products/${id}`)).body.code).toBe('in_use')
  })

  test('whose answer was lost is found in Shopify, and not sent again', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    stores.fail(shop, inTurn(['productSet', 'dropped']))
    const { id } = await add(user)
    // It was renamed in the meantime, and is still found by the name it was sent with.
    const pushing = user.call('POST', `/api/products/${id}/push-to-shopify`)
    while (shop.products.length === 0) await work()
    await app.rows(`UPDATE products SET name = 'Renamed' WHERE id = $1`, [id])
    expect((await workUntil(pushing)).body).toMatchObject({ state: 'done' })
    expect(shop.products).toHaveLength(1)
    expect((await get(user, id)).shopifyProductId).toBe(shop.products[0]!.id)
    const { body } = await user.call('GET', '/api/shopify/logs')
    expect(body.map(({ status, message }: Record<string, string>) => [status, message])).toEqual([
      ['done', 'The product is now in Shopify.'],
      ['unknown', 'Checking with Shopify…'],
    ])
  })

  test('that never arrived is sent again, but only after several look-ups in Shopify', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    stores.fail(shop, inTurn(['productSet', 'unavailable']))
    const { id } = await add(user)
    await app.rows(`UPDATE companies SET company_name = 'Vale' WHERE id = $1`, [user.companyId])
    expect((await push(user, id)).status).toBe(200)
    const asked = stores.asked.filter((line) => line.startsWith(`${shop.key} `))
    expect(asked.map((line) => line.split(' ')[1])).toEqual([
      'productSet',
      ...Array(6).fill('productByHandle'),
      'productSet',
    ])
    expect(shop.products).toHaveLength(1)
  })

  test('that arrived after all, too late to be found, is adopted when it is sent again', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const { id } = await add(user)
    let late: Node[] = []
    stores.fail(shop, (operation) => {
      if (operation === 'productByHandle' && late.length === 0) {
        late = shop.products
        shop.products = []
      }
      if (operation !== 'productSet') return null
      if (late.length === 0) return 'dropped'
      shop.products = late
      return null
    })
    expect((await push(user, id)).body).toMatchObject({ state: 'done' })
    expect(shop.products).toHaveLength(1)
    expect((await get(user, id)).shopifyProductId).toBe(shop.products[0]!.id)
  })

  test('during which a process died is looked up before anything is sent', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const { id } = await add(user)
    // It dies after the store has created it, and writes nothing more to the database.
    let dead = false
    stores.fail(shop, (operation) => {
      dead ||= operation === 'productSet'
      return null
    })
    const dying = dyingDatabase(app, () => dead)
    const pushing = user.call('POST', `/api/products/${id}/push-to-shopify`)
    while (!dead) await work(dying).catch(() => {})
    expect(shop.products).toHaveLength(1)
    expect(
      await app.rows('SELECT state FROM shopify_operations WHERE company_id = $1', [user.companyId]),
    ).toEqual([{ state: 'sending' }])
    await app.rows('UPDATE shopify_operations SET held_until = now() WHERE company_id = $1', [user.companyId])
    expect((await workUntil(pushing)).body).toMatchObject({ state: 'done' })
    expect(shop.products).toHaveLength(1)
  })

  test('that Shopify refuses fails with its message, is logged, and can be retried', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    stores.fail(shop, inTurn(['productSet', 'userError']))
    const { id } = await add(user)
    expect(await push(user, id)).toMatchObject({
      status: 409,
      body: { message: 'The store refuses this today.' },
    })
    const [line] = (await user.call('GET', '/api/shopify/logs?status=failed')).body
    expect(line).toMatchObject({
      operation: 'product.push',
      subjectName: 'Silk Blouse',
      message: 'The store refuses this today.',
      userName: 'Test User',
      offers: 'retry',
    })
    const again = await workUntil(user.call('POST', `/api/shopify/operations/${line.operationId}/retry`))
    expect(again).toMatchObject({ status: 200, body: { state: 'done' } })
    const [, old] = (await user.call('GET', '/api/shopify/logs')).body
    expect(old).toMatchObject({ status: 'failed', offers: null })
  })

  test('waits while Shopify is down, and is sent when it is back', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const origin = app.config.shopifyAdminOrigin
    const { id } = await add(user)
    app.config.shopifyAdminOrigin = 'http://127.0.0.1:2'
    const pushing = user.call('POST', `/api/products/${id}/push-to-shopify`)
    const row = async () =>
      (await app.rows('SELECT * FROM shopify_operations WHERE company_id = $1', [user.companyId]))[0]
    while (!((await row())?.pauses > 3)) await work()
    app.config.shopifyAdminOrigin = origin
    expect(await row()).toMatchObject({
      state: 'queued',
      last_error: expect.stringContaining('can’t reach Shopify'),
    })
    expect((await workUntil(pushing)).body).toMatchObject({ state: 'done' })
    expect(shop.products).toHaveLength(1)
    expect((await user.call('GET', '/api/shopify/logs')).body).toHaveLength(2)
  })

  test('is refused without a usable store, and for a product of another company', async () => {
    const [user, other] = [await makeCompany(app), await makeCompany(app)]
    const { id } = await add(user)
    const url = `/api/products/${id}/push-to-shopify`
    expect(await user.call('POST', url)).toMatchObject({
      status: 409,
      body: { message: 'Connect a store in Settings first.' },
    })
    await stores.connect(user)
    await stores.connect(other)
    expect((await other.call('POST', url)).status).toBe(404)
    await user.call('PATCH', '/api/shopify/store', { enabled: false })
    expect((await user.call('POST', url)).body.message).toContain('turned off')
  })

  test('of a product that was deleted in Shopify says so, and the next one creates it again', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const { id } = await add(user)
    await push(user, id)
    removeProduct(shop, shop.products[0]!)
    expect((await push(user, id)).body.message).toContain('no longer exists in Shopify')
    expect((await get(user, id)).shopifyProductId).toBeNull()
    expect((await push(user, id)).body.message).toBe('The product is now in Shopify.')
  })

  test('after all kinds of faults and a kill -9, each of a hundred products is in Shopify once and linked', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    await app.rows(
      `INSERT INTO products (company_id, name, base_price_cents, sku)
       SELECT $1, 'Piece ' || n, n * 100, 'P-' || n FROM generate_series(1, 100) AS n`,
      [user.companyId],
    )
    const ids = await app.rows<{ id: number }>('SELECT id FROM products WHERE company_id = $1', [
      user.companyId,
    ])
    const faults = atRandom(7, { throttled: 0.3, unavailable: 0.1, dropped: 0.1, expired: 0.05 })
    let [calls, lost, sent] = [0, 0, 0]
    stores.fail(shop, (operation, key) => {
      calls++
      const fault = faults(operation, key)
      if (operation !== 'productSet') return fault
      if (fault === 'dropped') lost++
      return fault ?? (++sent % 10 === 0 ? 'userError' : null)
    })
    await app.rows(
      `INSERT INTO shopify_operations (company_id, kind, entity_type, entity_id, subject_name, attempt_key)
       SELECT $1, 'product.push', 'product', id, name, md5(id::text) FROM products WHERE company_id = $1`,
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
    // This many would be duplicated if they had just been sent again.
    expect(lost).toBeGreaterThan(3)
    expect(shop.products).toHaveLength(100)
    expect(new Set(shop.products.map(({ title }) => title)).size).toBe(100)
    const linked = await app.rows(
      'SELECT DISTINCT shopify_product_id FROM products WHERE company_id = $1 AND shopify_product_id IS NOT NULL',
      [user.companyId],
    )
    expect(linked).toHaveLength(ids.length)
    expect(
      await app.rows(
        `SELECT FROM shopify_operations WHERE company_id = $1 AND state NOT IN ('done', 'failed')`,
        [user.companyId],
      ),
    ).toEqual([])
  })
})

describe('a sync', () => {
  test('imports new products, links known ones by SKU, and never deletes what exists only here', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const known = await add(user, { description: 'Only here.', sku: 'silk-1', basePrice: 1 })
    const local = await add(user, { name: 'Local', sku: 'LOCAL' })
    addProduct(shop, { title: 'Silk Blouse of the store', variants: [{ sku: 'SILK-1', price: '350' }] })
    addProduct(shop, {
      title: 'Atlas Coat',
      descriptionHtml: '<p>Wool.</p>',
      category: { name: 'Coats' },
      tags: ['a', 'b'],
      variants: [{ sku: 'ATLAS', price: '1250.50' }],
    })
    expect(await sync(user)).toMatchObject({ state: 'done', message: '1 product added, 1 changed.' })
    expect(await get(user, known.id)).toMatchObject({
      name: 'Silk Blouse of the store',
      description: 'Only here.',
      category: 'Tops',
      basePrice: '350.00',
      shopifyProductId: shop.products[0]!.id,
    })
    expect(await get(user, local.id)).toMatchObject({ name: 'Local', shopifyProductId: null })
    const { body } = await user.call('GET', '/api/products?q=atlas')
    expect(body).toMatchObject([
      { name: 'Atlas Coat', category: 'Coats', description: 'Wool.', tags: ['a', 'b'], basePrice: '1250.50' },
    ])
  })

  test('keeps what was changed here until the store changes it, and a re-sync updates one product', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const remote = addProduct(shop, { title: 'Coat', variants: [{ sku: 'C', price: '10' }] })
    await sync(user)
    const [{ id }] = (await user.call('GET', '/api/products')).body
    await user.call('PUT', `/api/products/${id}`, { name: 'My coat', basePrice: 20 })
    expect((await sync(user)).message).toBe('0 products added, 0 changed.')
    expect((await get(user, id)).name).toBe('My coat')
    const resync = () => workUntil(user.call('POST', `/api/products/${id}/resync-from-shopify`))
    expect((await resync()).body).toMatchObject({
      message: 'The product was updated from Shopify.',
    })
    expect(await get(user, id)).toMatchObject({ name: 'Coat', basePrice: '10.00' })
    // Twice within the same second of Shopify's clock.
    changeProduct(shop, remote, { title: 'Cape' })
    await sync(user)
    changeProduct(shop, remote, { title: 'Cloak' })
    await sync(user)
    expect((await get(user, id)).name).toBe('Cloak')
    removeProduct(shop, remote)
    expect((await resync()).body.message).toContain('no longer exists')
    expect((await sync(user)).message).toBe('0 products added, 0 changed.')
    expect((await get(user, id)).name).toBe('Cloak')
  })

  test('of 5,000 products with three broken ones survives throttling and a restart, and a second run changes nothing', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    for (let n = 1; n <= 5000; n++)
      addProduct(shop, {
        title: n === 1700 ? '' : n === 3000 ? 'N\0l' : `Piece ${n}`,
        variants: n === 4000 ? [] : [{ sku: `S-${n}`, price: String(n) }],
      })
    shop.events = []
    let pages = 0
    stores.fail(shop, (operation, key) => {
      if (operation === 'products') pages++
      return atRandom(pages, { throttled: 0.2 })(operation, key)
    })
    const dying = dyingDatabase(app, () => pages > 30)
    const { body } = await user.call('POST', '/api/products/sync-shopify')
    while (pages <= 30) await work(dying).catch(() => {})
    const midway = (await user.call('GET', '/api/products/sync-shopify')).body
    expect(midway.progress.seen).toBeGreaterThan(500)
    expect(midway.progress).toMatchObject({ total: 5000 })
    expect(midway.state).toBe('sending')
    expect((await user.call('POST', '/api/products/sync-shopify')).body.id).toBe(body.id)
    await app.rows('UPDATE shopify_operations SET held_until = now() WHERE id = $1', [body.id])
    await workUntilDone(user)
    const done = (await user.call('GET', '/api/products/sync-shopify')).body
    expect(done).toMatchObject({
      id: body.id,
      state: 'done',
      message: '4,997 products added, 0 changed, 3 couldn’t be imported.',
      progress: {
        seen: 5000,
        unfit: 3,
        problems: [
          { name: expect.stringMatching(/^gid:/), message: 'Product name is required' },
          { name: 'Nl', message: 'It has a character that cannot be stored.' },
          { name: 'Piece 4000', message: 'Base price is required' },
        ],
      },
    })
    const image = () =>
      app.rows(
        `SELECT count(*)::int AS count, count(DISTINCT sku)::int AS skus, max(updated_at) AS changed FROM products WHERE company_id = $1`,
        [user.companyId],
      )
    const before = await image()
    expect(before).toMatchObject([{ count: 4997, skus: 4997 }])
    expect((await sync(user)).message).toBe('0 products added, 0 changed, 3 couldn’t be imported.')
    expect(await image()).toEqual(before)
  })
})
