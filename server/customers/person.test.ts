import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { customerWords } from '../platform/db/schema/customers.ts'
import { hasWords } from '../platform/db/statement.ts'
import { databaseOf } from '../platform/db/transaction.ts'
import { unique } from '../test/app.ts'
import { dumpTables, findMatches } from '../test/dump.ts'
import { book, bookingNumber, makeCompany, makeCustomer, takeOrder, tokenOf } from '../test/factories.ts'
import { startWaitlistApp } from '../test/waits.ts'

const { app, join, makeFullShow } = startWaitlistApp()

/** A guest who booked one time slot of a full event and waits for it again, in another spelling. */
async function makeGuest() {
  const full = await makeFullShow()
  const { host, slotId } = full
  const email = `${unique('tom&lisa')}@münchen.test`
  const ascii = email.replace('münchen', 'xn--mnchen-3ya')
  await app.rows('UPDATE time_slots SET total_slots = 3 WHERE id = $1', [slotId])
  const booked = await book(app, slotId, { attendeeName: 'Tom Lisa', attendeeEmail: email })
  const bookingId = await bookingNumber(app, tokenOf(booked))
  await app.rows('UPDATE time_slots SET total_slots = booked WHERE id = $1', [slotId])
  await join(full, 'event', { attendeeEmail: email.toUpperCase() })
  const [wait] = await app.rows<{ id: number }>(
    'SELECT id FROM waitlist_entries WHERE lower(attendee_email) = $1',
    [ascii.toLowerCase()],
  )
  const waitlistEntryId = wait!.id
  const person = async (query: string) => (await host.call('GET', `/api/people?${query}`)).body
  const count = async (url: string) => (await host.call('GET', url)).body.length
  return { host, slotId, email, ascii, bookingId, waitlistEntryId, person, count }
}

test('a guest is one person by a booking and by a wait, before they are a customer', async () => {
  const { host, ascii, bookingId, waitlistEntryId, person, count } = await makeGuest()
  for (const query of [`bookingId=${bookingId}`, `waitlistEntryId=${waitlistEntryId}`]) {
    expect(await person(query), query).toMatchObject({
      customer: null,
      bookings: 1,
      orders: 0,
      spent: '0.00',
      paid: '0.00',
      due: '0.00',
    })
    expect((await person(query)).emails[0].toLowerCase()).toBe(ascii.toLowerCase())
    expect((await person(query)).waits).toHaveLength(1)
    expect(await count(`/api/bookings?${query}`)).toBe(1)
  }
  expect(await count(`/api/emails?guestOfBooking=${bookingId}`)).toBe(
    await count(`/api/emails?guestOfWait=${waitlistEntryId}`),
  )
  expect(await count(`/api/emails?guestOfWait=${waitlistEntryId}`)).toBeGreaterThan(0)
  const stranger = await makeCompany(app)
  for (const url of [`people?bookingId=${bookingId}`, `people?waitlistEntryId=${waitlistEntryId}`, 'people'])
    expect((await stranger.call('GET', `/api/${url}`)).status).toBe(404)
  expect((await stranger.call('GET', `/api/bookings?bookingId=${bookingId}`)).body).toEqual([])
  expect((await stranger.call('GET', `/api/emails?guestOfBooking=${bookingId}`)).body).toEqual([])
  expect((await host.call('GET', '/api/people?bookingId=2000000000')).status).toBe(404)
})

test('a guest is the active customer with their email, in any spelling, or with it as another', async () => {
  const { host, email, bookingId, waitlistEntryId, person } = await makeGuest()
  const archived = await makeCustomer(host, { email })
  await host.call('PATCH', `/api/customers/${archived.id}/archive`)
  expect((await person(`bookingId=${bookingId}`)).customer.id).toBe(archived.id)
  const active = await makeCustomer(host, { email: email.toUpperCase() })
  const kept = await makeCustomer(host)
  for (const query of [`bookingId=${bookingId}`, `waitlistEntryId=${waitlistEntryId}`])
    expect((await person(query)).customer.id).toBe(active.id)
  await host.call('POST', `/api/customers/${kept.id}/merge/${active.id}`)
  const merged = await person(`waitlistEntryId=${waitlistEntryId}`)
  expect(merged).toMatchObject({
    customer: { id: kept.id },
    bookings: 1,
    emails: [kept.email, expect.any(String)],
  })
  expect(merged).toEqual(await person(`customerId=${kept.id}`))
})

test('a booking without an email is its own guest, and its customer’s once it has an order', async () => {
  const { host, slotId, person, count } = await makeGuest()
  const add = async (attendeeName: string) => {
    const url = `/api/timeslots/${slotId}/bookings`
    return (await host.call('POST', url, { attendeeName, upToSpots: 9 })).body.id
  }
  const [one, other] = [await add('Walk In'), await add('Walk In')]
  expect(await person(`bookingId=${one}`)).toMatchObject({ customer: null, emails: [], bookings: 1 })
  const { customerId } = await takeOrder(host, { bookingId: one, customerEmail: `${unique('walk')}@in.test` })
  expect(await person(`bookingId=${one}`)).toMatchObject({
    customer: { id: customerId },
    bookings: 1,
    orders: 1,
  })
  expect(await count(`/api/bookings?customerId=${customerId}`)).toBe(1)
  expect((await person(`bookingId=${other}`)).customer).toBeNull()
})

test('erased people have nothing in common', async () => {
  const { host, email, bookingId, person, count } = await makeGuest()
  const { id } = await makeCustomer(host, { email })
  const other = await makeCustomer(host)
  for (const customerId of [id, other.id]) await host.call('POST', '/api/erasures', { customerId })
  expect(await person(`bookingId=${bookingId}`)).toMatchObject({ customer: null, emails: [], bookings: 1 })
  expect(await person(`customerId=${other.id}`)).toMatchObject({ bookings: 0, emails: [] })
  expect(await count(`/api/bookings?customerId=${other.id}`)).toBe(0)
})

