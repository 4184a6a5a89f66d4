import { setTimeout } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { databaseOf } from '../../platform/db/transaction.ts'
import { openFiles } from '../../platform/files/storage.ts'
import { startTestApp } from '../../test/app.ts'
import { makeCompany } from '../../test/factories.ts'
import { storeOrderCalls } from '../../test/store-orders.ts'
import { startTestStores } from '../../test/stores.ts'
import { untilBlocked } from '../../test/while-uncommitted.ts'
import { runOperations } from '../jobs.ts'

const app = startTestApp()
const stores = startTestStores(app)
const { take, push, get } = storeOrderCalls(stores)
const turn = async () =>
  runOperations({ config: app.config, db: databaseOf(app.pool), files: await openFiles(app.config) })

test('ten rounds of twenty clicks alongside a running worker create one order each, and nothing fails', async () => {
  const user = await makeCompany(app)
  const shop = await stores.connect(user)
  const errors = vi.spyOn(console, 'error')
  let over = false
  const work = async () => {
    while (!over) await turn()
  }
  const worker = work()
  try {
    for (let round = 1; round <= 10; round++) {
      const { id } = await take(user)
      const clicks = await Promise.all(
        Array.from({ length: 20 }, () => user.call('POST', `/api/orders/${id}/push-to-shopify`)),
      )
      const remoteId = shop.orders.at(-1)!.id
      expect(clicks.map(({ status, body }) => [status, body.state, body.shopifyOrderId])).toEqual(
        Array.from({ length: 20 }, () => [200, 'done', remoteId]),
      )
      expect(shop.orders).toHaveLength(round)
    }
  } finally {
    over = true
    await worker
  }
  const unknown = `SELECT FROM shopify_logs WHERE company_id = $1 AND status = 'unknown'`
  expect(await app.rows(unknown, [user.companyId])).toEqual([])
  expect(errors).not.toHaveBeenCalled()
  errors.mockRestore()
})

test('code that waits for an order’s lock locks none of its operations', async () => {
  const user = await makeCompany(app)
  const shop = await stores.connect(user)
  const { id } = await take(user)
  await push(user, id)
  const editor = await app.pool.connect()
  async function heldWhile(work: () => Promise<unknown>) {
    await editor.query('BEGIN')
    await editor.query('SELECT FROM orders WHERE id = $1 FOR UPDATE', [id])
    const working = work()
    await untilBlocked(app)
    const free = await app.rows(
      'SELECT id FROM shopify_operations WHERE company_id = $1 FOR UPDATE SKIP LOCKED',
      [user.companyId],
    )
    await editor.query('COMMIT')
    await working
    return free.length
  }
  const all = async () =>
    (await app.rows('SELECT FROM shopify_operations WHERE company_id = $1', [user.companyId])).length
  try {
    const pushing = user.call('POST', `/api/orders/${id}/push-to-shopify`)
    while ((await all()) < 2) await setTimeout(5)
    expect(await heldWhile(turn)).toBe(2)
    expect((await pushing).body.state).toBe('done')
    expect(await heldWhile(() => stores.connect(user))).toBe(2)
    expect((await get(user, id)).shopifyOrderId).toBeNull()
  } finally {
    editor.release()
  }
  expect(shop.orders).toHaveLength(1)
})
