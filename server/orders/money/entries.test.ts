import { describe, expect, test } from 'vitest'
import { databaseOf, inTransaction } from '../../platform/db/transaction.ts'
import { startTestApp } from '../../test/app.ts'
import { checkMoney } from '../../test/check-money.ts'
import { makeCode, makeCompany, makeUser, type TestUser, takeOrder } from '../../test/factories.ts'
import { findMoneyFaults } from '../../test/invariants.ts'
import { newYorkNow } from '../../test/new-york.ts'
import { lockOrder } from '../change/record-order.ts'
import { recordEntry } from './record-entry.ts'

const app = startTestApp()

type Id = { id: number }
const add = (staff: TestUser, { id }: Id, entry: object, headers = {}) =>
  staff.call('POST', `/api/orders/${id}/entries`, { kind: 'payment', method: 'cash', ...entry }, headers)
const pay = (staff: TestUser, order: Id, amount: string) => add(staff, order, { amount })
const refund = (staff: TestUser, order: Id, amount: string) => add(staff, order, { kind: 'refund', amount })
const correct = (staff: TestUser, order: Id, corrects: number, amount: string) =>
  add(staff, order, { kind: 'correction', corrects, amount })
const move = (staff: TestUser, { id }: Id, status: string) =>
  staff.call('PATCH', `/api/orders/${id}/status`, { status })
const change = (staff: TestUser, { id }: Id, body: object) => staff.call('PUT', `/api/orders/${id}`, body)
const read = async (staff: TestUser, { id }: Id) => (await staff.call('GET', `/api/orders/${id}`)).body
const doneTo = async (staff: TestUser, { id }: Id): Promise<string[]> => {
  const { body } = await staff.call('GET', `/api/orders/${id}/timeline`)
  return body
    .toReversed()
    .map(({ activity, changes }: { activity: string; changes: { to: string }[] }) =>
      [activity, ...changes.map(({ to }) => to)].join(' '),
    )
}
const assertRight = async (staff: TestUser) => expect(await findMoneyFaults(app, staff)).toEqual([])

test('the money of 1,000 orders is what a slow calculation in rationals says', () => {
  checkMoney(1000)
})

describe('payments', () => {
  test('reach the deposit, then the total, which makes the order paid', async () => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff) // $855.50
    expect((await change(staff, order, { deposit: '50%' })).body.money).toMatchObject({
      ...{ state: 'depositDue', deposit: '428.00', ask: '428.00', due: '855.50', entries: [] },
      terms: { deposit: '50%', balanceDue: 'never', balanceDueOn: '' },
    })
    const first = await add(staff, order, { amount: '428', method: 'check', reference: ' No. 1042 ' })
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({
      status: 'pending',
      ...{ due: '427.50', moneyState: 'depositPaid', overdue: false },
      money: {
        ...{ state: 'depositPaid', received: '428.00', held: '428.00', due: '427.50', ask: '427.50' },
        entries: [
          {
            ...{ kind: 'payment', amount: '428.00', net: '428.00', method: 'check', reference: 'No. 1042' },
            ...{ receivedOn: newYorkNow().date, userName: 'Test User', corrects: null, provider: null },
          },
        ],
      },
    })
    expect((await pay(staff, order, '427.50')).body).toMatchObject({
      status: 'paid',
      ...{ due: '0.00', moneyState: 'paid', version: 2 },
    })
    expect(await doneTo(staff, order)).toEqual([
      'order.created',
      'order.changed 50%',
      'order.payment $428.00 (Check)',
      'order.payment $427.50 (Cash)',
      'order.status Paid',
    ])
    await assertRight(staff)
  })

  test('of two people at once both count, and the order is overpaid', async () => {
    const staff = await makeCompany(app)
    const colleague = await makeUser(app, staff.companyId, 'order management')
    const order = await takeOrder(staff)
    await Promise.all([
      pay(staff, order, '855.50'),
      pay(colleague, order, '855.50'),
      change(staff, order, { notes: 'x' }),
    ])
    expect(await read(staff, order)).toMatchObject({
      status: 'paid',
      money: { state: 'overpaid', held: '1711.00', due: '0.00', entries: [{}, {}] },
    })
    await assertRight(staff)
  })

  test('sent twice with one key are one', async () => {
    const staff = await makeCompany(app)
    const [order, other] = [await takeOrder(staff), await takeOrder(staff)]
    const key = { 'idempotency-key': 'form-1' }
    const answers = await Promise.all([1, 2, 3].map(() => add(staff, order, { amount: '100' }, key)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'])).toHaveLength(2)
    const reused = { status: 422, body: { code: 'key_reused' } }
    expect(await add(staff, order, { amount: '101' }, key)).toMatchObject(reused)
    expect(await add(staff, other, { amount: '100' }, key)).toMatchObject(reused)
    expect((await read(staff, order)).money).toMatchObject({ held: '100.00', entries: [{}] })
  })

  test('of a canceled order stand, and are refund due', async () => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff)
    await move(staff, order, 'cancelled')
    expect((await pay(staff, order, '100')).body).toMatchObject({
      status: 'cancelled',
      money: { state: 'refundDue', due: '0.00', held: '100.00' },
    })
    await assertRight(staff)
  })

  test.each([
    [{ amount: '0' }, 'amount', 'Enter an amount above 0'],
    [{ amount: '' }, 'amount', 'Enter an amount'],
    [{ amount: '-5' }, 'amount', 'Enter an amount such as 1250 or 1250.50'],
    [{ amount: '10000000' }, 'amount', 'Enter an amount below 10,000,000'],
    [{ amount: '5', receivedOn: '2099-01-01' }, 'receivedOn', 'Enter today or an earlier day'],
    [{ amount: '5', reference: 'x'.repeat(101) }, 'reference', 'Reference must be 100 characters or less'],
    [{ amount: '5', method: 'stripe' }, 'method', expect.any(String)],
    [{ kind: 'refund', amount: '5' }, 'amount', 'You can refund up to $0.00.'],
    [{ kind: 'correction', amount: '5' }, 'corrects', 'Choose the payment or refund to correct.'],
  ])('%j are refused', async (entry, field, message) => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff)
    expect(await add(staff, order, entry)).toMatchObject({
      status: 400,
      body: { fields: { [field]: message } },
    })
    expect((await read(staff, order)).money.entries).toEqual([])
  })
})

