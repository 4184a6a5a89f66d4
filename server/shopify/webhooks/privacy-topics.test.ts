import { randomUUID } from 'node:crypto'
import { signWebhook } from '@trunkshow/practice-store/webhooks.ts'
import { describe, expect, test } from 'vitest'
import { startTestApp, unique } from '../../test/app.ts'
import { dumpTables, findMatches } from '../../test/dump.ts'
import { book, makeCompany, makeCustomer, makeEvent, takeOrder } from '../../test/factories.ts'
import { startTestStores } from '../../test/stores.ts'

const app = startTestApp()
const stores = startTestStores(app)

/** A privacy webhook, as Shopify's page "Privacy law compliance" shows it. */
function send(shop: Parameters<typeof signWebhook>[0], topic: string, payload: object, id = randomUUID()) {
  const about = { shop_id: 954889, shop_domain: `${shop.key}.myshopify.com`, ...payload }
  const { body, headers } = signWebhook(shop, { topic, payload: about }, id)
  return app.call('POST', '/api/shopify/webhooks', body, headers)
}
const customerOf = (email: string | null) => ({ customer: { id: 191167, email, phone: '555-625-1199' } })

/** A company with its own store and customer. */
async function makeShop() {
  const owner = await makeCompany(app)
  const shop = await stores.connect(owner)
  const word = unique('zora')
  const email = `${word}@mail.test`
  const customer = await makeCustomer(owner, { lastName: word, email })
  return { owner, shop, customer, email, trace: new RegExp(word, 'i') }
}
const emailOf = async ({ owner, customer }: Awaited<ReturnType<typeof makeShop>>) =>
  (await owner.call('GET', `/api/customers/${customer.id}`)).body.email

describe('customers/redact', () => {
  test('erases the customer, only in that company, even while the store is switched off', async () => {
    const [one, other] = [await makeShop(), await makeShop()]
    await makeCustomer(other.owner, { email: one.email })
    const event = await makeEvent(one.owner)
    await book(app, event.slots[0]!.id, { attendeeEmail: one.email })
    await one.owner.call('PATCH', '/api/shopify/store', { enabled: false })
    const redact = { ...customerOf(one.email.toUpperCase()), orders_to_redact: [299938] }
    expect((await send(one.shop, 'customers/redact', redact)).status).toBe(200)
    expect(await emailOf(one)).toBe('')
    const rows = (await dumpTables(app)).get('public.customers')!
    expect(rows.filter((row) => one.trace.test(row))).toHaveLength(1)
    expect(findMatches(await dumpTables(app), one.trace)).toEqual(['public.customers'])
    const { body: log } = await one.owner.call('GET', '/api/activity?limit=1')
    expect(log[0]).toMatchObject({ actorName: 'Shopify', activity: 'customer.erased' })
    expect((await send(one.shop, 'customers/redact', redact)).status).toBe(200)
  })

  test('finds them by an order too, and answers 200 for an unknown customer', async () => {
    const known = await makeShop()
    const order = await takeOrder(known.owner, { customerId: known.customer.id, customerEmail: known.email })
    await app.rows(`UPDATE orders SET shopify_order_id = 'gid://shopify/Order/280263' WHERE id = $1`, [
      order.id,
    ])
    const nobody = { ...customerOf('nobody@mail.test'), orders_to_redact: [1] }
    expect((await send(known.shop, 'customers/redact', nobody)).status).toBe(200)
    expect(await emailOf(known)).toBe(known.email)
    expect(
      (await send(known.shop, 'customers/redact', { ...customerOf(null), orders_to_redact: [280263] }))
        .status,
    ).toBe(200)
    expect(await emailOf(known)).toBe('')
  })

  test('that is forged or unreadable erases no one', async () => {
    const known = await makeShop()
    const redact = { ...customerOf(known.email), orders_to_redact: [] }
    expect((await send({ ...known.shop, clientSecret: 'guessed' }, 'customers/redact', redact)).status).toBe(
      401,
    )
    expect((await send(known.shop, 'customers/redact', { customer: 'all' })).status).toBe(400)
    expect(await emailOf(known)).toBe(known.email)
  })
})

test('customers/data_request is reported to the owner once, in an email without the name and an entry with it', async () => {
  const known = await makeShop()
  const request = { ...customerOf(known.email), orders_requested: [], data_request: { id: 9999 } }
  const id = randomUUID()
  for (const _ of [1, 2])
    expect((await send(known.shop, 'customers/data_request', request, id)).status).toBe(200)
  const { body: log } = await known.owner.call('GET', '/api/activity')
  const told = log.filter(({ activity }: { activity: string }) => activity === 'customer.dataRequested')
  expect(told).toMatchObject([{ subjectId: known.customer.id, actorName: 'Shopify' }])
  const mails = await app.rows(
    `SELECT user_id AS "userId" FROM email_notifications WHERE company_id = $1 AND email_type = 'data_request_notice'`,
    [known.owner.companyId],
  )
  expect(mails).toEqual([{ userId: known.owner.id }])
  expect(findMatches(await dumpTables(app), known.trace)).toEqual(['public.activity_log', 'public.customers'])
  expect((await send(known.shop, 'customers/data_request', customerOf('nobody@mail.test'))).status).toBe(200)
})

describe('shop/redact', () => {
  test('deletes the store that the app was removed from, and keeps the company’s own data', async () => {
    const { owner, shop, customer } = await makeShop()
    const order = await takeOrder(owner, { customerId: customer.id })
    await app.rows(`UPDATE orders SET shopify_order_id = 'gid://shopify/Order/7' WHERE id = $1`, [order.id])
    stores.fail(shop, () => ({ status: 401, error: 'invalid_client' }))
    shop.tokens = {}
    expect((await send(shop, 'shop/redact', {})).status).toBe(200)
    await stores.work()
    for (const table of ['shopify_stores', 'shopify_operations', 'shopify_logs', 'shopify_webhooks'])
      expect(await app.rows(`SELECT FROM ${table} WHERE company_id = $1`, [owner.companyId]), table).toEqual(
        [],
      )
    expect((await owner.call('GET', '/api/shopify/store')).body.connected).toBe(false)
    expect(await app.rows('SELECT shopify_order_id AS remote FROM orders WHERE id = $1', [order.id])).toEqual(
      [{ remote: null }],
    )
    expect((await owner.call('GET', `/api/customers/${customer.id}`)).body.email).toBe(customer.email)
  })

  test('is ignored if the store answers again', async () => {
    const { owner, shop } = await makeShop()
    expect((await send(shop, 'shop/redact', {})).status).toBe(200)
    await stores.work()
    expect((await owner.call('GET', '/api/shopify/store')).body.connected).toBe(true)
    const open = `SELECT FROM shopify_webhooks WHERE company_id = $1 AND handled_at IS NULL`
    expect(await app.rows(open, [owner.companyId])).toEqual([])
  })
})
