import { paths } from '@trunkshow/contract/paths.ts'
import { expect, test } from 'vitest'
import { type Answer, unique } from '../app.ts'
import { eventForm, makeCoHost, makeCompany, makeEvent, makeUser, type TestUser } from '../factories.ts'
import { app, makeWorld, snapshot, startWorld, type World } from './world.ts'

startWorld()

/** In every name and email of the other company, so an answer that has it tells of them. */
const secret = /zyxwv/i

/** Another company, whose people, events and goods have names that no other has. */
async function makeSecretWorld() {
  const world = await makeWorld()
  const mine = [world.owner.companyId]
  for (const change of [
    `events SET name = 'Zyxwv Show', host_name = 'Zyxwv'`,
    `bookings SET attendee_name = 'Zyxwv Guest', attendee_email = 'guest@zyxwv.test'`,
    `waitlist_entries SET attendee_name = 'Zyxwv Waits', attendee_email = 'waits@zyxwv.test'`,
    `customers SET first_name = 'Zyxwv', email = 'customer@zyxwv.test', tags = 'Zyxwv', notes = 'Zyxwv'`,
    `orders SET customer_name = 'Zyxwv Hart', customer_email = 'customer@zyxwv.test'`,
    `products SET name = 'Zyxwv Blouse'`,
    `discount_codes SET code = 'ZYXWV10'`,
    `emails SET subject = 'Zyxwv', to_email = 'guest@zyxwv.test', body = 'Zyxwv'`,
  ])
    await app.rows(`UPDATE ${change} WHERE company_id = $1`, mine)
  return world
}

type Call = [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: object]
/** A status, or what the body is. */
type Outcome = number | ((answer: Answer) => void)

const isEmpty = ({ status, body }: Answer) => expect([status, body]).toEqual([200, []])
/** Says which field names something that is not the caller's. */
const isRefused = ({ status }: Answer) => expect([400, 404, 409]).toContain(status)
const isRefusedAtDesk = ({ status, body }: Answer) =>
  expect([status, body.map(({ outcome }: { outcome: string }) => outcome)]).toEqual([200, ['refused']])

async function expectRefusals(caller: TestUser, calls: [Outcome, ...Call][]) {
  for (const [outcome, method, url, body] of calls) {
    const answer = await caller.call(method, url, body)
    const what = `${method} ${url} ${JSON.stringify(body)}: ${answer.text}`
    if (typeof outcome === 'number') expect(answer.status, what).toBe(outcome)
    else outcome(answer)
    expect(answer.text, what).not.toMatch(secret)
  }
}

const walkIn = (timeSlotId: number) => ({
  changes: [
    { key: unique('change-at-the-desk'), kind: 'walkIn', timeSlotId, attendeeName: 'Walk-in', partySize: 1 },
  ],
})
const mark = (bookingId: number) => ({
  changes: [
    {
      key: unique('change-at-the-desk'),
      kind: 'mark',
      bookingId,
      attendance: 'arrived',
      seen: { attendance: null, version: 0 },
    },
  ],
})
const person = { firstName: 'Ann', lastName: 'Brandt', email: 'ann@b.test' }
const order = ({ templateId, productId }: World, more: object) => ({
  orderData: {
    ...{ customerName: 'Ann Brandt', customerEmail: 'ann@b.test', customFields: { item: 'Gown' } },
    ...{ templateId, products: [{ productId }], ...more },
  },
})

