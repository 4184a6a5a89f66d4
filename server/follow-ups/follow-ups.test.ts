import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import { followUpMessages, MAX_OPEN_FOLLOW_UPS } from '@trunkshow/contract/follow-ups/messages.ts'
import type { FollowUp } from '@trunkshow/contract/follow-ups/schema.ts'
import { describe, expect, test } from 'vitest'
import { databaseOf } from '../platform/db/transaction.ts'
import { startTestApp } from '../test/app.ts'
import {
  book,
  bookingNumber,
  dayAhead,
  makeCompany,
  makeCustomer,
  makeEvent,
  makeForm,
  makeUser,
  type TestUser,
  takeOrder,
  tokenOf,
} from '../test/factories.ts'
import { cleanUp } from '../worker.ts'

const app = startTestApp()

const input = { assigneeId: null, dueOn: dayAhead(-1), text: 'Ask about the gown' }

async function add(user: TestUser, changes: object): Promise<FollowUp> {
  const { status, body } = await user.call('POST', '/api/follow-ups', { ...input, ...changes })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

async function list(user: TestUser, query = ''): Promise<FollowUp[]> {
  const { status, body } = await user.call('GET', `/api/follow-ups${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const put = (user: TestUser, { id, version }: FollowUp, what: 'close' | 'reopen') =>
  user.call('PATCH', `/api/follow-ups/${id}/${what}`, { version })

const order = (user: TestUser, { id, email, firstName, lastName }: Customer) =>
  makeForm(user).then((form) =>
    takeOrder(user, { customerId: id, customerEmail: email, customerName: `${firstName} ${lastName}` }, form),
  )

/** A company's event with a booking of a guest who isn't a customer. */
async function makeBooking(email: string) {
  const host = await makeCompany(app)
  const event = await makeEvent(host)
  const booked = await book(app, event.slots[0]!.id, { attendeeEmail: email })
  return { host, event, bookingId: await bookingNumber(app, tokenOf(booked)) }
}

describe('what is due', () => {
  test('is listed by the company’s day, the oldest first, with who is to do it', async () => {
    const host = await makeCompany(app)
    const nora = await makeUser(app, host.companyId, 'order management', { name: 'Nora Lind' })
    const customer = await makeCustomer(host)
    const [today, past] = [
      await add(host, { customerId: customer.id, dueOn: dayAhead(0) }),
      await add(host, { customerId: customer.id, dueOn: dayAhead(-3), assigneeId: nora.id }),
    ]
    const later = await add(host, { customerId: customer.id, dueOn: dayAhead(1) })
    expect((await list(host)).map(({ id }) => id)).toEqual([past.id, today.id])
    expect(past).toMatchObject({ name: 'Amelia Hart', assigneeId: nora.id, assigneeName: 'Nora Lind' })
    await makeEvent(host, { timeZone: 'Pacific/Kiritimati' }) // which stores the zone
    await app.rows(`UPDATE companies SET time_zone = 'Pacific/Kiritimati' WHERE id = $1`, [host.companyId])
    await app.rows(
      `UPDATE follow_ups SET due_on = (now() AT TIME ZONE 'Pacific/Kiritimati')::date WHERE id = $1`,
      [later.id],
    )
    expect((await list(host)).map(({ id }) => id)).toContain(later.id)
    expect(await list(await makeCompany(app))).toEqual([])
  })

  test('is the team’s once the colleague has left, and can’t be given to them', async () => {
    const host = await makeCompany(app)
    const nora = await makeUser(app, host.companyId, 'order management')
    const { id: customerId } = await makeCustomer(host)
    await add(host, { customerId, assigneeId: nora.id })
    expect((await host.call('DELETE', `/api/company/users/${nora.id}`)).status).toBe(204)
    const [left] = await list(host)
    expect(left).toMatchObject({ assigneeId: null, assigneeName: null })
    for (const assigneeId of [nora.id, (await makeCompany(app)).id]) {
      const { status, body } = await host.call('POST', '/api/follow-ups', {
        ...input,
        customerId,
        assigneeId,
      })
      expect([status, body.fields]).toEqual([400, { assigneeId: followUpMessages.assigneeGone }])
    }
    expect(
      (await host.call('GET', '/api/company/colleagues')).body.map(({ id }: { id: number }) => id),
    ).toEqual([host.id])
  })
})

describe('closing', () => {
  test('an order of the customer closes theirs, and no other', async () => {
    const host = await makeCompany(app)
    const [amelia, grace] = [await makeCustomer(host), await makeCustomer(host, { firstName: 'Grace' })]
    await order(host, amelia)
    const [hers, other] = [
      await add(host, { customerId: amelia.id }),
      await add(host, { customerId: grace.id }),
    ]
    expect(hers.closedBy).toBeNull()
    const { orderNumber } = await order(host, amelia)
    expect((await list(host)).map(({ id }) => id)).toEqual([other.id])
    const [closed] = await list(host, `?customerId=${amelia.id}`)
    expect(closed).toMatchObject({ id: hers.id, closedBy: 'order', closedName: `#${orderNumber}` })
    await cleanUp({ db: databaseOf(app.pool) })
    expect(await list(host, `?customerId=${amelia.id}`)).toEqual([closed])
    expect((await list(host)).map(({ id }) => id)).toEqual([other.id])
    const { body: opened } = await put(host, closed!, 'reopen')
    expect(opened).toMatchObject({ closedBy: null, closedAt: null, version: 2 })
    await cleanUp({ db: databaseOf(app.pool) })
    expect((await list(host)).map(({ id }) => id).sort()).toEqual([hers.id, other.id])
  })

  test('a booking with any of the customer’s emails closes theirs', async () => {
    const { host, event } = await makeBooking('other@okafor.test')
    const amelia = await makeCustomer(host)
    await app.rows(`UPDATE customers SET also_emails = '{amelia@second.test}' WHERE id = $1`, [amelia.id])
    await add(host, { customerId: amelia.id })
    await book(app, event.slots[1]!.id, { attendeeEmail: 'grace@third.test' })
    expect(await list(host)).toHaveLength(1)
    await book(app, event.slots[2]!.id, { attendeeEmail: 'Amelia@Second.test' })
    expect(await list(host)).toEqual([])
    expect(await list(host, `?customerId=${amelia.id}`)).toMatchObject([
      { closedBy: 'booking', closedName: event.name },
    ])
  })

  test.each(['an order for the booking', 'an order of the customer they became'] as const)(
    'a guest’s is closed by %s',
    async (what) => {
      const { host, bookingId } = await makeBooking('grace@okafor.test')
      expect(await add(host, { bookingId })).toMatchObject({
        customerId: null,
        bookingId,
        name: 'Grace Okafor',
      })
      const form = await makeForm(host)
      const guest = { customerEmail: 'grace@okafor.test', customerName: 'Grace Okafor' }
      await takeOrder(host, what === 'an order for the booking' ? { ...guest, bookingId } : guest, form)
      expect(await list(host)).toEqual([])
      expect(await list(host, `?bookingId=${bookingId}`)).toMatchObject([{ closedBy: 'order' }])
    },
  )

  test('by hand is undone by reopening, and what each did is logged', async () => {
    const host = await makeCompany(app)
    const customer = await makeCustomer(host)
    const made = await add(host, { customerId: customer.id })
    const { body: closed } = await put(host, made, 'close')
    expect(closed).toMatchObject({ closedBy: 'user', closedName: 'Test User', version: 2 })
    expect(await list(host)).toEqual([])
    expect((await put(host, closed, 'reopen')).body).toMatchObject({ closedBy: null, version: 3 })
    expect(await list(host)).toHaveLength(1)
    const log = await app.rows(
      `SELECT activity, subject_name AS name FROM activity_log WHERE company_id = $1 AND subject = 'customer'
       AND subject_id = $2 AND activity LIKE 'followUp.%' ORDER BY id`,
      [host.companyId, customer.id],
    )
    expect(log).toEqual(
      ['created', 'closed', 'reopened'].map((done) => ({
        activity: `followUp.${done}`,
        name: 'Amelia Hart',
      })),
    )
  })
})

