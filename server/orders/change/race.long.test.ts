import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Answer, startTestApp } from '../../test/app.ts'
import {
  book,
  bookingNumber,
  makeCode,
  makeCompany,
  makeEvent,
  makeForm,
  sendOrder,
  type TestUser,
  takeOrder,
} from '../../test/factories.ts'
import { assertOrderInvariants } from '../../test/invariants.ts'
import { whileDeleting } from '../../test/while-uncommitted.ts'

const app = startTestApp()

const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status).sort()
const atOnce = <T>(count: number, call: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)))
const apply = (staff: TestUser, id: number, discountCodeId: number | null) =>
  staff.call('PATCH', `/api/orders/${id}/discount`, { discountCodeId })
const usedUp = 'This discount code has reached its usage limit.'

/** Fails unless exactly one request succeeded and all others got a conflict with this message. */
function assertOneWon(answers: Answer[], status: number, message: string) {
  const lost = answers.filter((answer) => answer.status !== status)
  expect(answers.length - lost.length).toBe(1)
  for (const answer of lost) expect([answer.status, answer.body.message]).toEqual([409, message])
}

describe('50 orders and one use of a code', () => {
  test('overdraw it with a check before an update, so the race is real', async () => {
    await app.rows('CREATE TABLE unguarded (used int NOT NULL)')
    await app.rows('INSERT INTO unguarded VALUES (0)')
    const checkThenCount = async () => {
      const [{ used }] = (await app.rows<{ used: number }>('SELECT used FROM unguarded')) as [
        { used: number },
      ]
      if (used < 1) await app.rows('UPDATE unguarded SET used = used + 1')
    }
    await atOnce(50, checkThenCount)
    const [row] = await app.rows<{ used: number }>('SELECT used FROM unguarded')
    expect(row!.used).toBeGreaterThan(1)
  })

  test('apply it to exactly one of them', async () => {
    const staff = await makeCompany(app)
    const form = await makeForm(staff)
    const code = await makeCode(staff, 'LAST', { usageLimit: 2 })
    await takeOrder(staff, { discountCodeId: code.id }, form)
    const orders = await atOnce(50, () => takeOrder(staff, {}, form))
    const answers = await Promise.all(orders.map(({ id }) => apply(staff, id, code.id)))
    assertOneWon(answers, 200, usedUp)
    await assertOrderInvariants(app, staff)
  })

  test('created with it store exactly one', async () => {
    const staff = await makeCompany(app)
    const form = await makeForm(staff)
    const code = await makeCode(staff, 'LAST', { usageLimit: 1 })
    const answers = await atOnce(50, (index) =>
      sendOrder(staff, form, { discountCodeId: code.id, customerEmail: `guest${index}@mail.test` }),
    )
    assertOneWon(answers, 201, usedUp)
    for (const table of ['orders', 'order_products', 'customers']) {
      const stored = await app.rows(`SELECT id FROM ${table} WHERE company_id = $1`, [staff.companyId])
      expect(stored).toHaveLength(1)
    }
    await assertOrderInvariants(app, staff)
  })

  test('return it once, however often its order is canceled or deleted, or drops it', async () => {
    const staff = await makeCompany(app)
    const code = await makeCode(staff, 'LAST', { usageLimit: 1 })
    const { id } = await takeOrder(staff, { discountCodeId: code.id })
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => staff.call('POST', `/api/orders/${id}/cancel`)),
      apply(staff, id, null),
      staff.call('DELETE', `/api/orders/${id}`),
      staff.call('DELETE', `/api/orders/${id}`),
    ])
    expect(answers.filter(({ status }) => ![200, 204, 404, 409].includes(status))).toEqual([])
    expect((await staff.call('GET', '/api/discount-codes')).body).toMatchObject([{ usedCount: 0 }])
  })
})

/** A change to one of the orders with one of the codes. */
interface Step {
  does: 'apply' | 'drop' | 'replace' | 'cancel' | 'delete' | 'take'
  order: number
  code: number
}
const step: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom('apply', 'apply', 'drop', 'replace', 'cancel', 'delete', 'take', 'take'),
  order: fc.nat({ max: 5 }),
  code: fc.nat({ max: 2 }),
})

test('codes count their orders after any mix of changes, in sequence or at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 12 }), { maxLength: 5 }),
      async (rounds) => {
        const staff = await makeCompany(app)
        const form = await makeForm(staff)
        const codes = await Promise.all(
          ['A', 'B', 'C'].map(async (code, at) => (await makeCode(staff, code, { usageLimit: at + 1 })).id),
        )
        const orders: number[] = [(await takeOrder(staff, {}, form)).id]
        const run = async ({ does, order, code }: Step): Promise<Answer> => {
          const id = orders[order % orders.length]!
          const discountCodeId = codes[code]!
          if (does === 'apply') return apply(staff, id, discountCodeId)
          if (does === 'drop') return apply(staff, id, null)
          if (does === 'replace') return staff.call('PUT', `/api/orders/${id}`, { discountCodeId })
          if (does === 'cancel') return staff.call('POST', `/api/orders/${id}/cancel`)
          if (does === 'delete') return staff.call('DELETE', `/api/orders/${id}`)
          const taken = await sendOrder(staff, form, { discountCodeId })
          if (taken.status === 201) orders.push(taken.body.id)
          return taken
        }
        for (const steps of rounds) {
          const answers = await Promise.all(steps.map(run))
          expect(answers.filter(({ status }) => ![200, 201, 204, 404, 409].includes(status))).toEqual([])
          await assertOrderInvariants(app, staff)
        }
      },
    ),
    { numRuns: 20 },
  )
})

