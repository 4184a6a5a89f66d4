import type { Shop } from '@trunkshow/practice-store/shop.ts'
import { atRandom, inTurn } from '@trunkshow/practice-store/testing/faults.ts'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { makeCode, makeCompany, type TestUser } from '../../test/factories.ts'
import { startTestStores } from '../../test/stores.ts'

const app = startTestApp()
const stores = startTestStores(app)
const { workUntilDone, workUntil } = stores

const spring = { code: 'SPRING10', discountValue: 10 }
const urlOf = ({ id }: { id: number }) => `/api/discount-codes/${id}`
const sync = (user: TestUser, code: { id: number }) =>
  workUntil(user.call('POST', `${urlOf(code)}/sync-to-shopify`))
const codes = async (user: TestUser) => (await user.call('GET', '/api/discount-codes')).body
const askedOf = ({ key }: Shop) =>
  stores.asked.filter((line) => line.startsWith(`${key} `)).map((line) => line.split(' ')[1])
const stored = (shop: Shop) => shop.discounts.map(({ codes }) => (codes as { code: string }[])[0]!.code)

async function makeSynced(changes: Record<string, unknown> = {}) {
  const user = await makeCompany(app)
  const shop = await stores.connect(user)
  const code = await makeCode(user, 'SPRING10', changes)
  const { body } = await sync(user, code)
  return { user, shop, code, remoteId: body.shopifyPriceRuleId as string }
}

test('a code is created in Shopify with all its values', async () => {
  const user = await makeCompany(app)
  const shop = await stores.connect(user)
  const code = await makeCode(user, 'SPRING15', {
    discountValue: 15,
    usageLimit: 20,
    expiresAt: '2099-07-31',
  })
  expect(await codes(user)).toMatchObject([{ shopifyPriceRuleId: null, shopifySyncedAt: null }])
  const answer = await sync(user, code)
  const [remote] = shop.discounts
  expect(answer).toMatchObject({
    status: 200,
    body: {
      state: 'done',
      message: 'The discount code is now in Shopify.',
      shopifyPriceRuleId: remote!.id,
    },
  })
  expect(remote).toMatchObject({
    title: 'SPRING15',
    context: { all: 'ALL' },
    customerGets: { value: { percentage: 0.15 }, items: { all: true } },
    usageLimit: 20,
    endsAt: '2099-08-01T04:00:00.000Z', // midnight in New York, in daylight saving time
  })
  expect(stored(shop)).toEqual(['SPRING15'])
  expect(await codes(user)).toMatchObject([
    { shopifyPriceRuleId: remote!.id, shopifySyncedAt: expect.any(String) },
  ])
})

test('fifty clicks at once create it once', async () => {
  const user = await makeCompany(app)
  const shop = await stores.connect(user)
  const code = await makeCode(user, 'SPRING10')
  const url = `${urlOf(code)}/sync-to-shopify`
  const clicks = await workUntil(Promise.all(Array.from({ length: 50 }, () => user.call('POST', url))))
  expect(new Set(clicks.map(({ status }) => status))).toEqual(new Set([200]))
  expect(stored(shop)).toEqual(['SPRING10'])
  expect(askedOf(shop).filter((name) => name === 'discountCodeBasicCreate')).toHaveLength(1)
})

test('saving a code that is in Shopify updates it there, and no other', async () => {
  const { user, shop, code, remoteId } = await makeSynced({ usageLimit: 5 })
  const other = await makeCode(user, 'OTHER')
  await user.call('PUT', urlOf(other), { code: 'OTHER20', discountValue: 20 })
  const summer = { code: 'SUMMER20', discountValue: 20, usageLimit: null, expiresAt: '2099-01-31' }
  expect((await user.call('PUT', urlOf(code), summer)).body).toMatchObject({
    shopifyPriceRuleId: remoteId,
    shopifySyncedAt: null,
  })
  await workUntilDone(user)
  expect(stored(shop)).toEqual(['SUMMER20'])
  expect(shop.discounts).toMatchObject([
    {
      id: remoteId,
      usageLimit: null,
      customerGets: { value: { percentage: 0.2 } },
      endsAt: '2099-02-01T05:00:00.000Z',
    },
  ])
  expect(await codes(user)).toMatchObject([
    { code: 'OTHER20', shopifyPriceRuleId: null },
    { code: 'SUMMER20', shopifySyncedAt: expect.any(String) },
  ])
})

test('it is switched off and on in Shopify as it is here', async () => {
  const { user, shop, code } = await makeSynced({ expiresAt: '2099-01-31' })
  const statusOf = async (changes: object) => {
    await user.call('PUT', urlOf(code), { ...spring, ...changes })
    await workUntilDone(user)
    return shop.discounts.map(({ endsAt }) => endsAt)
  }
  const [ended] = await statusOf({ isActive: false })
  expect(Date.parse(String(ended))).toBeLessThanOrEqual(Date.now())
  expect(await statusOf({ isActive: false, discountValue: 20 })).toEqual([ended])
  expect(await statusOf({ isActive: true })).toEqual(['2099-02-01T05:00:00.000Z'])
  expect(askedOf(shop).filter((name) => /ctivate$/.test(name!))).toEqual([
    'discountCodeDeactivate',
    'discountCodeActivate',
  ])
})

