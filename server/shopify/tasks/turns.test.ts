import type { Shop } from '@trunkshow/practice-store/shop.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { databaseOf } from '../../platform/db/transaction.ts'
import { enqueueOperation } from '../../platform/jobs/enqueue-operation.ts'
import { startTestApp } from '../../test/app.ts'
import { makeCompany, type TestUser } from '../../test/factories.ts'
import { startTestStores } from '../../test/stores.ts'

const app = startTestApp()
const stores = startTestStores(app)

/** Has so many products of a company waiting to be sent to its store. */
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