describe('a refund', () => {
  test('is at most what the order holds, and leaves a paid order paid', async () => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff)
    await pay(staff, order, '855.50')
    expect(await refund(staff, order, '855.51')).toMatchObject({ status: 400 })
    expect((await refund(staff, order, '55.50')).body).toMatchObject({
      status: 'paid',
      money: { state: 'depositPaid', received: '855.50', refunded: '55.50', held: '800.00', due: '55.50' },
    })
    const answers = await Promise.all([refund(staff, order, '500'), refund(staff, order, '500')])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
    await assertRight(staff)
  })

  test('needs its right, also to correct one', async () => {
    const admin = await makeCompany(app)
    const seller = await makeUser(app, admin.companyId, 'order management')
    const order = await takeOrder(admin)
    expect((await pay(seller, order, '100')).status).toBe(201)
    expect(await refund(seller, order, '10')).toMatchObject({ status: 403 })
    const [payment, given] = (await refund(admin, order, '10')).body.money.entries
    expect(await correct(seller, order, given.id, '0')).toMatchObject({ status: 403 })
    expect(await correct(seller, order, payment.id, '90')).toMatchObject({ status: 201 })
    const cancel = (user: TestUser) => user.call('POST', `/api/orders/${order.id}/cancel`, { refund: '50' })
    expect(await cancel(seller)).toMatchObject({ status: 403 })
    expect((await read(admin, order)).status).toBe('pending')
    expect(await cancel(admin)).toMatchObject({ status: 200, body: { status: 'cancelled' } })
  })
})

describe('a correction', () => {
  test('gives an entry its right amount, and leads a paid order back', async () => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff)
    const paid = await add(staff, order, { amount: '855.50', method: 'wire', receivedOn: '2026-01-05' })
    const [wrong] = paid.body.money.entries
    expect((await correct(staff, order, wrong.id, '85.55')).body).toMatchObject({
      status: 'pending',
      money: {
        ...{ received: '85.55', due: '769.95' },
        entries: [
          { amount: '855.50', net: '85.55' },
          {
            kind: 'correction',
            amount: '-769.95',
            method: 'wire',
            receivedOn: '2026-01-05',
            corrects: wrong.id,
          },
        ],
      },
    })
    expect(await correct(staff, order, wrong.id, '85.55')).toMatchObject({ status: 400 })
    expect((await correct(staff, order, wrong.id, '855.50')).body.status).toBe('paid')
    expect((await correct(staff, order, wrong.id, '0')).body.money).toMatchObject({
      state: 'none',
      held: '0.00',
    })
    await assertRight(staff)
  })

  test('is of a payment or refund of the same order, and leaves no less than was refunded', async () => {
    const staff = await makeCompany(app)
    const [order, other] = [await takeOrder(staff), await takeOrder(staff)]
    const [payment] = (await pay(staff, order, '100')).body.money.entries
    expect(await correct(staff, other, payment.id, '5')).toMatchObject({ status: 404 })
    const { entries } = (await correct(staff, order, payment.id, '80')).body.money
    expect(await correct(staff, order, entries[1].id, '5')).toMatchObject({ status: 404 })
    await refund(staff, order, '50')
    expect(await correct(staff, order, payment.id, '49.99')).toMatchObject({
      status: 400,
      body: { message: 'That is less than was refunded. Correct the refund first.' },
    })
    await assertRight(staff)
  })
})

