import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import {
  makeCode,
  makeCompany,
  makeForm,
  makeUser,
  orderForm,
  type TestUser,
  takeOrder,
} from '../../test/factories.ts'
import { assertOrderInvariants } from '../../test/invariants.ts'

const app = startTestApp()

const move = (staff: TestUser, { id }: { id: number }, status: string, from?: string) =>
  staff.call('PATCH', `/api/orders/${id}/status`, { status, ...(from && { from }) })
const cancel = (staff: TestUser, { id }: { id: number }) => staff.call('POST', `/api/orders/${id}/cancel`)
const read = (staff: TestUser, { id }: { id: number }) => staff.call('GET', `/api/orders/${id}`)
const timelineOf = async (staff: TestUser, { id }: { id: number }) =>
  (await staff.call('GET', `/api/orders/${id}/timeline`)).body

describe('the status of an order', () => {
  test('moves forward and back step by step, and the timeline shows who moved it', async () => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff)
    for (const status of ['paid', 'shipped', 'delivered', 'completed', 'delivered'])
      expect(await move(staff, order, status)).toMatchObject({ status: 200, body: { status, version: 1 } })
    expect((await read(staff, order)).body.status).toBe('delivered')
    const timeline = await timelineOf(staff, order)
    // Being paid is a payment, too.
    expect(timeline).toHaveLength(7)
    expect(timeline.at(-3)).toMatchObject({
      activity: 'order.status',
      actorName: 'Test User',
      subjectName: 'Order #1001',
      changes: [{ field: 'Status', from: 'Pending', to: 'Paid' }],
    })
  })

  test('changed by another user is refused, naming who marked it last', async () => {
    const staff = await makeCompany(app)
    const colleague = await makeUser(app, staff.companyId, 'order management', { name: 'Dana Reyes' })
    const order = await takeOrder(staff)
    await move(colleague, order, 'paid')
    await staff.call('PUT', `/api/orders/${order.id}`, { notes: 'By June.' })
    const message = 'Dana Reyes just marked this order Paid.'
    const body = { code: 'changed', message, fields: { status: message } }
    expect(await move(staff, order, 'cancelled', 'pending')).toMatchObject({ status: 409, body })
    await move(staff, order, 'shipped')
    expect((await move(colleague, order, 'delivered', 'paid')).body.message).toBe(
      'Test User just marked this order Shipped.',
    )
  })

  test.each([
    ['shipped', undefined, 409, 'conflict', 'Status can only move one step at a time.'],
    ['pending', undefined, 409, 'conflict', 'Status can only move one step at a time.'],
    ['paid', 'shipped', 409, 'changed', 'Someone just marked this order Pending.'],
    ['sold', undefined, 400, 'invalid', 'What was sent is not valid.'],
  ])(
    'of a pending order does not become %s, chosen as it was %s',
    async (next, from, status, code, message) => {
      const staff = await makeCompany(app)
      const order = await takeOrder(staff)
      expect(await move(staff, order, next, from)).toMatchObject({ status, body: { code, message } })
      expect((await read(staff, order)).body.status).toBe('pending')
      expect(await timelineOf(staff, order)).toHaveLength(1)
    },
  )
})

describe('a canceled order', () => {
  test('returns its discount use, keeps its price, and loses its Shopify id', async () => {
    const staff = await makeCompany(app)
    const code = await makeCode(staff, 'SPRING10', { usageLimit: 1 })
    const order = await takeOrder(staff, { discountCodeId: code.id })
    await app.rows(`UPDATE orders SET shopify_order_id = 'gid://shopify/Order/1' WHERE id = $1`, [order.id])
    const canceled = await cancel(staff, order)
    expect(canceled).toMatchObject({
      status: 200,
      body: {
        status: 'cancelled',
        shopifyOrderId: null,
        total: '769.50',
        discount: { code: 'SPRING10', percent: 10, discountCodeId: null },
      },
    })
    expect((await timelineOf(staff, order))[0]).toMatchObject({
      activity: 'order.cancelled',
      changes: [{ field: 'Status', from: 'Pending', to: 'Cancelled' }],
    })
    // Another order may use the code now, but the canceled one never again.
    await takeOrder(staff, { discountCodeId: code.id })
    const apply = await staff.call('PATCH', `/api/orders/${order.id}/discount`, { discountCodeId: code.id })
    expect(apply).toMatchObject({ status: 409, body: { message: 'This order is canceled.' } })
    await assertOrderInvariants(app, staff)
  })

  test("is final: it can't be canceled again or move forward", async () => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff)
    await cancel(staff, order)
    const again = { status: 409, body: { message: 'This order is already canceled.' } }
    expect(await cancel(staff, order)).toMatchObject(again)
    expect(await move(staff, order, 'cancelled')).toMatchObject(again)
    expect(await move(staff, order, 'paid')).toMatchObject({
      status: 409,
      body: { message: 'This order is canceled.' },
    })
    expect(await timelineOf(staff, order)).toHaveLength(2)
  })

  test("was pending or paid; a shipped order can't be canceled", async () => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff)
    for (const status of ['paid', 'shipped']) await move(staff, order, status)
    expect(await cancel(staff, order)).toMatchObject({
      status: 409,
      body: { message: 'Only pending or paid orders can be canceled.' },
    })
  })
})