test('an inactive code is never usable in Shopify, not even while it is created', async () => {
  const { shop } = await makeSynced({ isActive: false })
  expect(askedOf(shop)).not.toContain('discountCodeDeactivate')
  expect(Date.parse(String(shop.discounts[0]!.endsAt))).toBeLessThanOrEqual(Date.now())
})

test('a code deleted here is deleted in Shopify, even if it was already deleted there', async () => {
  const { user, shop, code } = await makeSynced()
  const other = await makeCode(user, 'OTHER')
  await sync(user, other)
  shop.discounts = shop.discounts.filter(({ title }) => title !== 'OTHER')
  expect((await user.call('DELETE', urlOf(code))).status).toBe(204)
  await user.call('DELETE', urlOf(other))
  await workUntilDone(user)
  expect(stored(shop)).toEqual([])
  const { body } = await user.call('GET', '/api/shopify/logs')
  expect(body.slice(0, 2)).toMatchObject(
    Array(2).fill({
      operation: 'discount.sync',
      status: 'done',
      message: 'The discount code is no longer in Shopify.',
    }),
  )
})

test('while the store is switched off, codes are changed and deleted as usual, and sent when it is back on', async () => {
  const { user, shop, code } = await makeSynced()
  const other = await makeCode(user, 'OTHER')
  await sync(user, other)
  await user.call('PATCH', '/api/shopify/store', { enabled: false })
  expect((await user.call('PUT', urlOf(code), { ...spring, discountValue: 30 })).status).toBe(200)
  expect((await user.call('PUT', urlOf(other), { code: 'LATER', discountValue: 5 })).status).toBe(200)
  expect((await user.call('DELETE', urlOf(other))).status).toBe(204)
  expect(stored(shop)).toEqual(['SPRING10', 'OTHER'])
  await user.call('PATCH', '/api/shopify/store', { enabled: true })
  await workUntilDone(user)
  expect(stored(shop)).toEqual(['SPRING10'])
  expect(shop.discounts).toMatchObject([{ customerGets: { value: { percentage: 0.3 } } }])
})

test('a name that the store uses for something else is reported, and its code left alone', async () => {
  const user = await makeCompany(app)
  const shop = await stores.connect(user)
  shop.discounts.push({
    __typename: 'DiscountCodeBasic',
    id: 'gid://shopify/DiscountCodeNode/1',
    title: 'By hand',
    codes: [{ id: 'gid://shopify/DiscountRedeemCode/1', code: 'spring10' }],
    usageLimit: null,
    startsAt: '2027-01-01T00:00:00Z',
    endsAt: null,
    updatedAt: '2027-01-01T00:00:00Z',
    tags: [],
  })
  const message =
    'Shopify has another discount code with this name that wasn’t made here. Rename or delete one of the two, then send it again.'
  const code = await makeCode(user, 'SPRING10')
  expect(await sync(user, code)).toMatchObject({ status: 409, body: { message } })
  const other = await makeCode(user, 'OTHER')
  await sync(user, other)
  await user.call('DELETE', urlOf(code))
  await user.call('PUT', urlOf(other), spring)
  await workUntilDone(user)
  expect((await user.call('GET', '/api/shopify/logs?status=failed')).body).toMatchObject([
    { message, offers: 'retry' },
    { message },
  ])
  expect(shop.discounts[0]).toMatchObject({ title: 'By hand' })
  expect(stored(shop)).toEqual(['spring10', 'OTHER'])
})

test('a code that was created here before is adopted again, after another store or a lost answer', async () => {
  const { user, shop, code, remoteId } = await makeSynced()
  await stores.connect(user)
  expect(await codes(user)).toMatchObject([{ shopifyPriceRuleId: null, shopifySyncedAt: null }])
  const { key, clientId, clientSecret } = shop
  const first = { kind: 'app', address: `${key}.myshopify.com`, clientId, clientSecret }
  expect((await user.call('PUT', '/api/shopify/store', first)).status).toBe(200)
  expect((await sync(user, code)).body.shopifyPriceRuleId).toBe(remoteId)
  stores.fail(shop, inTurn(['discountCodeBasicCreate', 'dropped']))
  const lost = await makeCode(user, 'LOST')
  expect((await sync(user, lost)).body).toMatchObject({
    state: 'done',
    shopifyPriceRuleId: shop.discounts[1]!.id,
  })
  expect(stored(shop)).toEqual(['SPRING10', 'LOST'])
})

test('a code whose answer was lost and that was then renamed or deleted leaves nothing behind', async () => {
  const user = await makeCompany(app)
  const shop = await stores.connect(user)
  const [renamed, deleted] = [await makeCode(user, 'RENAMED'), await makeCode(user, 'DELETED')]
  for (const code of [renamed, deleted]) {
    stores.fail(shop, inTurn(['discountCodeBasicCreate', 'dropped']))
    const before = shop.discounts.length
    const syncing = user.call('POST', `${urlOf(code)}/sync-to-shopify`)
    while (shop.discounts.length === before) await stores.work()
    if (code === renamed) await user.call('PUT', urlOf(code), { code: 'NAMED ANEW', discountValue: 10 })
    else await user.call('DELETE', urlOf(code))
    await workUntil(syncing)
  }
  await workUntilDone(user)
  expect(stored(shop)).toEqual(['NAMED ANEW'])
})