describe('an entry of a provider', () => {
  const report = (staff: TestUser, { id }: Id, outsideId: string, cents: number) =>
    inTransaction(
      { db: databaseOf(app.pool), actor: { companyId: staff.companyId, name: 'Stripe' } },
      async (ctx) =>
        recordEntry(ctx, await lockOrder(ctx, id), {
          ...{ kind: 'payment', method: 'stripe', receivedOn: '2026-11-27' },
          ...{ cents, provider: 'stripe', outsideId },
        }),
    )

  test('counts once, however often and at once it is reported, and by company', async () => {
    const [staff, stranger] = [await makeCompany(app), await makeCompany(app)]
    const [order, theirs] = [await takeOrder(staff), await takeOrder(stranger)]
    const reports = await Promise.all([1, 2, 3].map(() => report(staff, order, 'pi_1', 85_550)))
    expect(reports.filter(({ isRepeat }) => isRepeat)).toHaveLength(2)
    expect(new Set(reports.map(({ entry }) => entry.id)).size).toBe(1)
    expect((await report(stranger, theirs, 'pi_1', 100)).isRepeat).toBe(false)
    expect(await read(staff, order)).toMatchObject({
      status: 'paid',
      money: { held: '855.50', entries: [{ provider: 'stripe', userName: null }] },
    })
    for (const user of [staff, stranger]) await assertRight(user)
  })

  test('is corrected there, and does not become unpaid here', async () => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff)
    const { entry } = await report(staff, order, 'pi_2', 85_550)
    expect(await correct(staff, order, entry.id, '5')).toMatchObject({
      status: 409,
      body: { message: 'This came from Stripe. Change it there.' },
    })
    expect(await move(staff, order, 'pending')).toMatchObject({
      status: 409,
      body: {
        message: 'No payment recorded by hand makes this order paid, so it can’t be marked as unpaid.',
      },
    })
  })
})

describe('the status', () => {
  test('paid records a payment of what is due, and pending takes it back', async () => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff)
    await pay(staff, order, '100')
    expect((await move(staff, order, 'paid')).body).toMatchObject({
      status: 'paid',
      money: { state: 'paid', entries: [{ amount: '100.00' }, { amount: '755.50', method: 'other' }] },
    })
    expect((await move(staff, order, 'pending')).body).toMatchObject({
      status: 'pending',
      money: { state: 'depositPaid', due: '755.50', entries: [{}, { net: '0.00' }, { kind: 'correction' }] },
    })
    expect((await move(staff, order, 'paid')).body.money).toMatchObject({ state: 'paid', held: '855.50' })
    await assertRight(staff)
  })

  test('pending takes back as many payments as needed', async () => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff)
    for (const amount of ['100', '855.50', '855.50']) await pay(staff, order, amount)
    expect((await move(staff, order, 'pending')).body.money).toMatchObject({
      held: '100.00',
      state: 'depositPaid',
    })
    await assertRight(staff)
  })

  test('follows when a lower price is covered, and a higher one leaves it', async () => {
    const staff = await makeCompany(app)
    const code = await makeCode(staff, 'VIP', { discountValue: 50 })
    const order = await takeOrder(staff)
    await pay(staff, order, '500')
    const apply = (discountCodeId: number | null) =>
      staff.call('PATCH', `/api/orders/${order.id}/discount`, { discountCodeId })
    expect((await apply(code.id)).body).toMatchObject({ status: 'paid', money: { state: 'overpaid' } })
    expect((await apply(null)).body).toMatchObject({
      status: 'paid',
      money: { state: 'depositPaid', due: '355.50' },
    })
    expect((await move(staff, order, 'pending')).body).toMatchObject({
      status: 'pending',
      money: { held: '500.00' },
    })
    await assertRight(staff)
  })
})

