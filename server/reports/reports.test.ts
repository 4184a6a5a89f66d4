import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import type { Report } from '@trunkshow/contract/reports/schema.ts'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import {
  book,
  bookingNumber,
  makeCode,
  makeCompany,
  makeCustomer,
  makeEvent,
  makeForm,
  type TestUser,
  takeOrder,
  tokenOf,
} from '../test/factories.ts'
import { untilBlocked, whileUncommitted } from '../test/while-uncommitted.ts'

const app = startTestApp()

async function read(user: TestUser, query: string): Promise<Report> {
  const { status, body } = await user.call('GET', `/api/reports?${query}`)
  expect(body.message).toBeUndefined()
  expect(status).toBe(200)
  return body
}

const setStatus = (id: number, status: string) =>
  app.rows('UPDATE orders SET status = $2 WHERE id = $1', [id, status])

/** An event on Friday, December 4, 2020, 10:00 to 12:00, with a booking for each attendance given. */
async function makePastShow(attendances: (string | null)[]) {
  const host = await makeCompany(app)
  const event = await makeEvent(host)
  const ids: number[] = []
  for (const [at, attendance] of attendances.entries()) {
    const slot = event.slots[Math.floor(at / 2)]!
    const token = tokenOf(await book(app, slot.id, { attendeeEmail: `guest${at}@mail.test` }))
    const id = await bookingNumber(app, token)
    await app.rows('UPDATE bookings SET attendance = $2 WHERE id = $1', [id, attendance])
    ids.push(id)
  }
  await app.rows(`UPDATE time_slots SET slot_date = '2020-12-04' WHERE event_id = $1`, [event.id])
  return { host, event, ids }
}

