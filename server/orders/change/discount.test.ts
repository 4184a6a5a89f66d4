import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { dayAhead, makeCode, makeCompany, type TestUser, takeOrder } from '../../test/factories.ts'
import { assertOrderInvariants } from '../../test/invariants.ts'
import { newYorkNow } from '../../test/new-york.ts'

const app = startTestApp()

const apply = (staff: TestUser, { id }: { id: number }, discountCodeId: number | null) =>
  staff.call('PATCH', `/api/orders/${id}/discount`, { discountCodeId })
const used = async (staff: TestUser) =>
  Object.fromEntries(
    (await staff.call('GET', '/api/discount-codes')).body.map((code: { code: string; usedCount: number }) => [
      code.code,
      code.usedCount,
    ]),
  )

describe('a discount applied to an order', () => {
  test('updates the total, counts as a use, and returns the code with its current use count', async () => {
    const staff = await makeCompany(app)
    const code = await makeCode(staff, 'SPRING10')
    const order = await takeOrder(staff)
    const answer = await apply(staff, order, code.id)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        total: '769.50',
        price: { subtotal: '855.50', discount: '86.00', total: '769.50' },
        discount: { code: 'SPRING10', percent: 10, discountCodeId: code.id },
        discountCode: { id: code.id, code: 'SPRING10', usedCount: 1 },
        version: 2,
      },
    })
    const { body: timeline } = await staff.call('GET', `/api/orders/${order.id}/timeline`)
    expect(timeline[0]).toMatchObject({
      activity: 'order.discounted',
      changes: [
        { field: 'Discount', from: null, to: 'SPRING10' },
        { field: 'Total', from: '$855.50', to: '$769.50' },
      ],
    })
    await assertOrderInvariants(app, staff)
  })

  test('applied twice counts once, and null removes it', async () => {
    const staff = await makeCompany(app)
    const code = await makeCode(staff, 'SPRING10', { usageLimit: 1 })
    const order = await takeOrder(staff)
    const first = await apply(staff, order, code.id)
    // Keeping a code works even after the code can no longer be applied.
    await staff.call('PUT', `/api/discount-codes/${code.id}`, {
      code: 'SPRING10',
      discountValue: 50,
      usageLimit: 1,
      isActive: false,
    })
    const again = await apply(staff, order, code.id)
    expect(again.body).toEqual({
      ...first.body,
      discountCode: {
        ...first.body.discountCode,
        discountValue: 50,
        isActive: false,
        version: 2,
        updatedAt: expect.any(String),
      },
    })
    const dropped = await apply(staff, order, null)
    expect(dropped.body).toMatchObject({ total: '855.50', discount: null, discountCode: null, version: 3 })
    expect((await apply(staff, order, null)).body).toEqual(dropped.body)
    expect(await used(staff)).toEqual({ SPRING10: 0 })
    expect((await staff.call('GET', `/api/orders/${order.id}/timeline`)).body).toHaveLength(3)
  })

  test('returns the use of the code it replaces', async () => {
    const staff = await makeCompany(app)
    const codes = [await makeCode(staff, 'A'), await makeCode(staff, 'B', { discountValue: 100 })] as const
    const order = await takeOrder(staff, { discountCodeId: codes[0].id })
    expect((await apply(staff, order, codes[1].id)).body).toMatchObject({ total: '0.00' })
    expect(await used(staff)).toEqual({ A: 0, B: 1 })
    await apply(staff, order, codes[0].id)
    expect(await used(staff)).toEqual({ A: 1, B: 0 })
    await assertOrderInvariants(app, staff)
  })

  const yesterday = () => dayAhead(-1)
  test.each([
    [() => ({ isActive: false }), 'This discount code isn’t active.'],
    [() => ({ expiresAt: yesterday() }), 'This discount code has expired.'],
    [() => ({ usageLimit: 1 }), 'This discount code has reached its usage limit.'],
  ])('that cannot be used leaves the order as it was', async (changes, message) => {
    const staff = await makeCompany(app)
    const kept = await makeCode(staff, 'KEPT')
    const code = await makeCode(staff, 'OTHER', { ...changes() })
    const order = await takeOrder(staff, { discountCodeId: kept.id })
    if (message.includes('usage limit')) await takeOrder(staff, { discountCodeId: code.id })
    const before = await used(staff)
    expect(await apply(staff, order, code.id)).toMatchObject({
      status: 409,
      body: { code: 'conflict', message },
    })
    const { message: _, ...unchanged } = order
    expect((await staff.call('GET', `/api/orders/${order.id}`)).body).toEqual(unchanged)
    expect(await used(staff)).toEqual(before)
  })

  test('can be used through the day it expires on', async () => {
    const staff = await makeCompany(app)
    const expiresAt = newYorkNow().date
    const code = await makeCode(staff, 'TODAY', { expiresAt })
    expect((await apply(staff, await takeOrder(staff), code.id)).status).toBe(200)
  })

  test('of another company, or for its order, is not found', async () => {
    const [ours, theirs] = [await makeCompany(app), await makeCompany(app)]
    const code = await makeCode(theirs, 'THEIRS')
    const order = await takeOrder(ours)
    expect(await apply(ours, order, code.id)).toMatchObject({
      status: 404,
      body: { message: 'Discount code not found.' },
    })
    expect(await apply(theirs, order, code.id)).toMatchObject({
      status: 404,
      body: { message: 'Order not found.' },
    })
    expect(await used(theirs)).toEqual({ THEIRS: 0 })
  })
})