test('a guest is added once, however many do it, and keeps the email that they booked with', async () => {
  const { host, ascii, slotId, bookingId, waitlistEntryId, person, count } = await makeGuest()
  const add = (guest: object, email = ascii) =>
    host.call('POST', '/api/customers', { firstName: 'Tom', lastName: 'Lisa', email, ...guest })
  const other = `${unique('tom')}@home.test`
  const [one, two] = await Promise.all([add({ bookingId }, other), add({ waitlistEntryId }, other)])
  expect(one.body.id).toBe(two.body.id)
  expect(one.body).toMatchObject({ email: other, alsoEmails: [ascii.toLowerCase()] })
  expect(await person(`bookingId=${bookingId}`)).toMatchObject({ customer: { id: one.body.id }, bookings: 1 })
  const walkIn = await host.call('POST', `/api/timeslots/${slotId}/bookings`, {
    attendeeName: 'Ann',
    upToSpots: 9,
  })
  const ann = await add({ bookingId: walkIn.body.id }, `${unique('ann')}@home.test`)
  expect(await count(`/api/bookings?customerId=${ann.body.id}`)).toBe(1)
  const stranger = await makeCompany(app)
  const foreign = { firstName: 'Tom', lastName: 'Lisa', email: ascii, bookingId }
  expect((await stranger.call('POST', '/api/customers', foreign)).status).toBe(404)
  expect(await count('/api/customers')).toBe(2)
})

test('the search is by the index of words', async () => {
  await databaseOf(app.pool).transaction(async (db) => {
    await db.execute(sql`SET LOCAL enable_seqscan = off`)
    const { rows } = await db.execute(
      sql`EXPLAIN SELECT id FROM customers WHERE ${hasWords(customerWords, 1, 'grace')}`,
    )
    expect(JSON.stringify(rows)).toContain('customers_found')
  })
})

test('customers are found by a tag in any case, with their file, and their tags are listed', async () => {
  const host = await makeCompany(app)
  const tagged = await makeCustomer(host, { tags: 'VIP, Bride 2027' })
  await makeCustomer(host, { tags: 'vip ,silk; VIP' })
  await makeCustomer(host, { tags: 'VIP lounge' })
  const list = async (tag: string) =>
    (await host.call('GET', `/api/customers?tag=${encodeURIComponent(tag)}`)).body
  expect(await list('Vip')).toHaveLength(2)
  expect(await list('bride 2027')).toMatchObject([{ id: tagged.id, tags: 'VIP, Bride 2027' }])
  expect(await list('bride')).toEqual([])
  const found = await host.call('GET', `/api/customers?q=${encodeURIComponent('2027 ame')}`)
  expect(found.body, 'the search finds words of tags beside those of the name').toMatchObject([
    { id: tagged.id },
  ])
  expect((await host.call('GET', '/api/customers.csv?tag=silk')).text).toContain('"vip, silk"')
  expect((await host.call('GET', '/api/customers/tags')).body.slice(1)).toEqual([
    'Bride 2027',
    'silk',
    'VIP lounge',
  ])
  const long = await host.call('PUT', `/api/customers/${tagged.id}`, { tags: 'x'.repeat(41) })
  expect(long).toMatchObject({ status: 400, body: { fields: { tags: expect.any(String) } } })
  expect((await (await makeCompany(app)).call('GET', '/api/customers/tags')).body).toEqual([])
})

test('one person under three spellings is merged, exported and erased, and nothing is left', async () => {
  const { host, email, ascii, bookingId, slotId } = await makeGuest()
  const tags = 'Sister of Amelia Lisa, VIP'
  const one = await makeCustomer(host, { email, lastName: 'Lisa', tags: 'Silk' })
  const other = await makeCustomer(host, { email: email.toUpperCase(), lastName: 'Lisa', tags: 'VIP' })
  const friend = await makeCustomer(host, { tags })
  const walkIn = await host.call('POST', `/api/timeslots/${slotId}/bookings`, {
    attendeeName: 'T',
    upToSpots: 9,
  })
  await takeOrder(host, { bookingId: walkIn.body.id, customerId: other.id, customerEmail: ascii })
  await host.call('POST', `/api/customers/${one.id}/merge/${other.id}`)
  const { body: data } = await host.call('GET', `/api/people/data?customerId=${one.id}`)
  const { body: ofGuest } = await host.call('GET', `/api/people/data?bookingId=${bookingId}`)
  expect(ofGuest, 'the same by a booking').toEqual({ ...data, madeAt: expect.any(String) })
  expect(data).toMatchObject({ customers: [{ tags: 'Silk, VIP' }], waitlists: [{ partySize: 1 }] })
  expect([data.bookings.length, data.orders.length]).toEqual([2, 1])
  await host.call('POST', '/api/erasures', { bookingId })
  const trace = email.split('@')[0]!
  const dump = await dumpTables(app)
  expect(findMatches(dump, new RegExp(trace.replace('&', '.'), 'i'))).toEqual([])
  const { body: left } = await host.call('GET', `/api/people?customerId=${one.id}`)
  expect(left).toMatchObject({
    name: 'Erased customer',
    emails: [],
    phone: null,
    customer: { tags: '', notes: '' },
  })
  expect((await host.call('GET', `/api/people?bookingId=${walkIn.body.id}`)).body.name).not.toBe('T')
  expect((await host.call('GET', `/api/customers/${friend.id}`)).body.tags).toBe('Sister of [erased], VIP')
})