describe('an event’s report', () => {
  test('counts each booking as far as it got; who ordered has come, marked or not', async () => {
    const { host, event, ids } = await makePastShow(['arrived', 'arrived', 'no_show', null, null])
    const form = await makeForm(host)
    await takeOrder(host, { bookingId: ids[0], eventId: event.id }, form)
    const paid = await takeOrder(host, { bookingId: ids[3], eventId: event.id }, form)
    await setStatus(paid.id, 'completed')
    const canceled = await takeOrder(host, { bookingId: ids[1], eventId: event.id }, form)
    await setStatus(canceled.id, 'cancelled')
    const report = await read(host, `eventId=${event.id}`)
    expect(report.steps).toEqual({ booked: 5, toCome: 0, arrived: 3, ordered: 2, paid: 1 })
    expect(report.attendance).toEqual({ arrived: 3, noShows: 1, unmarked: 1 })
    expect(report.total).toEqual({ orders: 2, ordered: '1711.00', paid: '855.50' })
    expect(report.eventName).toBe(event.name)
    expect(report.events).toEqual([
      {
        id: event.id,
        name: event.name,
        eventDate: event.eventDate,
        spots: 8,
        spotsBooked: 5,
        noShows: 1,
        orders: 2,
        ordered: '1711.00',
        paid: '855.50',
      },
    ])
  })

  test('canceled bookings are left out, and appointments to come are not yet marked', async () => {
    const host = await makeCompany(app)
    const event = await makeEvent(host)
    await book(app, event.slots[0]!.id)
    const canceled = tokenOf(await book(app, event.slots[0]!.id))
    await host.call('PATCH', `/api/bookings/${await bookingNumber(app, canceled)}/cancel`)
    const report = await read(host, `eventId=${event.id}`)
    expect(report.steps).toMatchObject({ booked: 1, toCome: 1 })
    expect(report.attendance).toEqual({ arrived: 0, noShows: 0, unmarked: 0 })
  })

  test('an appointment is to come until it is over, unless its guest is marked or ordered', async () => {
    const { host, event, ids } = await makePastShow([null, null, null, 'arrived', null])
    // It began an hour ago, and takes another.
    await app.rows(
      `UPDATE time_slots SET (slot_date, start_time, end_time) = (
         SELECT t::date, t::time, CASE WHEN t::time < '22:00' THEN t::time + interval '2 hours' ELSE time '24:00' END
         FROM (SELECT wall_clock(now(), 'America/New_York') AS t) AS now)
       WHERE id = $1`,
      [event.slots[0]!.id],
    )
    await app.rows(
      `UPDATE time_slots SET (slot_date, start_time, end_time) = ('2100-12-03', '10:00', '10:30') WHERE id = $1`,
      [event.slots[1]!.id],
    )
    await takeOrder(host, { bookingId: ids[2], eventId: event.id })
    const report = await read(host, `eventId=${event.id}`)
    expect(report.steps).toEqual({ booked: 5, toCome: 2, arrived: 2, ordered: 1, paid: 0 })
    expect(report.attendance).toEqual({ arrived: 2, noShows: 0, unmarked: 1 })
  })

  test('has beside it the event before that had bookings or orders', async () => {
    const host = await makeCompany(app)
    const stranger = await makePastShow(['arrived'])
    const first = await makeEvent(host, { name: 'First Show' })
    const [empty, last] = [await makeEvent(host), await makeEvent(host)]
    await book(app, first.slots[0]!.id)
    for (const [at, { id }] of [first, empty, last, stranger.event].entries())
      await app.rows('UPDATE events SET event_date = $2 WHERE id = $1', [id, `2026-12-0${1 + (at % 3)}`])
    await takeOrder(host, { eventId: first.id })
    expect((await read(host, `eventId=${last.id}`)).before).toEqual({
      scope: { eventId: first.id },
      eventName: 'First Show',
      steps: { booked: 1, toCome: 1, arrived: 0, ordered: 0, paid: 0 },
      total: { orders: 1, ordered: '855.50', paid: '0.00' },
    })
    expect((await read(host, `eventId=${empty.id}`)).before?.scope).toEqual({ eventId: first.id })
    expect((await read(host, `eventId=${first.id}`)).before).toBeNull()
  })

  test('shows how full each hour of a weekday was; a hidden slot has only the spots that were booked', async () => {
    const { host, event } = await makePastShow([null, null, null])
    await app.rows('UPDATE time_slots SET is_available = false WHERE id = ANY ($1)', [
      [event.slots[1]!.id, event.slots[3]!.id],
    ])
    // Friday: 10:00 has 2 of 2, 10:30 is hidden with 1, 11:00 has 0 of 2, 11:30 is hidden with none.
    expect((await read(host, `eventId=${event.id}`)).fill).toEqual([
      { weekday: 5, hour: 10, spots: 3, booked: 3 },
      { weekday: 5, hour: 11, spots: 2, booked: 0 },
    ])
  })

  test('of another company is not found', async () => {
    const { event } = await makePastShow([])
    const stranger = await makeCompany(app)
    expect((await stranger.call('GET', `/api/reports?eventId=${event.id}`)).status).toBe(404)
    expect((await stranger.call('GET', `/api/reports.csv?table=steps&eventId=${event.id}`)).status).toBe(404)
  })
})

