import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addProduct, changeProduct, mediaOf, pictureUrl } from '@trunkshow/practice-store/products.ts'
import type { Node, Shop } from '@trunkshow/practice-store/shop.ts'
import { inTurn } from '@trunkshow/practice-store/testing/faults.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { makeCompany, type TestUser } from '../../test/factories.ts'
import { noise } from '../../test/pictures.ts'
import { dyingDatabase, startTestStores } from '../../test/stores.ts'
import { formWith } from '../../test/uploads.ts'

const app = startTestApp()
const stores = startTestStores(app)
const { work, workUntilDone, workUntil } = stores

/** A product of the store, `Piece 1`, with a picture in its own color or at any address. */
function add(shop: Shop, n: number, url = pictureUrl(shop, colourOf(n))): Node {
  return addProduct(shop, {
    title: `Piece ${n}`,
    featuredMedia: mediaOf(url),
    variants: [{ sku: `S-${n}`, price: '10' }],
  })
}
const colourOf = (n: number) => (0x204060 + n * 0x070503).toString(16)
const list = async (user: TestUser) => (await user.call('GET', '/api/products')).body
const photosOf = async (user: TestUser) =>
  (await list(user)).map(({ photoUrl }: { photoUrl: string | null }) => photoUrl)
const fetchesOf = (shop: Shop) => stores.asked.filter((line) => line === `${shop.key} picture`).length
const anyPhoto = expect.stringMatching(/^\/uploads\/images\/\w+\/960\.webp$/)

async function sync(user: TestUser) {
  await user.call('POST', '/api/products/sync-shopify')
  await workUntilDone(user)
  return (await user.call('GET', '/api/products/sync-shopify')).body
}

async function upload(user: TestUser, id: number | null, name: string, sku: string) {
  const form = formWith([['photo', await noise(40, 30).png().toBuffer()]], { name, sku, basePrice: 10 })
  const { body } = id
    ? await user.call('PUT', `/api/products/${id}`, form)
    : await user.call('POST', '/api/products', form)
  return body
}

describe('the picture of a product in Shopify', () => {
  test('becomes its photo, and is fetched again only if it was replaced', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const remote = add(shop, 1)
    expect((await sync(user)).message).toBe('1 product added, 0 changed.')
    const [first] = await photosOf(user)
    expect(first).toEqual(anyPhoto)
    const { status, headers } = await app.call('GET', first)
    expect([status, headers['content-type']]).toEqual([200, 'image/webp'])
    changeProduct(shop, remote, { title: 'Coat' })
    await sync(user)
    expect([await photosOf(user), fetchesOf(shop)]).toEqual([[first], 1])
    changeProduct(shop, remote, { featuredMedia: mediaOf(pictureUrl(shop, 'aa0000')) })
    await sync(user)
    const [second] = await photosOf(user)
    expect([second === first, fetchesOf(shop)]).toEqual([false, 2])
    changeProduct(shop, remote, { featuredMedia: null })
    await sync(user)
    expect([await photosOf(user), fetchesOf(shop)]).toEqual([[second], 2])
  })

  test('is added to a product from before pictures were imported, and changes nothing else', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const remote = add(shop, 1)
    const { featuredMedia } = remote
    remote.featuredMedia = null
    await sync(user)
    const [{ id }] = await list(user)
    await user.call('PUT', `/api/products/${id}`, { name: 'My piece', basePrice: 20 })
    remote.featuredMedia = featuredMedia
    expect((await sync(user)).message).toBe('0 products added, 0 changed.')
    expect(await list(user)).toMatchObject([{ name: 'My piece', basePrice: '20.00', photoUrl: anyPhoto }])
  })

  test('does not replace a photo of the company', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const { photoUrl } = await upload(user, null, 'My piece', 'S-1')
    const remote = add(shop, 1)
    await sync(user)
    expect(await list(user)).toMatchObject([{ name: 'Piece 1', shopifyProductId: remote.id, photoUrl }])
    expect(fetchesOf(shop)).toBe(0)
    // And to one that comes after it.
    const other = add(shop, 2)
    await sync(user)
    const [, { id }] = await list(user)
    const own = await upload(user, id, 'Piece 2', 'S-2')
    changeProduct(shop, other, { featuredMedia: mediaOf(pictureUrl(shop, 'aa0000')) })
    await sync(user)
    expect(await photosOf(user)).toEqual([photoUrl, own.photoUrl])
    expect(fetchesOf(shop)).toBe(1)
  })

  test('that was removed here stays removed until the product is re-synced', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    add(shop, 1)
    await sync(user)
    const [{ id, photoUrl }] = await list(user)
    await user.call('PUT', `/api/products/${id}`, { name: 'Piece 1', basePrice: 10, removePhoto: true })
    await sync(user)
    expect(await photosOf(user)).toEqual([null])
    const resync = () => workUntil(user.call('POST', `/api/products/${id}/resync-from-shopify`))
    expect((await resync()).body.message).toBe('The product was updated from Shopify.')
    expect(await photosOf(user)).toEqual([photoUrl])
    await user.call('PUT', `/api/products/${id}`, { name: 'Piece 1', basePrice: 10, removePhoto: true })
    stores.fail(shop, inTurn(['picture', 'garbled']))
    expect((await resync()).body).toMatchObject({
      state: 'done',
      message: 'The product was updated from Shopify. We can’t read its picture.',
    })
  })

  test('of a company stays with that company', async () => {
    const [user, other] = [await makeCompany(app), await makeCompany(app)]
    const shop = await stores.connect(user)
    add(shop, 1)
    const elsewhere = await stores.connect(other)
    Object.assign(add(elsewhere, 1), { id: shop.products[0]!.id })
    stores.fail(elsewhere, inTurn(['picture', 'unavailable']))
    await sync(other)
    expect((await sync(user)).progress.pictures).toMatchObject({ total: 1, seen: 1 })
    expect([await photosOf(user), await photosOf(other)]).toEqual([[anyPhoto], [null]])
    expect(fetchesOf(elsewhere)).toBe(1)
  })
})