test("orders that swap two codes in both directions don't deadlock", async () => {
  const staff = await makeCompany(app)
  const form = await makeForm(staff)
  const [a, b] = [await makeCode(staff, 'A'), await makeCode(staff, 'B')] as const
  const orders = await atOnce(8, (index) =>
    takeOrder(staff, { discountCodeId: (index % 2 ? a : b).id }, form),
  )
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all(
      orders.map(({ id }, index) => apply(staff, id, ((index + round) % 2 ? b : a).id)),
    )
    expect(statusesOf(answers)).toEqual(Array(8).fill(200))
  }
  await assertOrderInvariants(app, staff)
})

test('one of several simultaneous steps of an order wins, and the others are refused', async () => {
  const staff = await makeCompany(app)
  const { id } = await takeOrder(staff)
  const answers = await atOnce(6, () =>
    staff.call('PATCH', `/api/orders/${id}/status`, { status: 'paid', from: 'pending' }),
  )
  assertOneWon(answers, 200, 'Test User just marked this order Paid.')
  const cancels = await atOnce(6, () => staff.call('POST', `/api/orders/${id}/cancel`))
  assertOneWon(cancels, 200, 'This order is already canceled.')
  expect((await staff.call('GET', `/api/orders/${id}/timeline`)).body).toHaveLength(4)
  await assertOrderInvariants(app, staff)
})

test('simultaneous orders for one booking share one new customer', async () => {
  const staff = await makeCompany(app)
  const form = await makeForm(staff)
  const { slots } = await makeEvent(staff)
  const bookingId = await bookingNumber(app, (await book(app, slots[0]!.id)).body.id)
  const emails = ['grace@okafor.test', 'Grace@Okafor.test']
  const answers = await atOnce(10, (index) =>
    sendOrder(staff, form, { bookingId, customerEmail: emails[index % 2] }),
  )
  expect(statusesOf(answers)).toEqual(Array(10).fill(201))
  expect(new Set(answers.map(({ body }) => body.customerId)).size).toBe(1)
})

test('simultaneous new addresses of one customer are all stored, one as default', async () => {
  const staff = await makeCompany(app)
  const form = await makeForm(staff)
  const { customerId } = await takeOrder(staff, {}, form)
  const address = { city: 'New York', state: 'NY', zip: '10013' }
  const answers = await atOnce(10, (index) =>
    sendOrder(staff, form, { customerId, shippingAddress: { ...address, street: `${index} Mercer Street` } }),
  )
  expect(statusesOf(answers)).toEqual(Array(10).fill(201))
  const { body } = await staff.call('GET', `/api/customers/${customerId}/addresses`)
  expect(body.map(({ isDefault }: { isDefault: boolean }) => isDefault)).toEqual([
    true,
    ...Array(9).fill(false),
  ])
})

/** Creates everything an order refers to, by its path, with the message expected once it is deleted. */
async function makeParts(staff: TestUser) {
  const form = await makeForm(staff)
  const person = { firstName: 'Ann', lastName: 'Lind', email: 'ann@lind.test' }
  const { body: customer } = await staff.call('POST', '/api/customers', person)
  const event = await makeEvent(staff)
  const kept = 'Select another one. What you entered is kept.'
  return {
    form,
    order: { customerId: customer.id, eventId: event.id, timeSlotId: event.slots[0]!.id },
    parts: [
      ['order_form_templates', form.templateId, 'order-templates', `This template was deleted. ${kept}`],
      ['products', form.productId, 'products', `This product was deleted. ${kept}`],
      ['customers', customer.id, 'customers', 'This customer was deleted. Select another one.'],
      ['time_slots', event.slots[0]!.id, 'timeslots', 'Select one of the event’s time slots.'],
    ] as const,
  }
}

test.each([0, 1, 2, 3])('an order is refused while another request deletes its part %i', async (at) => {
  const staff = await makeCompany(app)
  const { form, order, parts } = await makeParts(staff)
  const [table, id, , sentence] = parts[at]!
  const taken = await whileDeleting(app, table, id, () => sendOrder(staff, form, order))
  expect(taken.body.message).toBe(sentence)
  expect(await app.rows('SELECT id FROM orders WHERE company_id = $1', [staff.companyId])).toEqual([])
})

test.each([0, 1, 2])('creating an order and deleting its part %i at once: exactly one wins', async (at) => {
  const staff = await makeCompany(app)
  const { form, order, parts } = await makeParts(staff)
  const [, id, path] = parts[at]!
  const answers = await Promise.all([
    sendOrder(staff, form, order),
    staff.call('DELETE', `/api/${path}/${id}`),
  ])
  const [taken, deleted] = answers.map(({ status }) => status)
  expect([
    [201, 409],
    [409, 204],
  ]).toContainEqual([taken, deleted])
  const stored = await app.rows('SELECT id FROM orders WHERE company_id = $1', [staff.companyId])
  expect(stored).toHaveLength(taken === 201 ? 1 : 0)
})