describe('a period', () => {
  test('has the appointments of its days by the venue’s clock, and the orders by the company’s', async () => {
    const { host, event, ids } = await makePastShow([null, null])
    await app.rows(`UPDATE time_slots SET slot_date = '2020-12-05' WHERE id = $1`, [event.slots[1]!.id])
    const form = await makeForm(host)
    // In New York, 23:30 of December 4 and 00:30 of December 5.
    for (const [instant, bookingId] of [
      ['2020-12-05T04:30:00Z', ids[0]],
      ['2020-12-05T05:30:00Z', null],
    ] as const) {
      const { id } = await takeOrder(host, { bookingId }, form)
      await app.rows('UPDATE orders SET created_at = $2 WHERE id = $1', [id, instant])
    }
    const of = (from: string, to: string) => read(host, `from=${from}&to=${to}`)
    expect(await of('2020-12-04', '2020-12-04')).toMatchObject({
      eventName: null,
      steps: { booked: 2, ordered: 1 },
      total: { orders: 1, ordered: '855.50' },
      events: [{ id: event.id, spots: 6, spotsBooked: 2, orders: 1 }],
    })
    const second = await of('2020-12-05', '2020-12-05')
    expect(second.total.orders).toBe(1)
    expect(second.before).toMatchObject({
      scope: { from: '2020-12-04', to: '2020-12-04' },
      eventName: null,
      steps: { booked: 2, toCome: 0, ordered: 1 },
      total: { orders: 1, ordered: '855.50' },
    })
    expect((await of('2020-12-04', '2020-12-05')).total.orders).toBe(2)
    expect((await of('2020-12-06', '2021-12-05')).total).toEqual({ orders: 0, ordered: '0.00', paid: '0.00' })
  })

  test('returning are those who also ordered or booked at least a day before the last time in it', async () => {
    const host = await makeCompany(app)
    const event = await makeEvent(host)
    const stranger = await makeEvent(await makeCompany(app))
    await book(app, stranger.slots[0]!.id, { attendeeEmail: 'new@mail.test' })
    await book(app, event.slots[0]!.id, { attendeeEmail: 'known@mail.test' })
    await app.rows(
      `UPDATE bookings SET created_at = created_at - interval '1 day' WHERE event_id = ANY ($1)`,
      [[event.id, stranger.id]],
    )
    await app.rows(`UPDATE time_slots SET slot_date = '2020-12-04' WHERE id = $1`, [event.slots[0]!.id])
    for (const attendeeEmail of ['Known@mail.test', 'new@mail.test', 'new@mail.test'])
      await book(app, event.slots[attendeeEmail === 'new@mail.test' ? 1 : 2]!.id, { attendeeEmail })
    const form = await makeForm(host)
    const [known, fresh] = [await makeCustomer(host), await makeCustomer(host)]
    const order = (customer: Customer) => takeOrder(host, { customerId: customer.id }, form)
    const earlier = await order(known)
    await app.rows(`UPDATE orders SET created_at = '2020-12-04' WHERE id = $1`, [earlier.id])
    for (const customer of [known, fresh, fresh]) await order(customer)
    const report = await read(host, `from=2026-01-01&to=${event.eventDate}`)
    expect(report.guests).toEqual({ new: 1, returning: 1 })
    expect(report.customers).toEqual({ new: 1, returning: 1 })
  })

  test('shares an order’s total among its products, to the cent, and sums up what few bought', async () => {
    const host = await makeCompany(app)
    const form = await makeForm(host)
    const { body: veil } = await host.call('POST', '/api/products', {
      name: 'Veil, short',
      basePrice: '100.01',
    })
    const { body: pin } = await host.call('POST', '/api/products', { name: 'Pin', basePrice: '0' })
    const code = await makeCode(host, 'FRIENDS')
    const products = [
      { productId: form.productId },
      { productId: veil.id, quantity: 2 },
      { productId: pin.id },
    ]
    const order = await takeOrder(host, { products, discountCodeId: code.id }, form)
    for (const productId of [pin.id, veil.id]) await takeOrder(host, { products: [{ productId }] }, form)
    const { products: sums, discounts, templates, total } = await read(host, 'from=2026-01-01&to=2028-12-31')
    // 855.50 + 200.02 = 1055.52, less 106.00; the veils' share, 949.52 × 200.02 / 1055.52, is 179.93.
    expect(order.total).toBe('949.52')
    expect(sums).toEqual([
      { name: 'Aurelie gown', orders: 1, ordered: '769.58', paid: '0.00' },
      { name: 'Veil, short', orders: 2, ordered: '279.95', paid: '0.00' },
      { name: 'Pin', orders: 2, ordered: '0.00', paid: '0.00' },
    ])
    expect(discounts.map(({ name, ordered }) => [name, ordered])).toEqual([
      ['FRIENDS', '949.52'],
      ['No discount code', '100.01'],
    ])
    expect(templates).toEqual([{ name: 'Gown', orders: 3, ordered: '1049.53', paid: '0.00' }])
    expect(total).toEqual({ orders: 3, ordered: '1049.53', paid: '0.00' })
  })

  test('lists the 20 products with the highest sums, the others as one row, and in the file all', async () => {
    const host = await makeCompany(app)
    const form = await makeForm(host)
    const order = await takeOrder(host, {}, form)
    await app.rows(
      `INSERT INTO orders (company_id, order_number, customer_id, customer_name, customer_email, template_id,
         template_version, form_data, items, total_cents)
       SELECT company_id, 2000 + n, customer_id, customer_name, customer_email, template_id, template_version,
         form_data, 'Item ' || 2000 + n, n * 100 FROM orders, generate_series(1, 25) AS n WHERE id = $1`,
      [order.id],
    )
    await app.rows(
      `INSERT INTO order_products (company_id, order_id, product_id, name, sku, unit_price_cents)
       SELECT company_id, id, $2, items, '', total_cents FROM orders
       WHERE company_id = $1 AND order_number > 2000`,
      [host.companyId, form.productId],
    )
    const { products } = await read(host, 'from=2026-01-01&to=2028-12-31')
    expect(products).toHaveLength(21)
    expect(products[1]).toEqual({ name: 'Item 2025', orders: 1, ordered: '25.00', paid: '0.00' })
    // 1 to 6: 21 dollars.
    expect(products[20]).toEqual({ name: 'Others', orders: 6, ordered: '21.00', paid: '0.00' })
    const { text } = await host.call('GET', '/api/reports.csv?from=2026-01-01&to=2028-12-31&table=products')
    expect(text).not.toContain('Others')
    expect(text.match(/"Item 20\d\d"/g)).toHaveLength(25)
  })

  test.each([
    ['', 'Enter a date like 2026-12-04.'],
    ['from=2026-01-01', 'Enter a date like 2026-12-04.'],
    ['from=2026-01-01&to=soon', 'Enter a date like 2026-12-04.'],
    ['from=2026-01-02&to=2026-01-01', 'The last day can’t be before the first.'],
    ['from=2020-01-01&to=2026-01-01', 'Reports can cover up to 3 years.'],
  ])('%j is refused in a sentence', async (query, sentence) => {
    const host = await makeCompany(app)
    const { status, body } = await host.call('GET', `/api/reports?${query}`)
    expect(status).toBe(400)
    expect(Object.values(body.fields)).toContain(sentence)
  })
})