test('a code deleted, and created again before Shopify got the deletion, ends up in Shopify', async () => {
  const { user, shop, code, remoteId } = await makeSynced()
  const isAnew = () => (shop.discounts[0]!.customerGets as { value: unknown }).value !== old
  const old = (shop.discounts[0]!.customerGets as { value: unknown }).value
  stores.fail(shop, (operation) => (operation === 'discountCodeDelete' && !isAnew() ? 'throttled' : null))
  await user.call('DELETE', urlOf(code))
  const anew = await makeCode(user, 'SPRING10', { discountValue: 20 })
  expect((await sync(user, anew)).body.shopifyPriceRuleId).toBe(remoteId)
  await workUntilDone(user)
  expect(shop.discounts).toMatchObject([{ id: remoteId, customerGets: { value: { percentage: 0.2 } } }])
})

test('a deletion that failed is retried under the code’s name in Shopify', async () => {
  const { user, shop, code } = await makeSynced()
  stores.fail(shop, inTurn(['discountCodeDelete', 'userError']))
  await user.call('DELETE', urlOf(code))
  await workUntilDone(user)
  Object.assign(shop.discounts[0]!, { codes: [{ id: 'code', code: 'RENAMED THERE' }] })
  const [failed] = (await user.call('GET', '/api/shopify/logs?status=failed')).body
  expect(failed).toMatchObject({ offers: 'retry' })
  const answer = await workUntil(user.call('POST', `/api/shopify/operations/${failed.operationId}/retry`))
  expect(answer.body).toMatchObject({ state: 'done' })
  expect(stored(shop)).toEqual([])
})

test('a code deleted in Shopify counts as one that was never there', async () => {
  const { user, shop, code } = await makeSynced()
  shop.discounts = []
  expect(await sync(user, code)).toMatchObject({
    status: 409,
    body: {
      message: 'This discount code no longer exists in Shopify. Send it to create it again.',
    },
  })
  expect(await codes(user)).toMatchObject([{ shopifyPriceRuleId: null }])
  expect((await sync(user, code)).status).toBe(200)
  expect(stored(shop)).toEqual(['SPRING10'])
})

test('a code saved while it is being sent is sent once more with the new values', async () => {
  const { user, shop, code } = await makeSynced()
  await user.call('PUT', urlOf(code), { ...spring, discountValue: 20 })
  // As if another process had claimed it and just read it.
  await app.rows(
    `UPDATE shopify_operations SET state = 'sending', tries = 7 WHERE company_id = $1 AND state = 'queued'`,
    [user.companyId],
  )
  await user.call('PUT', urlOf(code), { ...spring, discountValue: 30 })
  const [row] = await app.rows(
    `SELECT tries, state FROM shopify_operations WHERE company_id = $1 ORDER BY id DESC LIMIT 1`,
    [user.companyId],
  )
  expect(row).toEqual({ tries: 8, state: 'sending' })
  await workUntilDone(user)
  expect(shop.discounts).toMatchObject([{ customerGets: { value: { percentage: 0.3 } } }])
  expect(await codes(user)).toMatchObject([{ shopifySyncedAt: expect.any(String) }])
})

test('after every kind of fault, twenty codes are in Shopify once each', async () => {
  const user = await makeCompany(app)
  const shop = await stores.connect(user)
  const names = Array.from({ length: 20 }, (_, at) => `CODE${String(at).padStart(2, '0')}`)
  const made = await Promise.all(names.map((name) => makeCode(user, name)))
  const faults = atRandom(8, { throttled: 0.3, unavailable: 0.1, dropped: 0.1 })
  let calls = 0
  // A store that refuses two tokens in a row must be reconnected.
  stores.fail(shop, (...call) => (++calls % 20 === 0 ? 'expired' : faults(...call)))
  const answers = await workUntil(
    Promise.all(made.map((code) => user.call('POST', `${urlOf(code)}/sync-to-shopify`))),
  )
  await workUntilDone(user)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(stored(shop).sort()).toEqual(names)
  const linked = (await codes(user)).map((code: Record<string, unknown>) => code.shopifyPriceRuleId)
  expect(linked.sort()).toEqual(shop.discounts.map(({ id }) => id).sort())
})

test('without a store, or of another company, nothing is sent', async () => {
  const user = await makeCompany(app)
  const code = await makeCode(user, 'SPRING10')
  expect(await sync(user, code)).toMatchObject({
    status: 409,
    body: { message: 'Connect a store in Settings first.' },
  })
  const other = await makeCompany(app)
  await stores.connect(other)
  expect((await sync(other, code)).status).toBe(404)
  const rows = await app.rows(
    `SELECT FROM shopify_operations WHERE entity_type = 'discount' AND entity_id = $1`,
    [code.id],
  )
  expect(rows).toEqual([])
})
