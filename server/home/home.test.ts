import type { Home } from '@trunkshow/contract/home/schema.ts'
import { expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import {
  book,
  bookingNumber,
  dayAhead,
  makeCompany,
  makeEvent,
  makeForm,
  type TestUser,
  takeOrder,
  tokenOf,
} from '../test/factories.ts'

const app = startTestApp()

async function open(user: TestUser): Promise<Home> {
  const { status, body } = await user.call('GET', '/api/home')
  expect(status).toBe(200)
  return body
}

const noToday = { count: 0, guests: 0, arrived: 0, before: 0, bookings: [], events: [] }

/** Moves an event's slots to today by the venue's clock. */
const moveToToday = (eventId: number) =>
  app.rows(`UPDATE time_slots SET slot_date = (now() AT TIME ZONE time_zone)::date WHERE event_id = $1`, [
    eventId,
  ])

test('a new company has every step to do, and each is ticked once it is done', async () => {
  const host = await makeCompany(app)
  const all = { company: false, event: false, booking: false, template: false, order: false }
  expect((await open(host)).steps).toEqual(all)
  await host.call('POST', '/api/company', { companyName: 'Maison Vale' })
  expect((await open(host)).steps).toEqual({ ...all, company: true })
  const event = await makeEvent(host)
  expect((await open(host)).steps).toEqual({ ...all, company: true, event: true })
  const token = tokenOf(await book(app, event.slots[0]!.id))
  expect((await open(host)).steps).toEqual({ ...all, company: true, event: true, booking: true })
  const form = await makeForm(host)
  // As imports of orders leave theirs, with which no one can take an order.
  const archive = (isArchived: boolean) =>
    app.rows(
      'UPDATE order_form_templates SET archived_at = CASE WHEN $2 THEN now() END WHERE company_id = $1',
      [host.companyId, isArchived],
    )
  await archive(true)
  expect((await open(host)).steps).toMatchObject({ template: false })
  await archive(false)
  expect((await open(host)).steps).toMatchObject({ template: true, order: false })
  await takeOrder(host, {}, form)
  await app.call('GET', `/api/bookings/${token}/cancel`, undefined, { accept: 'application/json' })
  expect((await open(host)).steps).toEqual({
    company: true,
    event: true,
    booking: true,
    template: true,
    order: true,
  })
})

test('today is each venue’s own day: a show in Honolulu and one in Auckland have their own', async () => {
  const host = await makeCompany(app)
  const [west, east] = [
    await makeEvent(host, { name: 'West', timeZone: 'Pacific/Honolulu' }),
    await makeEvent(host, { name: 'East', timeZone: 'Pacific/Auckland' }),
  ]
  for (const { id, slots } of [west, east]) {
    await book(app, slots[1]!.id, { attendeeName: 'Nora Lind' })
    const canceled = tokenOf(await book(app, slots[1]!.id))
    await host.call('PATCH', `/api/bookings/${await bookingNumber(app, canceled)}/cancel`)
    await book(app, slots[0]!.id)
    await moveToToday(id)
  }
  // All are listed, as nobody is expected any more, whatever time it is there.
  await app.rows(`UPDATE bookings SET attendance = 'arrived' WHERE company_id = $1`, [host.companyId])
  const { bookings: today, ...counts } = (await open(host)).today
  const expected = ['East 10:00', 'East 10:30', 'West 10:00', 'West 10:30']
  expect(today.map(({ eventName, startTime }) => `${eventName} ${startTime}`).sort()).toEqual(expected)
  expect(counts).toMatchObject({ count: 4, arrived: 4, before: 0 })
  expect(counts.events.map(({ name }) => name).sort()).toEqual(['East', 'West'])
  expect(today.find(({ startTime }) => startTime === '10:30')).toMatchObject({
    attendeeName: 'Nora Lind',
    endTime: '11:00',
    attendance: 'arrived',
    isComing: false,
  })
  for (const { startsAt, endsAt } of today)
    expect(Date.parse(endsAt) - Date.parse(startsAt)).toBe(30 * 60_000)
  const starts = today.map(({ startsAt }) => startsAt)
  expect(starts).toEqual(starts.toSorted())

  // A day later by the venue's clock they are not today's.
  await app.rows('UPDATE time_slots SET slot_date = slot_date + 1 WHERE company_id = $1', [host.companyId])
  expect((await open(host)).today).toEqual(noToday)
})

test('a full day is counted completely, and listed from the first guest who is still expected', async () => {
  const host = await makeCompany(app)
  // There it is between 6 am and 6 pm.
  const timeZone = (new Date().getUTCHours() + 6) % 24 < 12 ? 'Pacific/Auckland' : 'Etc/UTC'
  const event = await makeEvent(host, { timeZone, endTime: '13:00', maxBookingsPerSlot: 5 })
  const ids: number[] = []
  for (let guest = 1; guest <= 23; guest++) {
    const { id } = event.slots[Math.floor((guest - 1) / 5)]!
    const { body } = await host.call('POST', `/api/timeslots/${id}/bookings`, {
      attendeeName: `Guest ${guest}`,
    })
    ids.push(body.id)
  }
  await moveToToday(event.id)
  await app.rows(`UPDATE time_slots SET end_time = '23:59' WHERE event_id = $1`, [event.id])
  const mark = (which: number[], attendance: string) =>
    app.rows('UPDATE bookings SET attendance = $2 WHERE id = ANY ($1)', [which, attendance])
  await mark(ids.slice(0, 20), 'arrived')
  await mark(ids.slice(20, 21), 'no_show')
  const { today } = await open(host)
  const { id, name } = event
  expect(today).toMatchObject({ count: 23, guests: 23, arrived: 20, before: 21, events: [{ id, name }] })
  expect(today.bookings.map(({ attendeeName }) => attendeeName)).toEqual(['Guest 22', 'Guest 23'])

  await mark(ids.slice(21), 'arrived')
  const { before, bookings } = (await open(host)).today
  expect([before, bookings.length, bookings.at(-1)!.attendeeName]).toEqual([3, 20, 'Guest 23'])
})

test('the event to share is the next one, and without one the latest', async () => {
  const host = await makeCompany(app)
  const [older, newer] = [
    await makeEvent(host, { eventDate: dayAhead(-9) }),
    await makeEvent(host, { eventDate: dayAhead(-2) }),
  ]
  expect(older.id).toBeLessThan(newer.id)
  expect((await open(host)).sharedEventId).toBe(newer.id)
  await makeEvent(host, { eventDate: dayAhead(20) })
  const next = await makeEvent(host, { eventDate: dayAhead(4) })
  expect((await open(host)).sharedEventId).toBe(next.id)
})

test('orders that wait are counted, and what failed last in Shopify is listed with its reason', async () => {
  const host = await makeCompany(app)
  const form = await makeForm(host)
  const orders = []
  for (const status of ['pending', 'pending', 'paid', 'shipped', 'cancelled']) {
    const order = await takeOrder(host, {}, form)
    await app.rows('UPDATE orders SET status = $2 WHERE id = $1', [order.id, status])
    orders.push(order)
  }
  const operate = (orderId: number, state: string) =>
    app.rows(
      `INSERT INTO shopify_operations (company_id, kind, entity_type, entity_id, subject_name, attempt_key, state, last_error)
       VALUES ($1, 'order.push', 'order', $2, 'Order', gen_random_uuid()::text, $3, 'No such variant.')`,
      [host.companyId, orderId, state],
    )
  const [mended, failed, , , canceled] = orders
  await operate(mended.id, 'failed')
  await operate(mended.id, 'done')
  await operate(failed.id, 'done')
  await operate(failed.id, 'failed')
  await operate(canceled.id, 'failed')
  expect(await open(host)).toMatchObject({ unpaidOrders: 2, ordersToShip: 1 })
  expect((await host.call('GET', '/api/shopify/failed-orders')).body).toEqual([
    { id: failed.id, orderNumber: failed.orderNumber, reason: 'No such variant.' },
  ])
  const stranger = await makeCompany(app)
  expect((await stranger.call('GET', '/api/shopify/failed-orders')).body).toEqual([])
})

test('the next events have their fill, and events that began, or have orders, their revenue', async () => {
  const host = await makeCompany(app)
  const [event, inactive] = [await makeEvent(host), await makeEvent(host, { isActive: false })]
  await book(app, event.slots[0]!.id)
  const form = await makeForm(host)
  await takeOrder(host, { eventId: event.id }, form)
  const paid = await takeOrder(host, { eventId: event.id }, form)
  const canceled = await takeOrder(host, { eventId: inactive.id }, form)
  await app.rows(`UPDATE orders SET status = 'shipped' WHERE id = $1`, [paid.id])
  await app.rows(`UPDATE orders SET status = 'cancelled' WHERE id = $1`, [canceled.id])
  const last = await makeEvent(host)
  await app.rows(`UPDATE events SET event_date = '2020-12-04' WHERE id = $1`, [last.id])
  const { nextEvents, revenue } = await open(host)
  expect(nextEvents).toEqual([
    { id: event.id, name: event.name, eventDate: event.eventDate, endDate: null, booked: 1, totalSlots: 8 },
  ])
  const { id, name, eventDate } = event
  expect(revenue).toEqual([
    { id: last.id, name: last.name, eventDate: '2020-12-04', orders: 0, ordered: '0.00', paid: '0.00' },
    { id, name, eventDate, orders: 2, ordered: '1711.00', paid: '855.50' },
  ])
})

test('a company sees nothing of another', async () => {
  const [host, stranger] = [await makeCompany(app), await makeCompany(app)]
  const event = await makeEvent(host)
  await book(app, event.slots[0]!.id)
  await moveToToday(event.id)
  await takeOrder(host, { eventId: event.id })
  expect((await open(host)).today.bookings).toHaveLength(1)
  expect(await open(stranger)).toEqual({
    steps: { company: false, event: false, booking: false, template: false, order: false },
    today: noToday,
    unpaidOrders: 0,
    ordersToShip: 0,
    due: '0.00',
    overdue: { orders: 0, due: '0.00' },
    agreements: { waiting: 0, changeAsked: 0, changed: 0 },
    making: { late: 0, atRisk: 0, notStarted: 0 },
    mustReconnect: false,
    disputes: [],
    nextEvents: [],
    sharedEventId: null,
    revenue: [],
  })
})