test('a table is a file that spreadsheets read as numbers', async () => {
  const { host, event, ids } = await makePastShow([null, null])
  await takeOrder(host, { bookingId: ids[0], eventId: event.id })
  const file = async (table: string) =>
    (await host.call('GET', `/api/reports.csv?eventId=${event.id}&table=${table}`)).text
      .replace('\ufeff', '')
      .split('\r\n')
  expect(await file('steps')).toEqual([
    '"Step","Bookings","Of appointments so far"',
    '"Booked",2,"100%"',
    '"Arrived",1,"50%"',
    '"Ordered",1,"50%"',
    '"Paid",0,"0%"',
    '',
  ])
  expect(await file('products')).toEqual([
    '"Product","Orders","Ordered","Paid"',
    '"Aurelie gown",1,855.5,0',
    '',
  ])
})

test('many reports of one company are made one at a time, so that other companies get theirs', async () => {
  const [busy, other] = [await makeCompany(app), await makeCompany(app)]
  const years = [2021, 2022, 2023, 2024, 2025].map((year) => `from=${year}-01-01&to=${year}-12-31`)
  const reports = await whileUncommitted(
    app,
    'LOCK TABLE orders',
    [],
    async () => {
      const busyOnes = years.map((year) => read(busy, year))
      await untilBlocked(app, 2)
      return Promise.all([...busyOnes, read(other, years[0]!)])
    },
    4, // each reads in two connections
  )
  expect(reports).toHaveLength(6)
})

test('payments are summed by method, for an event and for days, and what is still due', async () => {
  const host = await makeCompany(app)
  const event = await makeEvent(host)
  const form = await makeForm(host)
  const order = await takeOrder(host, { eventId: event.id }, form)
  const pay = (entry: object) =>
    host.call('POST', `/api/orders/${order.id}/entries`, { kind: 'payment', ...entry })
  await pay({ amount: '300', method: 'cash', receivedOn: '2021-03-01' })
  await pay({ amount: '200', method: 'check', receivedOn: '2021-03-02' })
  await pay({ kind: 'refund', amount: '50', method: 'cash', receivedOn: '2021-03-02' })
  const [cash, check] = [
    { name: 'Cash', entries: 2, received: '250.00' },
    { name: 'Check', entries: 1, received: '200.00' },
  ]
  expect(await read(host, `eventId=${event.id}`)).toMatchObject({
    payments: [cash, check],
    due: { orders: 1, due: '405.50' },
  })
  expect(await read(host, 'from=2021-03-02&to=2021-03-02')).toMatchObject({
    payments: [check, { name: 'Cash', entries: 1, received: '-50.00' }],
    due: { orders: 0, due: '0.00' },
  })
})
