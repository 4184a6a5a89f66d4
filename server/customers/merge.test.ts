import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import { describe, expect, test } from 'vitest'
import { startTestApp, unique } from '../test/app.ts'
import {
  book,
  bookingNumber,
  home,
  makeCompany,
  makeCustomer,
  makeEvent,
  makeForm,
  takeOrder,
} from '../test/factories.ts'

const app = startTestApp()

describe('merging two customers', () => {
  test('is previewed without changes, then leaves one with the addresses, notes and tags of both', async () => {
    const staff = await makeCompany(app)
    const kept = await makeCustomer(staff, { phone: null, notes: 'Likes silk.', tags: 'VIP, Silk' })
    const other = await makeCustomer(staff, { firstName: 'A.', notes: 'Size 38.', tags: 'Bride, vip' })
    for (const { id } of [kept, other]) await staff.call('POST', `/api/customers/${id}/addresses`, home)
    const url = `/api/customers/${kept.id}/merge/${other.id}`
    const both = { notes: 'Likes silk.\n\nSize 38.', tags: 'VIP, Silk, Bride' }
    const expected = { phone: other.phone, email: kept.email, ...both }
    expect(await staff.call('GET', url)).toMatchObject({
      status: 200,
      body: { result: expected, addresses: 1 },
    })
    expect((await staff.call('GET', `/api/customers/${other.id}`)).status).toBe(200)
    expect(await staff.call('POST', url)).toMatchObject({
      status: 200,
      body: { result: expected, addresses: 1 },
    })
    expect((await staff.call('GET', `/api/customers/${other.id}`)).status).toBe(404)
    const addresses = (await staff.call('GET', `/api/customers/${kept.id}/addresses`)).body
    expect(addresses.map(({ isDefault }: { isDefault: boolean }) => isDefault)).toEqual([true, false])
  })

  test('keeps the last name of the other one where the first one was stored without', async () => {
    const staff = await makeCompany(app)
    const [kept, other] = [await makeCustomer(staff, { firstName: 'Cher' }), await makeCustomer(staff)]
    await app.rows(`UPDATE customers SET last_name = '' WHERE id = $1`, [kept.id])
    const { body } = await staff.call('POST', `/api/customers/${kept.id}/merge/${other.id}`)
    expect(body.result).toMatchObject({ firstName: 'Cher', lastName: 'Hart' })
    const { result } = body
    expect(await staff.call('PUT', `/api/customers/${kept.id}`, result)).toMatchObject({ status: 200 })
  })

  test('brings the orders of the other one over', async () => {
    const staff = await makeCompany(app)
    const [kept, other] = [await makeCustomer(staff), await makeCustomer(staff)]
    const { id } = await takeOrder(staff, { customerId: other.id })
    const url = `/api/customers/${kept.id}/merge/${other.id}`
    expect((await staff.call('GET', url)).body).toMatchObject({ orders: 1, result: { hasOrders: true } })
    expect((await staff.call('POST', url)).body).toMatchObject({
      orders: 1,
      result: { id: kept.id, hasOrders: true },
    })
    const { body } = await staff.call('GET', `/api/orders?customerId=${kept.id}`)
    expect(body).toMatchObject([{ id, customerName: 'Grace Okafor' }])
  })

  test('of one with itself, or two opposite merges, loses no customer', async () => {
    const staff = await makeCompany(app)
    const [one, other] = [await makeCustomer(staff), await makeCustomer(staff)]
    expect((await staff.call('POST', `/api/customers/${one.id}/merge/${one.id}`)).status).toBe(400)
    const answers = await Promise.all([
      staff.call('POST', `/api/customers/${one.id}/merge/${other.id}`),
      staff.call('POST', `/api/customers/${other.id}/merge/${one.id}`),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await staff.call('GET', '/api/customers')).body).toHaveLength(1)
  })

  test('with different emails leaves one who gets present and future bookings of both', async () => {
    const staff = await makeCompany(app)
    const form = await makeForm(staff)
    const [kept, other, third] = [
      await makeCustomer(staff),
      await makeCustomer(staff, { email: `${unique('A.Hart')}@Work.test` }),
      await makeCustomer(staff, { email: `${unique('hart')}@old.test` }),
    ]
    const { slots } = await makeEvent(staff)
    const emails = [kept, other, third].map(({ email }) => email.toLowerCase())
    const booked = []
    for (const [at, attendeeEmail] of emails.entries())
      booked.push((await book(app, slots[at]!.id, { attendeeEmail })).body)
    const elsewhere = await makeCompany(app)
    await book(app, (await makeEvent(elsewhere)).slots[0]!.id, { attendeeEmail: emails[1] })

    await staff.call('POST', `/api/customers/${other.id}/merge/${third.id}`)
    const url = `/api/customers/${kept.id}/merge/${other.id}`
    const preview = (await staff.call('GET', url)).body
    expect(preview).toMatchObject({ bookings: 2, result: { email: kept.email, alsoEmails: emails.slice(1) } })
    const { body: merged } = await staff.call('POST', url)
    expect(merged.result).toEqual({
      ...preview.result,
      version: 2,
      updatedAt: expect.any(String),
    })

    const history = await staff.call('GET', `/api/bookings?email=${kept.email}&customerId=${kept.id}`)
    expect(history.body.map((each: { attendeeEmail: string }) => each.attendeeEmail)).toEqual(
      emails.toReversed(),
    )
    expect(history.headers['x-total-count']).toBe('3')
    const foreign = `/api/bookings?email=${emails[1]}&customerId=${kept.id}`
    expect((await elsewhere.call('GET', foreign)).body).toHaveLength(1)
    const { body: person } = await staff.call('GET', `/api/people?customerId=${kept.id}`)
    expect(person).toMatchObject({ orders: 0, bookings: 3, completed: 0 })

    const bookingId = await bookingNumber(app, booked[2].id)
    const order = await takeOrder(staff, { bookingId, customerEmail: emails[2]!.toUpperCase() }, form)
    expect(order.customerId).toBe(kept.id)
    for (const call of [`?q=${emails[1]}`, '', `/similar?email=${emails[2]}`])
      expect((await staff.call('GET', `/api/customers${call}`)).body).toMatchObject([{ id: kept.id }])
    expect((await elsewhere.call('GET', `/api/customers/similar?email=${emails[2]}`)).body).toEqual([])

    const { body: moved } = await staff.call('PUT', `/api/customers/${kept.id}`, {
      ...merged.result,
      email: emails[2],
    })
    expect(moved).toMatchObject({ email: emails[2], alsoEmails: [emails[1]] })
  })

  test('with different phones keeps the other one in the notes, unless only the format differs', async () => {
    const staff = await makeCompany(app)
    const kept = await makeCustomer(staff)
    const same = await makeCustomer(staff, { phone: '+1 212.555.0100' })
    const other = await makeCustomer(staff, { phone: '(917) 555-0101', notes: 'Size 38.' })
    const merge = async ({ id }: Customer) =>
      (await staff.call('POST', `/api/customers/${kept.id}/merge/${id}`)).body.result
    expect(await merge(same)).toMatchObject({ phone: kept.phone, notes: '' })
    expect(await merge(other)).toMatchObject({
      phone: kept.phone,
      notes: 'Size 38.\n\nOther phone: (917) 555-0101',
    })
  })

  test.each([
    [
      'notes that are too long together',
      2500,
      1,
      'The combined notes are longer than 5,000 characters. Shorten one customer’s notes, then merge.',
    ],
    [
      'too many addresses together',
      0,
      26,
      'Together, these customers have more than 50 addresses. Delete some, then merge.',
    ],
  ])('of %s is refused, and leaves both', async (_, length, count, message) => {
    const staff = await makeCompany(app)
    const notes = 'n'.repeat(length)
    const [kept, other] = [await makeCustomer(staff, { notes }), await makeCustomer(staff, { notes })]
    await app.rows(
      `INSERT INTO addresses (company_id, customer_id, street, city, state, zip)
       SELECT $1, id, 'Street', 'City', 'NY', '1' FROM unnest($2::int[]) AS id, generate_series(1, $3::int)`,
      [staff.companyId, [kept.id, other.id], count],
    )
    for (const method of ['GET', 'POST'] as const)
      expect(await staff.call(method, `/api/customers/${kept.id}/merge/${other.id}`)).toMatchObject({
        status: 409,
        body: { code: 'conflict', message },
      })
    for (const customer of [kept, other])
      expect((await staff.call('GET', `/api/customers/${customer.id}`)).body).toEqual(customer)
  })

  test('is refused if one of them has changed since the preview', async () => {
    const staff = await makeCompany(app)
    const [kept, other] = [await makeCustomer(staff), await makeCustomer(staff)]
    const merge = (body: object) => staff.call('POST', `/api/customers/${kept.id}/merge/${other.id}`, body)
    await staff.call('PUT', `/api/customers/${other.id}`, { ...other, notes: 'Never with the first one!' })
    expect(await merge({ version: 1, otherVersion: 1 })).toMatchObject({
      status: 409,
      body: {
        code: 'changed',
        message: 'One of these customers just changed. Review the preview, then merge again.',
      },
    })
    expect(await merge({ version: 2, otherVersion: 2 })).toMatchObject({ status: 409 })
    expect(await merge({ version: 1, otherVersion: 2 })).toMatchObject({ status: 200 })
  })
})
