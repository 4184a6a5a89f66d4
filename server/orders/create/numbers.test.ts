import { describe, expect, test } from 'vitest'
import { type Answer, startTestApp } from '../../test/app.ts'
import {
  home,
  makeCode,
  makeCompany,
  makeForm,
  orderForm,
  sendOrder,
  type TestUser,
  takeOrder,
} from '../../test/factories.ts'
import { assertOrderInvariants, countStored } from '../../test/invariants.ts'

const app = startTestApp()

const upTo = (last: number) => Array.from({ length: last - 1000 }, (_, at) => 1001 + at)
const numbersOf = async (staff: TestUser) =>
  (await staff.call('GET', '/api/orders')).body
    .map(({ orderNumber }: { orderNumber: number }) => orderNumber)
    .sort()

test('numbers repeat if read before they are written, so the race is real', async () => {
  await app.rows('CREATE TABLE unnumbered (order_number int NOT NULL)')
  const readThenInsert = async () => {
    const [{ next }] = (await app.rows<{ next: number }>(
      'SELECT coalesce(max(order_number), 1000) + 1 AS next FROM unnumbered',
    )) as [{ next: number }]
    await app.rows('INSERT INTO unnumbered VALUES ($1)', [next])
  }
  await Promise.all(Array.from({ length: 50 }, readThenInsert))
  const [row] = await app.rows('SELECT count(DISTINCT order_number)::int AS numbers FROM unnumbered')
  expect(row!.numbers).toBeLessThan(50)
})

test('two companies ordering at once each count from 1001, and refused orders leave no gap', async () => {
  const shops = await Promise.all(
    [1, 2].map(async () => {
      const staff = await makeCompany(app)
      const { id: discountCodeId } = await makeCode(staff, 'LAST', { usageLimit: 1 })
      return { staff, form: await makeForm(staff), discountCodeId }
    }),
  )
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      shops.map(async ({ staff, form, discountCodeId }) => {
        // Only one of the orders with the code succeeds; the refused ones are in between the others.
        const changes = at % 4 === 1 ? { discountCodeId } : at % 4 === 2 ? { total: '1.00' } : {}
        return { staff, ...(await sendOrder(staff, form, changes)) }
      }),
    ).flat(),
  )
  for (const { staff } of shops) {
    const taken = answers.filter((answer) => answer.staff === staff && answer.status === 201)
    expect(taken).toHaveLength(11)
    expect(taken.map(({ body }) => body.orderNumber).sort()).toEqual(upTo(1011))
    expect(await numbersOf(staff)).toEqual(upTo(1011))
    expect((await takeOrder(staff)).orderNumber).toBe(1012)
    await assertOrderInvariants(app, staff)
  }
})

test('an order that fails returns its number, and a deleted one keeps it', async () => {
  const staff = await makeCompany(app)
  const form = await makeForm(staff)
  const refuse =
    'CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION %s; END $$'
  await app.rows(refuse.replace('%s', `'refused'`))
  await app.rows(
    `CREATE TRIGGER refuse_refused AFTER INSERT ON orders FOR EACH ROW
     WHEN (NEW.notes = 'refuse ${staff.companyId}') EXECUTE FUNCTION refuse()`,
  )
  expect((await takeOrder(staff, {}, form)).orderNumber).toBe(1001)
  const refused = await sendOrder(staff, form, { notes: `refuse ${staff.companyId}` })
  expect(refused.status).toBe(500)
  const second = await takeOrder(staff, {}, form)
  expect(second.orderNumber).toBe(1002)
  await staff.call('DELETE', `/api/orders/${second.id}`)
  expect((await takeOrder(staff, {}, form)).orderNumber).toBe(1003)
})

test('a repeat returns the same number', async () => {
  const staff = await makeCompany(app)
  const form = await makeForm(staff)
  const key = { 'idempotency-key': 'form-1' }
  const answers = await Promise.all(Array.from({ length: 6 }, () => sendOrder(staff, form, {}, key)))
  expect(answers.map(({ body }) => body.orderNumber)).toEqual(Array(6).fill(1001))
  expect((await takeOrder(staff, {}, form)).orderNumber).toBe(1002)
})

test('the file and the logs name an order by its number', async () => {
  const staff = await makeCompany(app)
  const { id } = await takeOrder(staff)
  const { text } = await staff.call('GET', '/api/orders.csv')
  expect(String(text).replace('\ufeff', '')).toMatch(/^"?Order number"?,/)
  expect(String(text)).toMatch(/\r\n"?1001"?,/)
  await staff.call('DELETE', `/api/orders/${id}`)
  const { body } = await staff.call('GET', '/api/activity?subject=order')
  expect(body.map(({ subjectName }: { subjectName: string }) => subjectName)).toEqual([
    'Order #1001',
    'Order #1001',
  ])
})

describe('an order sent again', () => {
  const key = { 'idempotency-key': 'form-1' }

  test('with its key returns the first one, and with other data is refused', async () => {
    const [staff, stranger] = [await makeCompany(app), await makeCompany(app)]
    const form = await makeForm(staff)
    const first = await sendOrder(staff, form, {}, key)
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    const again = await sendOrder(staff, form, {}, key)
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true'])
    expect(again.body).toEqual(first.body)
    const other = await sendOrder(staff, form, { notes: 'x' }, key)
    expect(other).toMatchObject({ status: 422, body: { code: 'key_reused' } })
    // Keys are per company, and a refused request does not use up its key.
    const theirs = await makeForm(stranger)
    expect((await sendOrder(stranger, theirs, { customerName: '' }, key)).status).toBe(400)
    expect((await sendOrder(stranger, theirs, {}, key)).status).toBe(201)
    await app.rows(`UPDATE orders SET created_at = now() - interval '25 hours' WHERE id = $1`, [
      first.body.id,
    ])
    expect((await sendOrder(staff, form, {}, key)).status).toBe(422)
    expect(await countStored(app, staff)).toMatchObject({ orders: 1, customers: 1 })
  })

  test('with its key but other files is refused', async () => {
    const staff = await makeCompany(app)
    const form = await makeForm(staff)
    const sendFile = (content: string): Promise<Answer> => {
      const body = new FormData()
      body.set('orderData', JSON.stringify(orderForm(form)))
      body.set('orderAttachment_0', new Blob([content]), 'contract.pdf')
      return staff.call('POST', '/api/orders', body, key)
    }
    const first = await sendFile('%PDF-1.7')
    expect((await sendFile('%PDF-1.7')).body.id).toBe(first.body.id)
    expect((await sendFile('%PDF-1.7 and more')).status).toBe(422)
    const sameSize = await sendFile('%PDF-1.6')
    expect(sameSize).toMatchObject({ status: 422, body: { code: 'key_reused' } })
    expect(await countStored(app, staff)).toMatchObject({ orders: 1, attachments: 1 })
  })

  test('many times at once is created once, even with the last use of a code', async () => {
    const staff = await makeCompany(app)
    const form = await makeForm(staff)
    const { id: discountCodeId } = await makeCode(staff, 'ONCE', { usageLimit: 1 })
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        sendOrder(staff, form, { discountCodeId, shippingAddress: home }, key),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    const first = answers.filter(({ headers }) => !headers['idempotent-replayed'])
    expect(first).toHaveLength(1)
    expect(await countStored(app, staff)).toMatchObject({ orders: 1, customers: 1, addresses: 1 })
    await assertOrderInvariants(app, staff)
  })
})
