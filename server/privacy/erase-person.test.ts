import { describe, expect, test } from 'vitest'
import { bookingEmails } from '../bookings/emails.ts'
import { databaseOf } from '../platform/db/transaction.ts'
import { drainOutbox } from '../platform/mail/drain-outbox.ts'
import { openTransport } from '../platform/mail/transport.ts'
import { startTestApp, unique } from '../test/app.ts'
import { dumpFiles, dumpTables, findMatches } from '../test/dump.ts'
import {
  book,
  makeCode,
  makeCompany,
  makeCustomer,
  makeEvent,
  type TestUser,
  takeOrder,
} from '../test/factories.ts'
import { erasePerson } from './erase-person.ts'

const app = startTestApp()

const erase = (user: TestUser, whom: object) => user.call('POST', '/api/erasures', whom)
const newestBooking = async ({ companyId }: TestUser) =>
  (
    await app.rows<{ id: number }>('SELECT max(id) AS id FROM bookings WHERE company_id = $1', [companyId])
  )[0]!.id

/** Returns a unique name and email, with a pattern that finds them in a dump. */
function uniquePerson() {
  const word = unique('zora')
  return { name: `Zora ${word}`, email: `${word}@mail.test`, trace: new RegExp(word, 'i') }
}

/** Creates a company that knows this person as a customer with an order and as a guest. */
async function makeKnownPerson({ name, email }: { name: string; email: string }) {
  const owner = await makeCompany(app)
  const event = await makeEvent(owner)
  await book(app, event.slots[0]!.id, { attendeeName: name, attendeeEmail: email })
  const bookingId = await newestBooking(owner)
  const customer = await makeCustomer(owner, { lastName: name.split(' ')[1], email })
  const order = await takeOrder(owner, { customerId: customer.id, customerName: name, customerEmail: email })
  const payment = { kind: 'payment', amount: '100', reference: `Check of ${name}` }
  await owner.call('POST', `/api/orders/${order.id}/entries`, payment, { 'idempotency-key': email })
  return { owner, event, bookingId, customer, order }
}

