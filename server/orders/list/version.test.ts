import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { makeCompany, makeForm, makeUser, takeOrder } from '../../test/factories.ts'

const app = startTestApp()

const grace = { firstName: 'Grace', lastName: 'Okafor', email: 'grace@guest.test' }

async function makeShop() {
  const staff = await makeCompany(app)
  const form = await makeForm(staff)
  const read = async (): Promise<string> => (await staff.call('GET', '/api/orders/version')).body.version
  return { staff, form, read }
}

test('the version changes with every change that the screens of orders show, and with nothing else', async () => {
  const { staff, form, read } = await makeShop()
  const colleague = await makeUser(app, staff.companyId, 'order management')
  const order = await takeOrder(staff, {}, form)
  const changes: [string, () => Promise<unknown>][] = [
    ['a new order', () => takeOrder(colleague, {}, form)],
    ['a status', () => colleague.call('PATCH', `/api/orders/${order.id}/status`, { status: 'paid' })],
    ['an edit', () => colleague.call('PUT', `/api/orders/${order.id}`, { notes: 'With a veil.' })],
    ['a comment', () => colleague.call('POST', `/api/orders/${order.id}/comments`, { comment: 'Called.' })],
    [
      'a customer',
      () => colleague.call('PUT', `/api/customers/${order.customerId}`, { ...grace, phone: '555 0100' }),
    ],
    ['a cancellation', () => colleague.call('POST', `/api/orders/${order.id}/cancel`)],
    ['a deletion', () => staff.call('DELETE', `/api/orders/${order.id}`)],
  ]
  let last = await read()
  for (const [change, make] of changes) {
    expect(await read(), `before ${change}`).toBe(last)
    await make()
    const version = await read()
    expect(version, change).not.toBe(last)
    last = version
  }
})

test('changes that begin first and commit last, and two in one millisecond, are noticed', async () => {
  const { staff, read } = await makeShop()
  const write = (entries: number) =>
    `INSERT INTO activity_log (company_id, activity, subject, subject_id, subject_name, created_at)
     SELECT ${staff.companyId}, 'order.changed', 'order', 1, 'Order 1', '2026-01-01'
     FROM generate_series(1, ${entries})`
  await app.rows(write(600))
  const slow = await app.pool.connect()
  try {
    await slow.query('BEGIN')
    await slow.query(write(1))
    await app.rows(write(1))
    const first = await read()
    await slow.query('COMMIT')
    expect(await read()).not.toBe(first)
  } finally {
    slow.release()
  }
})

test("changes of another company don't affect it", async () => {
  const [{ read }, other] = [await makeShop(), await makeShop()]
  const before = await read()
  await takeOrder(other.staff, {}, other.form)
  expect(await read()).toBe(before)
})