describe('canceling', () => {
  test('stores what is refunded and what is kept', async () => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff)
    await pay(staff, order, '500')
    const cancel = (body: object) => staff.call('POST', `/api/orders/${order.id}/cancel`, body)
    expect(await cancel({ refund: '500.01' })).toMatchObject({
      status: 400,
      body: { fields: { refund: 'You can refund up to $500.00.' } },
    })
    expect(await cancel({ refund: '300', keep: '200.01' })).toMatchObject({
      status: 400,
      body: { fields: { keep: 'You can keep up to $200.00.' } },
    })
    expect((await read(staff, order)).money.entries).toHaveLength(1)
    expect((await cancel({ refund: '300', method: 'card', keep: '150' })).body).toMatchObject({
      status: 'cancelled',
      money: {
        state: 'refundDue',
        held: '200.00',
        kept: '150.00',
        entries: [{}, { amount: '-300.00', method: 'card' }],
      },
    })
    expect((await refund(staff, order, '50')).body.money.state).toBe('depositPaid')
    await assertRight(staff)
  })

  test('is what is left to do with an order that has entries, even undone ones', async () => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff)
    const [payment] = (await pay(staff, order, '500')).body.money.entries
    await correct(staff, order, payment.id, '0')
    expect(await staff.call('DELETE', `/api/orders/${order.id}`)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Cancel it instead') },
    })
    await expect(app.rows('DELETE FROM order_entries WHERE id = $1', [payment.id])).rejects.toThrow(
      'append-only',
    )
    await expect(app.rows('UPDATE order_entries SET cents = 1 WHERE id = $1', [payment.id])).rejects.toThrow(
      'append-only',
    )
  })
})

describe('terms', () => {
  test('are copied from the company when an order is taken', async () => {
    const staff = await makeCompany(app)
    await staff.call('POST', '/api/company', { companyName: 'Maison Vale', shopifyStoreUrl: '' })
    const save = (deposit: string) =>
      staff.call('PUT', '/api/company/payments', { deposit, balanceDue: 'delivery' })
    expect(await save('200%')).toMatchObject({
      status: 400,
      body: { fields: { deposit: expect.any(String) } },
    })
    expect(await save('$300')).toMatchObject({
      status: 200,
      body: { deposit: '300.00', balanceDue: 'delivery' },
    })
    expect((await takeOrder(staff)).money).toMatchObject({
      ...{ deposit: '300.00', ask: '300.00', state: 'depositDue' },
      terms: { deposit: '300.00', balanceDue: 'delivery', balanceDueOn: '' },
    })
  })

  test('are edited like other fields: two people, and what is wrong', async () => {
    const staff = await makeCompany(app)
    const order = await takeOrder(staff)
    const first = await change(staff, order, { version: 1, balanceDue: 'date', balanceDueOn: '2026-01-05' })
    expect(first.body).toMatchObject({
      overdue: true,
      money: { overdue: true, terms: { balanceDueOn: '2026-01-05' } },
    })
    const late = await change(staff, order, { version: 1, balanceDueOn: '2026-02-05' })
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'changed', fields: { balanceDueOn: expect.any(String) } },
    })
    for (const deposit of ['120%', 'half', '-5'])
      expect(await change(staff, order, { deposit })).toMatchObject({
        status: 400,
        body: { fields: { deposit: 'Enter a percentage such as 50% or an amount such as 500' } },
      })
    expect((await change(staff, order, { deposit: '$250' })).body.money.terms.deposit).toBe('250.00')
    expect((await change(staff, order, { deposit: '' })).body.money.terms.deposit).toBe('')
  })
})

test('a process of the version before, which knows no entries, leaves one when it marks orders as paid or unpaid', async () => {
  const staff = await makeCompany(app)
  const order = await takeOrder(staff)
  await pay(staff, order, '100')
  const mark = (status: string) => app.rows('UPDATE orders SET status = $2 WHERE id = $1', [order.id, status])
  await mark('paid')
  expect(await read(staff, order)).toMatchObject({
    money: {
      state: 'paid',
      entries: [{}, { amount: '755.50', reference: 'Recorded before payments were tracked' }],
    },
  })
  await mark('pending')
  expect((await read(staff, order)).money).toMatchObject({ held: '100.00', state: 'depositPaid' })
  await assertRight(staff)
})