describe('a picture that cannot be imported', () => {
  test('is reported and stops nothing; if the fault may pass, the next sync fetches it', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    for (let n = 1; n <= 7; n++) add(shop, n)
    add(shop, 8, `https://cdn.shopify.com/s/files/${shop.key}/gone.png`)
    stores.fail(
      shop,
      inTurn(
        ['picture', 'garbled'],
        ['picture', 'endless'],
        ['picture', 'moved'],
        ['picture', 'unavailable'],
        ['picture', 'dropped'],
        ['picture', 'cut'],
      ),
    )
    const done = await sync(user)
    expect(done).toMatchObject({
      state: 'done',
      message: '8 products added, 0 changed, 6 pictures couldn’t be imported.',
      progress: {
        unfit: 0,
        pictures: { total: 8, seen: 8, missed: 6 },
        problems: [
          { name: 'Piece 1', message: 'We can’t read its picture.' },
          { name: 'Piece 2', message: 'Its picture is larger than 20 MB.' },
          { name: 'Piece 3', message: 'Its picture is missing.' },
          { name: 'Piece 4', message: 'We couldn’t download its picture. The next sync will try again.' },
          { name: 'Piece 6', message: 'We couldn’t download its picture. The next sync will try again.' },
          { name: 'Piece 8', message: 'Its picture is missing.' },
        ],
      },
    })
    expect(stores.asked).not.toContain('there picture') // where the third would have led
    const taken = [null, null, null, null, anyPhoto, null, anyPhoto, null]
    expect(await photosOf(user)).toEqual(taken)
    expect((await sync(user)).message).toBe('0 products added, 0 changed.')
    expect(await photosOf(user)).toEqual([null, null, null, anyPhoto, anyPhoto, anyPhoto, anyPhoto, null])
    expect(fetchesOf(shop)).toBe(7 + 2)
  })

  test('at any other address is never requested', async () => {
    let connections = 0
    const foreign = createServer((_, response) => response.end()).on('connection', () => connections++)
    foreign.listen(0, '127.0.0.1')
    await once(foreign, 'listening')
    onTestFinished(() => void foreign.close())
    const host = `127.0.0.1:${(foreign.address() as AddressInfo).port}`
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    const urls = [
      `http://${host}/a.png`,
      `https://${host}/a.png`,
      `https://cdn.shopify.com@${host}/a.png`,
      `http://cdn.shopify.com/${host}/a.png`,
      `https://cdn.shopify.com:${host.split(':')[1]}/a.png`,
      `https://cdn.shopify.com.${host}/a.png`,
      `//${host}/a.png`,
      'https://cdn.shopify.com.trunkshow.test/a.png',
      'file:///etc/hostname',
      'data:image/png;base64,iVBORw0KGgo=',
    ]
    for (const [at, url] of urls.entries()) add(shop, at, url)
    const { state, progress } = await sync(user)
    expect([state, progress.made, progress.pictures.missed]).toEqual(['done', urls.length, urls.length])
    expect(new Set(progress.problems.map(({ message }: { message: string }) => message))).toEqual(
      new Set(['Its picture isn’t stored in Shopify, so it can’t be imported.']),
    )
    expect([connections, fetchesOf(shop)]).toEqual([0, 0])
  })

  test('is not tried again and again while the server of all pictures is down', async () => {
    const user = await makeCompany(app)
    const shop = await stores.connect(user)
    for (let n = 1; n <= 15; n++) add(shop, n)
    stores.fail(shop, (operation) => (operation === 'picture' ? 'cut' : null))
    expect((await sync(user)).message).toBe('15 products added, 0 changed, 3 pictures couldn’t be imported.')
    expect(fetchesOf(shop)).toBe(3)
    stores.fail(shop, () => null)
    await sync(user)
    expect(await photosOf(user)).toEqual(Array.from({ length: 15 }, () => anyPhoto))
  })
})

test('importing pictures continues where a process died', async () => {
  const user = await makeCompany(app)
  const shop = await stores.connect(user)
  for (let n = 1; n <= 25; n++) add(shop, n)
  const { body } = await user.call('POST', '/api/products/sync-shopify')
  const dying = dyingDatabase(app, () => fetchesOf(shop) > 14)
  while (fetchesOf(shop) <= 14) await work(dying).catch(() => {})
  expect((await user.call('GET', '/api/products/sync-shopify')).body.progress.pictures).toMatchObject({
    total: 25,
    seen: 10,
  })
  await app.rows('UPDATE shopify_operations SET held_until = now() WHERE id = $1', [body.id])
  await workUntilDone(user)
  const photos = await photosOf(user)
  expect(new Set(photos).size).toBe(25)
  expect(photos).toEqual(Array.from({ length: 25 }, () => anyPhoto))
  expect(fetchesOf(shop)).toBe(26) // one was on its way
})
