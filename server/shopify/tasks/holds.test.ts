import { addProduct } from '@trunkshow/practice-store/products.ts'
import type { Shop } from '@trunkshow/practice-store/shop.ts'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { makeCompany, type TestUser } from '../../test/factories.ts'
import { startTestStores } from '../../test/stores.ts'

const app = startTestApp()
const stores = startTestStores(app)
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
