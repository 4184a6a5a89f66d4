import { expect, test } from 'vitest'
import { unique } from '../test/app.ts'
import { book, bookingNumber, makeCompany, makeCustomer, takeOrder, tokenOf } from '../test/factories.ts'
import { startWaitlistApp } from '../test/waits.ts'

const { app, join, find, makeFullShow } = startWaitlistApp()

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
  const { id: waitlistEntryId } = await find(ascii.toUpperCase())
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