test('of two who change one at once, the second is told who was first', async () => {
  const host = await makeCompany(app)
  const nora = await makeUser(app, host.companyId, 'order management', { name: 'Nora Lind' })
  const made = await add(host, { customerId: (await makeCustomer(host)).id })
  const change = (user: TestUser, text: string) =>
    user.call('PUT', `/api/follow-ups/${made.id}`, { ...input, text, version: made.version })
  expect((await change(nora, 'Call on Monday')).body).toMatchObject({ text: 'Call on Monday', version: 2 })
  const refused = { status: 409, body: { code: 'changed', message: followUpMessages.changed('Nora Lind') } }
  expect(await change(host, 'Write on Tuesday')).toMatchObject(refused)
  expect(await put(host, made, 'close')).toMatchObject(refused)
  expect(await list(host)).toMatchObject([{ text: 'Call on Monday', closedBy: null }])
  const [now] = await list(host)
  const both = await Promise.all([put(host, now!, 'close'), put(nora, now!, 'close')])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('a company has a limited number of open ones, also if two are added at once', async () => {
  const host = await makeCompany(app)
  const { id: customerId } = await makeCustomer(host)
  await app.rows(
    `INSERT INTO follow_ups (company_id, customer_id, due_on, text, changed_by)
     SELECT $1, $2, '2027-04-16', 'Call', '' FROM generate_series(1, $3::int)`,
    [host.companyId, customerId, MAX_OPEN_FOLLOW_UPS - 1],
  )
  const send = () => host.call('POST', '/api/follow-ups', { ...input, customerId })
  const both = await Promise.all([send(), send()])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(both.find(({ status }) => status === 409)!.body.message).toBe(followUpMessages.tooMany)
})

test('guests of an event have their open ones at the desk', async () => {
  const { host, event, bookingId } = await makeBooking('grace@okafor.test')
  const amelia = await makeCustomer(host)
  await add(host, { customerId: (await makeCustomer(host)).id })
  const of = await book(app, event.slots[1]!.id, { attendeeEmail: amelia.email })
  const [ofGuest, ofCustomer] = [
    await add(host, { bookingId, dueOn: dayAhead(9) }),
    await add(host, { customerId: amelia.id }),
  ]
  const at = await list(host, `?eventId=${event.id}`)
  expect(at.map(({ id, guestBookingId }) => [id, guestBookingId])).toEqual([
    [ofCustomer.id, await bookingNumber(app, tokenOf(of))],
    [ofGuest.id, bookingId],
  ])
  expect(await list(await makeCompany(app), `?eventId=${event.id}`)).toEqual([])
})

test('a merged customer’s go to the one who stays', async () => {
  const host = await makeCompany(app)
  const [kept, other] = [await makeCustomer(host), await makeCustomer(host)]
  await add(host, { customerId: other.id })
  expect((await host.call('POST', `/api/customers/${kept.id}/merge/${other.id}`, {})).status).toBe(200)
  expect(await list(host, `?customerId=${kept.id}`)).toHaveLength(1)
})

test('a person’s file has theirs, the guest’s own file none, and an erasure deletes them', async () => {
  const { host, bookingId } = await makeBooking('grace@okafor.test')
  const amelia = await makeCustomer(host)
  await add(host, { bookingId })
  await add(host, { customerId: amelia.id, text: `Call with Amelia Hart` })
  const stays = await add(host, {
    customerId: (await makeCustomer(host, { firstName: 'Nora', lastName: 'Lind' })).id,
    text: 'Came with Amelia Hart',
  })
  const { body: file } = await host.call('GET', `/api/people/data?customerId=${amelia.id}`)
  expect(file.followUps).toEqual([{ text: 'Call with Amelia Hart', dueOn: input.dueOn, closedAt: null }])
  for (const person of [{ customerId: amelia.id }, { bookingId }])
    expect((await host.call('POST', '/api/erasures', person)).status).toBe(200)
  expect(await list(host)).toMatchObject([{ id: stays.id, text: 'Came with [erased]' }])
  const { status } = await host.call('POST', '/api/follow-ups', { ...input, bookingId })
  expect(status).toBe(409)
})