test('deleting an order deletes its files, returns its discount use, and keeps its log', async () => {
  const staff = await makeCompany(app)
  const code = await makeCode(staff, 'SPRING10')
  const body = new FormData()
  body.set('orderData', JSON.stringify(orderForm(await makeForm(staff), { discountCodeId: code.id })))
  body.set('orderAttachment_0', new File(['%PDF-1.7'], 'contract.pdf'))
  const { body: order } = await staff.call('POST', '/api/orders', body)
  const { filePath } = order.attachments[0]
  expect((await staff.call('GET', filePath)).status).toBe(200)
  const stored = () =>
    readdir(join(app.config.dataDir, 'uploads', 'orders', String(order.id))).catch(() => [])
  expect(await stored()).toHaveLength(1)
  expect((await staff.call('DELETE', `/api/orders/${order.id}`)).status).toBe(204)
  expect((await read(staff, order)).status).toBe(404)
  expect((await staff.call('DELETE', `/api/orders/${order.id}`)).status).toBe(404)
  expect((await staff.call('GET', filePath)).status).toBe(404)
  expect(await stored()).toEqual([])
  for (const table of ['order_products', 'attachments'])
    expect(await app.rows(`SELECT id FROM ${table} WHERE order_id = $1`, [order.id])).toEqual([])
  const { body: log } = await staff.call('GET', `/api/activity?subject=order&subjectId=${order.id}`)
  expect(log).toMatchObject([{ activity: 'order.deleted' }, { activity: 'order.created' }])
  expect((await staff.call('GET', '/api/discount-codes')).body).toMatchObject([{ usedCount: 0 }])
})

describe('a comment', () => {
  test('is an entry of the timeline in full length', async () => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff)
    const comment = `Waist 27½ 👗\n${'x'.repeat(4000)}`
    const made = await staff.call('POST', `/api/orders/${order.id}/comments`, { comment })
    expect(made).toMatchObject({
      status: 201,
      body: {
        activity: 'order.commented',
        actorName: 'Test User',
        subject: 'order',
        subjectId: order.id,
        changes: [{ field: 'Comment', from: null, to: comment }],
      },
    })
    expect((await timelineOf(staff, order))[0]).toEqual(made.body)
  })

  test.each([
    ['', 'Enter a comment'],
    ['x'.repeat(5001), 'Comments must be 5,000 characters or less'],
    ['a\u0000b', 'Some text has a character we can’t save.'],
    ['a\ud800b', 'Some text has a character we can’t save.'],
  ])('like %j is refused', async (comment, message) => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff)
    const answer = await staff.call('POST', `/api/orders/${order.id}/comments`, { comment })
    expect(answer).toMatchObject({ status: 400, body: { message } })
  })

  test('on a missing order is refused', async () => {
    const staff = await makeCompany(app)
    const call = await staff.call('POST', '/api/orders/2000000000/comments', { comment: 'x' })
    expect(call).toMatchObject({ status: 404, body: { message: 'Order not found.' } })
  })
})

test('a long text is cut in the timeline between characters, never within one', async () => {
  const staff = await makeCompany(app)
  const order = await takeOrder(staff)
  const notes = '👗'.repeat(150)
  expect((await staff.call('PUT', `/api/orders/${order.id}`, { notes })).status).toBe(200)
  const [{ changes }] = await timelineOf(staff, order)
  expect(changes).toEqual([{ field: 'Notes', from: null, to: `${'👗'.repeat(99)}…` }])
})