test('a call on a record of one’s own changes and tells nothing of another company’s by a second id', async () => {
  const [mine, theirs] = [await makeWorld(), await makeSecretWorld()]
  const { bookingId, waitId, customerId } = theirs
  const slot = theirs.slots[1]!.id
  const event = theirs.event.id
  const before = await snapshot(theirs)
  await expectRefusals(mine.owner, [
    // Appointments, the calendar's moves, the desk and the waitlist.
    [404, 'PATCH', `/api/bookings/${mine.bookingId}/reschedule`, { newTimeSlotId: slot }],
    [404, 'POST', `/api/bookings/manage/${mine.token}/reschedule`, { newTimeSlotId: slot }],
    [404, 'POST', `/api/waitlist/${mine.waitId}/offer`, { timeSlotId: slot }],
    [isRefusedAtDesk, 'POST', `/api/events/${mine.event.id}/desk`, walkIn(slot)],
    [isRefusedAtDesk, 'POST', `/api/events/${mine.event.id}/desk`, mark(bookingId)],
    [200, 'GET', `/api/timeslots/fill?eventIds=${mine.event.id},${event}`],
    [200, 'GET', `/api/calendar?from=${theirs.event.eventDate}`],
    [404, 'POST', '/api/calendar-feeds', { eventId: event }],
    [isEmpty, 'GET', '/api/bookings/search?q=zyxwv'],
    [200, 'GET', `/api/bookings/search?date=${theirs.event.eventDate}`],
    // People.
    [404, 'GET', `/api/people?customerId=${customerId}`],
    [404, 'GET', `/api/people?bookingId=${bookingId}`],
    [404, 'GET', `/api/people?waitlistEntryId=${waitId}`],
    [
      200,
      'GET',
      `/api/people?customerId=${mine.customerId}&bookingId=${bookingId}&waitlistEntryId=${waitId}`,
    ],
    [404, 'GET', `/api/people/data?customerId=${customerId}`],
    [404, 'GET', `/api/people/data?bookingId=${bookingId}`],
    [404, 'GET', `/api/people/data?waitlistEntryId=${waitId}`],
    [isEmpty, 'GET', `/api/bookings?customerId=${customerId}`],
    [isEmpty, 'GET', `/api/bookings?bookingId=${bookingId}`],
    [isEmpty, 'GET', `/api/bookings?waitlistEntryId=${waitId}`],
    [isEmpty, 'GET', '/api/bookings?email=guest@zyxwv.test'],
    [404, 'POST', '/api/customers', { ...person, bookingId }],
    [404, 'POST', '/api/customers', { ...person, waitlistEntryId: waitId }],
    [404, 'GET', `/api/customers/${mine.customerId}/merge/${customerId}`],
    [404, 'POST', `/api/customers/${mine.customerId}/merge/${customerId}`, {}],
    [404, 'POST', `/api/customers/${customerId}/merge/${mine.customerId}`, {}],
    [isEmpty, 'GET', '/api/customers?tag=zyxwv'],
    [200, 'GET', '/api/customers/tags'],
    [404, 'POST', '/api/erasures', { waitlistEntryId: waitId }],
    // Emails.
    [404, 'GET', `/api/emails?bookingId=${bookingId}`],
    [404, 'GET', `/api/emails?waitlistOf=${event}`],
    [isEmpty, 'GET', `/api/emails?customerId=${customerId}`],
    [isEmpty, 'GET', `/api/emails?guestOfBooking=${bookingId}`],
    [isEmpty, 'GET', `/api/emails?guestOfWait=${waitId}`],
    [404, 'GET', paths.emailBody(theirs.emailId)],
    [404, 'POST', paths.messagePreview(event), { subject: 'A new door', text: 'Please ring.' }],
    // Events, tours, reports, imports.
    [404, 'POST', '/api/events', eventForm({ copyOf: event })],
    [
      404,
      'POST',
      '/api/tours',
      { name: 'Tour', copyOf: event, stops: [{ ...mine.event, location: 'Dallas' }] },
    ],
    [404, 'PUT', `/api/tours/${mine.tourId}/stops/${event}`],
    [404, 'DELETE', `/api/events/${mine.event.id}/co-hosts/${theirs.coHostId}`],
    [404, 'GET', `/api/reports?eventId=${event}`],
    [200, 'GET', `/api/reports?from=${theirs.event.eventDate}&to=${theirs.event.eventDate}`],
    [404, 'GET', `/api/reports.csv?table=events&eventId=${event}`],
    [
      404,
      'POST',
      '/api/imports',
      { kind: 'bookings', eventId: event, csv: 'Name,Email\nA,a@b.test', fileName: '' },
    ],
    // Orders.
    [isRefused, 'POST', '/api/orders', order(mine, { customerId })],
    [isRefused, 'POST', '/api/orders', order(mine, { eventId: event })],
    [isRefused, 'POST', '/api/orders', order(mine, { eventId: mine.event.id, timeSlotId: slot })],
    [isRefused, 'POST', '/api/orders', order(mine, { bookingId })],
    [
      isRefused,
      'POST',
      '/api/orders',
      order(mine, { customerId: mine.customerId, addressId: theirs.addressId }),
    ],
    [isRefused, 'POST', '/api/orders', order(mine, { discountCodeId: theirs.discountCodeId })],
    [isRefused, 'POST', `/api/orders/${mine.orderId}/discount`, { discountCodeId: theirs.discountCodeId }],
    [isEmpty, 'GET', `/api/orders/details?ids=${theirs.orderId}`],
    [isEmpty, 'GET', '/api/orders?q=zyxwv'],
    [404, 'DELETE', `/api/orders/${mine.orderId}/attachments/${theirs.attachmentId}`],
  ])
  expect(await snapshot(theirs)).toEqual(before)
})

