import { setTimeout } from 'node:timers/promises'
import type { ActivityEntry } from '@trunkshow/contract/activity/schema.ts'
import { inTurn } from '@trunkshow/practice-store/testing/faults.ts'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { makeCompany, type TestUser } from '../../test/factories.ts'
import { storeOrderCalls } from '../../test/store-orders.ts'
import { startTestStores } from '../../test/stores.ts'

const app = startTestApp()
const stores = startTestStores(app)
const { workUntilDone, workUntil } = stores
const { take, push, recreate, cancel, edit, atStore } = storeOrderCalls(stores)

/** What the order's timeline says of Shopify, the latest first, after the name of who asked for it. */
async function told(user: TestUser, id: number): Promise<string[]> {
  const { body } = await user.call('GET', `/api/orders/${id}/timeline`)
  return (body as ActivityEntry[]).flatMap(({ activity, actorName, changes }) =>
    activity === 'order.shopify' ? [`${actorName}: ${changes[0]!.to}`] : [],
  )
}

test('the order’s timeline has what was done in Shopify, with the user who requested it', async () => {
  const user = await makeCompany(app)
  const shop = await stores.connect(user)
  const { id } = await take(user)
  stores.fail(shop, inTurn(['orderCreate', 'userError']))
  await push(user, id)
  await push(user, id)
  await edit(user, id, { notes: 'By Friday.' })
  await push(user, id)
  expect((await recreate(user, id)).status).toBe(200)
  stores.fail(shop, inTurn(['orderCancel', 'userError']))
  await cancel(user, id)
  await workUntilDone(user)
  const { operation } = await atStore(user, id)
  await workUntil(user.call('POST', `/api/shopify/operations/${operation.id}/retry`))
  const [first, second] = shop.orders.map(({ name }) => name)
  expect(await told(user, id)).toEqual([
    'Test User: Canceled in Shopify',
    'Test User: Couldn’t cancel in Shopify: The store refuses this today.',
    `Test User: Recreated in Shopify as ${second}. ${first} was canceled.`,
    'Test User: Updated in Shopify',
    `Test User: Sent to Shopify as ${first}`,
    'Test User: Couldn’t send to Shopify: The store refuses this today.',
  ])
})

test('an order counts as being sent only while it is sent, and as waiting before', async () => {
  const user = await makeCompany(app)
  const shop = await stores.connect(user)
  const { id } = await take(user)
  const words = async () => (await atStore(user, id)).operation?.message
  const pushing = user.call('POST', `/api/orders/${id}/push-to-shopify`)
  while ((await atStore(user, id)).operation === null) await setTimeout(5)
  expect(await words()).toBe('Waiting to send to Shopify')
  let sending: string | undefined
  stores.fail(shop, async (operation) => {
    if (operation === 'orderCreate') sending = await words()
    return null
  })
  await workUntil(pushing)
  expect(sending).toBe('Sending to Shopify…')
})
