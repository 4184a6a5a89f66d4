import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { makeCode, makeCompany, makeForm, sendOrder, type TestUser, takeOrder } from '../../test/factories.ts'
import { assertOrderInvariants } from '../../test/order-invariants.ts'

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