test('an appointment goes to no time slot of another event of the company, and the desk and the waitlist reach none', async () => {
  const { owner, event, token, bookingId, waitId, ...world } = await makeWorld()
  const other = await makeEvent(owner)
  const slot = other.slots[0]!.id
  await expectRefusals(owner, [
    [404, 'PATCH', `/api/bookings/${bookingId}/reschedule`, { newTimeSlotId: slot }],
    [404, 'POST', `/api/bookings/manage/${token}/reschedule`, { newTimeSlotId: slot }],
    [404, 'POST', `/api/waitlist/${waitId}/offer`, { timeSlotId: slot }],
    [isRefusedAtDesk, 'POST', `/api/events/${event.id}/desk`, walkIn(slot)],
    [isRefusedAtDesk, 'POST', `/api/events/${other.id}/desk`, mark(bookingId)],
    [isRefused, 'POST', '/api/orders', order({ ...world } as World, { eventId: event.id, timeSlotId: slot })],
  ])
})

test('a co-host reaches their event and nothing else of its company', async () => {
  const theirs = await makeSecretWorld()
  const other = await makeEvent(theirs.owner)
  const coHost = await makeCoHost(app, theirs.event)
  const before = await snapshot(theirs)
  const slot = other.slots[0]!.id
  const message = { subject: 'A new door', text: 'Please ring.' }
  await expectRefusals(coHost, [
    [404, 'PATCH', `/api/bookings/${theirs.bookingId}/reschedule`, { newTimeSlotId: slot }],
    [404, 'POST', `/api/waitlist/${theirs.waitId}/offer`, { timeSlotId: slot }],
    [isRefusedAtDesk, 'POST', `/api/events/${theirs.event.id}/desk`, walkIn(slot)],
    [404, 'POST', `/api/timeslots/${slot}/bookings`, { attendeeName: 'Lena' }],
    [404, 'GET', `/api/events/${other.id}/guests`],
    [404, 'POST', `/api/events/${other.id}/messages`, message],
    [404, 'POST', paths.messagePreview(other.id), message],
    [404, 'POST', `/api/events/${theirs.event.id}/timeslots/sync`],
    [404, 'GET', `/api/people?bookingId=${theirs.bookingId}`],
    [404, 'GET', `/api/people/data?bookingId=${theirs.bookingId}`],
    [404, 'POST', '/api/customers', { ...person, bookingId: theirs.bookingId }],
    [isEmpty, 'GET', `/api/bookings?bookingId=${theirs.bookingId}`],
    [isEmpty, 'GET', `/api/emails?guestOfBooking=${theirs.bookingId}`],
    [404, 'POST', '/api/erasures', { bookingId: theirs.bookingId }],
    [404, 'GET', `/api/reports?eventId=${theirs.event.id}`],
    [isEmpty, 'GET', `/api/timeslots/fill?eventIds=${other.id}`],
  ])
  const { body: week } = await coHost.call('GET', `/api/calendar?from=${theirs.event.eventDate}`)
  expect(week.events.map(({ id }: { id: number }) => id)).toEqual([theirs.event.id])
  expect(week.slots.filter(({ eventId }: { eventId: number }) => eventId !== theirs.event.id)).toEqual([])
  expect(await snapshot(theirs)).toEqual(before)
})

test('the preview of a message is for those who may send it', async () => {
  const { owner, event } = await makeWorld()
  const form = new URLSearchParams({ subject: 'A new door', text: 'Please ring.' }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const url = paths.messagePreview(event.id)
  const post = async (user: TestUser) => (await user.call('POST', url, form, headers)).status
  expect(await post(owner)).toBe(200)
  expect(await post(await makeUser(app, owner.companyId, 'order management'))).toBe(200)
  expect(await post(await makeCoHost(app, event, 'view only'))).toBe(200)
  expect(await post(await makeUser(app, owner.companyId, 'view only'))).toBe(403)
  expect(await post(await makeCompany(app))).toBe(404)
  expect((await app.call('POST', url, form, headers)).status).toBe(401)
})