/** Returns all rows of a company, from every table with a company id. */
async function rowsOf({ companyId }: TestUser) {
  const tables = await app.rows<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns WHERE column_name = 'company_id' AND table_schema = 'public'`,
  )
  const found: Record<string, unknown> = {}
  for (const { name } of tables)
    found[name] = await app.rows(`SELECT t::text FROM ${name} AS t WHERE company_id = $1 ORDER BY 1`, [
      companyId,
    ])
  return found
}

describe('erasing a person', () => {
  test("works from a booking too, and doesn't affect another company", async () => {
    const { trace, ...person } = uniquePerson()
    const [one, other] = [await makeKnownPerson(person), await makeKnownPerson(person)]
    const before = await rowsOf(other.owner)
    expect(findMatches(new Map(Object.entries({ before: [JSON.stringify(before)] })), trace)).toEqual([
      'before',
    ])
    expect(await erase(one.owner, { bookingId: one.bookingId })).toMatchObject({
      status: 200,
      body: { customers: [`Amelia ${person.name.split(' ')[1]}`], bookings: 1, upcoming: 1, orders: 1 },
    })
    expect(JSON.stringify(await rowsOf(one.owner))).not.toMatch(trace)
    expect(await rowsOf(other.owner)).toEqual(before)
  })

  test('cancels upcoming bookings: the spot is free, the host is notified without a name, the guest gets no email', async () => {
    const { trace, ...person } = uniquePerson()
    const { owner, event, bookingId } = await makeKnownPerson(person)
    await erase(owner, { bookingId })
    const { body: slots } = await owner.call('GET', `/api/events/${event.id}/timeslots`)
    expect(slots[0].availableSpots).toBe(2)
    const transport = openTransport(app.config)
    await drainOutbox(
      { config: app.config, db: databaseOf(app.pool), files: app.files },
      bookingEmails,
      transport,
    )
    const mails = await app.rows(
      `SELECT email_type AS kind, status FROM email_notifications WHERE booking_id = $1 AND status = 'sent'`,
      [bookingId],
    )
    expect(mails).toEqual([{ kind: 'booking_cancelled_notice', status: 'sent' }])
    expect(findMatches(await dumpFiles(app), trace)).toEqual([])
  })

  test('is harmless when repeated, and not logged again', async () => {
    const { trace, ...person } = uniquePerson()
    const { owner, customer } = await makeKnownPerson(person)
    await erase(owner, { customerId: customer.id })
    const before = await rowsOf(owner)
    const again = await erase(owner, { customerId: customer.id })
    expect(again).toMatchObject({ status: 200, body: { bookings: 0 } })
    const after = await rowsOf(owner)
    expect(after.activity_log).toEqual(before.activity_log)
    expect(after.customers).toEqual(before.customers)
    expect(JSON.stringify(after)).not.toMatch(trace)
  })

  test('ends every change: the customer, their addresses, their order and the guest’s link', async () => {
    const { trace: _, ...person } = uniquePerson()
    const owner = await makeCompany(app)
    const event = await makeEvent(owner)
    const { body } = await book(app, event.slots[0]!.id, {
      attendeeName: person.name,
      attendeeEmail: person.email,
    })
    const customer = await makeCustomer(owner, { email: person.email })
    const order = await takeOrder(owner, { customerId: customer.id, customerEmail: person.email })
    await erase(owner, { customerId: customer.id })
    const url = `/api/customers/${customer.id}`
    const { id: discountCodeId } = await makeCode(owner, 'SPRING10')
    const answers = [
      await owner.call('PUT', url, { firstName: 'Zora' }),
      await owner.call('PATCH', `${url}/restore`),
      await owner.call('POST', `${url}/addresses`, {
        street: '1 A St',
        city: 'Troy',
        state: 'NY',
        zip: '12180',
      }),
      await owner.call('POST', `${url}/merge/${(await makeCustomer(owner)).id}`, {}),
      await owner.call('PUT', `/api/orders/${order.id}`, { customerName: 'Zora Zen' }),
      await owner.call('PATCH', `/api/orders/${order.id}/discount`, { discountCodeId }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409, 409])
    for (const { body } of answers.slice(4)) expect(body.message).toContain('was erased')
    expect((await app.call('GET', `/api/bookings/manage/${body.id}`)).status).toBe(404)
    expect((await app.call('GET', `/booking/${body.id}`, undefined, { accept: 'text/html' })).status).toBe(
      404,
    )
    // The store can still process the order.
    expect((await owner.call('PATCH', `/api/orders/${order.id}/status`, { status: 'paid' })).status).toBe(200)
  })

  test("waits for an import that would bring them back, and deletes a file that isn't started", async () => {
    const { trace, ...person } = uniquePerson()
    const { owner, customer } = await makeKnownPerson(person)
    const csv = `First name,Last name,Email\n${person.name.replace(' ', ',')},${person.email}`
    const { body } = await owner.call('POST', '/api/imports', { kind: 'customers', csv, fileName: 'a.csv' })
    await owner.call('POST', `/api/imports/${body.id}/start`, {})
    expect(await erase(owner, { customerId: customer.id })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('still running') },
    })
    expect(JSON.stringify((await rowsOf(owner)).customers)).toMatch(trace) // all or nothing
    await app.rows(`UPDATE imports SET state = 'checked' WHERE id = $1`, [body.id])
    expect((await erase(owner, { customerId: customer.id })).status).toBe(200)
    expect(JSON.stringify(await rowsOf(owner))).not.toMatch(trace)
  })

  test("doesn't affect customers with the same phone or a single shared name", async () => {
    const owner = await makeCompany(app)
    const customer = await makeCustomer(owner, {
      firstName: 'Zora',
      lastName: 'Hurst',
      phone: '(212) 555-7788',
    })
    const partner = await makeCustomer(owner, { phone: '212-555-7788', notes: 'Zora is a friend' })
    await erase(owner, { customerId: customer.id })
    expect((await owner.call('GET', `/api/customers/${partner.id}`)).body).toEqual(partner)
  })

  test("doesn't remove a name a guest typed from texts about others", async () => {
    const { email } = uniquePerson()
    const owner = await makeCompany(app)
    const event = await makeEvent(owner)
    const friend = await makeCustomer(owner, { notes: 'Met at the Spring Bridal Trunk Show' })
    await book(app, event.slots[0]!.id, { attendeeName: 'Spring Bridal Trunk Show', attendeeEmail: email })
    await erase(owner, { bookingId: await newestBooking(owner) })
    expect((await owner.call('GET', `/api/customers/${friend.id}`)).body).toEqual(friend)
    const { body: log } = await owner.call('GET', '/api/activity')
    expect(log.map(({ subjectName }: { subjectName: string }) => subjectName)).toContain(event.name)
  })

  test('finds duplicates by a shared email, and shows them in the preview', async () => {
    const { email, trace } = uniquePerson()
    const owner = await makeCompany(app)
    const one = await makeCustomer(owner, { email })
    await makeCustomer(owner, { firstName: 'Zed', email: email.toUpperCase() })
    const { body } = await owner.call('POST', '/api/erasures/preview', { customerId: one.id })
    expect(body.customers).toEqual(['Amelia Hart', 'Zed Hart'])
    expect(JSON.stringify(await rowsOf(owner))).toMatch(trace) // a preview changes nothing
  })

  test('accepts either a customer, a booking or a guest who waits', async () => {
    const owner = await makeCompany(app)
    for (const whom of [{}, { customerId: 1, bookingId: 1 }, { bookingId: 1, waitlistEntryId: 1 }])
      expect((await erase(owner, whom)).body.message).toBe(
        'Select one customer, one booking or one guest who waits',
      )
  })
})

describe('at once', () => {
  test('bookings by the guest are erased or complete, and every counter is right', {
    timeout: 60_000,
  }, async () => {
    const { trace, ...person } = uniquePerson()
    const owner = await makeCompany(app)
    const event = await makeEvent(owner, { maxBookingsPerSlot: 5 })
    const visitor = { attendeeName: person.name, attendeeEmail: person.email }
    await book(app, event.slots[0]!.id, visitor)
    const { companyId } = owner
    const ctx = { config: app.config, db: databaseOf(app.pool), files: {} as never, actor: { companyId } }
    const booking = Array.from({ length: 20 }, (_, at) => book(app, event.slots[at % 4]!.id, visitor))
    const erasing = Array.from({ length: 4 }, () => erasePerson(ctx, { emails: [person.email] }))
    await Promise.all([...booking, ...erasing])
    const half = await app.rows(
      `SELECT id FROM bookings WHERE company_id = $1 AND (attendee_email = '') <> (attendee_name = 'Erased guest')`,
      [companyId],
    )
    expect(half).toEqual([])
    const drift = await app.rows(
      `SELECT id FROM time_slots AS s WHERE company_id = $1
         AND booked <> (SELECT coalesce(sum(spots), 0) FROM bookings WHERE time_slot_id = s.id AND status = 'active')`,
      [companyId],
    )
    expect(drift).toEqual([])
    await erasePerson(ctx, { emails: [person.email] })
    expect(findMatches(await dumpTables(app), trace)).toEqual([])
  })

  test('an email being sent leaves no trace, neither in the outbox nor in its row', async () => {
    const { trace, ...person } = uniquePerson()
    const owner = await makeCompany(app)
    const event = await makeEvent(owner)
    await book(app, event.slots[0]!.id, { attendeeName: person.name, attendeeEmail: person.email })
    const bookingId = await newestBooking(owner)
    const transport = openTransport(app.config)
    let found: string[] = []
    const erasing = {
      ...transport,
      async send(name: string, message: Parameters<typeof transport.send>[1]) {
        if (message.to.address === person.email) expect((await erase(owner, { bookingId })).status).toBe(200)
        await transport.send(name, message)
        found = found.concat(findMatches(await dumpFiles(app), trace))
      },
    }
    await drainOutbox(
      { config: app.config, db: databaseOf(app.pool), files: app.files },
      bookingEmails,
      erasing,
    )
    expect(found).toHaveLength(1) // the email did contain the name
    expect(findMatches(await dumpFiles(app), trace)).toEqual([])
    expect(findMatches(await dumpTables(app), trace)).toEqual([])
  })

  test('an order created for the customer is erased with them or refused', {
    timeout: 60_000,
  }, async () => {
    const { trace, ...person } = uniquePerson()
    const { owner, customer, order } = await makeKnownPerson(person)
    const form = { templateId: order.template.id, productId: order.products[0].productId }
    const again = { customerId: customer.id, customerName: person.name, customerEmail: person.email }
    const taking = Array.from({ length: 8 }, () =>
      owner.call('POST', '/api/orders', {
        orderData: {
          ...form,
          ...again,
          products: [{ productId: form.productId }],
          customFields: { item: 'Gown' },
        },
      }),
    )
    const answers = await Promise.all([erase(owner, { customerId: customer.id }), ...taking])
    expect(answers.map(({ status }) => status).filter((status) => ![200, 201, 409].includes(status))).toEqual(
      [],
    )
    expect(JSON.stringify(await rowsOf(owner))).not.toMatch(trace)
  })
})
