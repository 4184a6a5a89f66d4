import type { Home } from '@trunkshow/contract/home/schema.ts'
import { expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import {
  book,
  bookingNumber,
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

/** Moves an event's slots to today by the venue's clock. */
const moveToToday = (eventId: number) =>
  app.rows(`UPDATE time_slots SET slot_date = (now() AT TIME ZONE time_zone)::date WHERE event_id = $1`, [
    eventId,
  ])

test('a new company has every step to do, and each is done once it was done', async () => {
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
    const cancelled = tokenOf(await book(app, slots[1]!.id))
    await host.call('PATCH', `/api/bookings/${await bookingNumber(app, cancelled)}/cancel`)
    await book(app, slots[0]!.id)
    await moveToToday(id)
  }
  const { today, todayCount } = await open(host)
  const expected = ['East 10:00', 'East 10:30', 'West 10:00', 'West 10:30']
  expect(today.map(({ eventName, startTime }) => `${eventName} ${startTime}`).sort()).toEqual(expected)
  expect(todayCount).toBe(4)
  expect(today.find(({ startTime }) => startTime === '10:30')).toMatchObject({
    attendeeName: 'Nora Lind',
    endTime: '11:00',
    attendance: null,
    isComing: false,
  })
  for (const { startsAt, endsAt } of today)
    expect(Date.parse(endsAt) - Date.parse(startsAt)).toBe(30 * 60_000)
  const starts = today.map(({ startsAt }) => startsAt)
  expect(starts).toEqual(starts.toSorted())

  // A day later by the venue's clock they are not today's.
  await app.rows('UPDATE time_slots SET slot_date = slot_date + 1 WHERE company_id = $1', [host.companyId])
  expect((await open(host)).today).toEqual([])
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
  const [mended, failed, , , cancelled] = orders
  await operate(mended.id, 'failed')
  await operate(mended.id, 'done')
  await operate(failed.id, 'done')
  await operate(failed.id, 'failed')
  await operate(cancelled.id, 'failed')
  expect(await open(host)).toMatchObject({ unpaidOrders: 2, ordersToShip: 1 })
  expect((await host.call('GET', '/api/shopify/failed-orders')).body).toEqual([
    { id: failed.id, orderNumber: failed.orderNumber, reason: 'No such variant.' },
  ])
  const stranger = await makeCompany(app)
  expect((await stranger.call('GET', '/api/shopify/failed-orders')).body).toEqual([])
})

test('the next events come with their fill, and events with orders with what they brought', async () => {
  const host = await makeCompany(app)
  const [event, inactive] = [await makeEvent(host), await makeEvent(host, { isActive: false })]
  await book(app, event.slots[0]!.id)
  const form = await makeForm(host)
  await takeOrder(host, { eventId: event.id }, form)
  const paid = await takeOrder(host, { eventId: event.id }, form)
  const cancelled = await takeOrder(host, { eventId: inactive.id }, form)
  await app.rows(`UPDATE orders SET status = 'shipped' WHERE id = $1`, [paid.id])
  await app.rows(`UPDATE orders SET status = 'cancelled' WHERE id = $1`, [cancelled.id])
  const { nextEvents, revenue } = await open(host)
  expect(nextEvents).toEqual([
    { id: event.id, name: event.name, eventDate: event.eventDate, endDate: null, booked: 1, totalSlots: 8 },
  ])
  const { id, name, eventDate } = event
  expect(revenue).toEqual([{ id, name, eventDate, orders: 2, ordered: '1711.00', paid: '855.50' }])
})

test('a company sees nothing of another', async () => {
  const [host, stranger] = [await makeCompany(app), await makeCompany(app)]
  const event = await makeEvent(host)
  await book(app, event.slots[0]!.id)
  await moveToToday(event.id)
  await takeOrder(host, { eventId: event.id })
  expect((await open(host)).today).toHaveLength(1)
  expect(await open(stranger)).toEqual({
    steps: { company: false, event: false, booking: false, template: false, order: false },
    today: [],
    todayCount: 0,
    unpaidOrders: 0,
    ordersToShip: 0,
    nextEvents: [],
    revenue: [],
  })
})

test('whoever chose Home starts there; others start with events', async () => {
  const host = await makeCompany(app)
  const start = async () => (await host.call('GET', '/')).headers.location
  expect(await start()).toBe('/events')
  const profile = { name: 'Grace Okafor', phone: '' }
  await host.call('PUT', '/api/user/profile', { ...profile, opensHome: true })
  await host.call('PUT', '/api/user/profile', profile)
  expect(await start()).toBe('/home')
  expect((await host.call('GET', '/api/user')).body.opensHome).toBe(true)
  await host.call('PUT', '/api/user/profile', { ...profile, opensHome: false })
  expect(await start()).toBe('/events')
})
