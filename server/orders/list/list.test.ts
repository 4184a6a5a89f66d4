import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import {
  book,
  bookingNumber,
  formField,
  home,
  makeCompany,
  makeEvent,
  makeForm,
  makeUser,
  sendOrder,
  takeOrder,
} from '../../test/factories.ts'

const app = startTestApp()

/** Creates three orders: Ann's for her booking at an event, Berta's paid at the same event, Cleo's without an event. */
async function makeOrders() {
  const staff = await makeCompany(app)
  const form = await makeForm(staff)
  const event = await makeEvent(staff)
  const booked = await book(app, event.slots[0]!.id, { attendeeName: 'Ann Lind' })
  const bookingId = await bookingNumber(app, booked.body.id)
  const ann = { customerName: 'Ann Lind', customerEmail: 'ann@lind.test' }
  const orders = [
    await takeOrder(staff, { ...ann, bookingId }, form),
    await takeOrder(
      staff,
      { customerName: 'Berta Keller', customerEmail: 'berta@keller.test', eventId: event.id },
      form,
    ),
    await takeOrder(staff, { customerName: 'Cleo Marsh', customerEmail: 'cleo@marsh.test' }, form),
  ]
  await staff.call('PATCH', `/api/orders/${orders[1].id}/status`, { status: 'paid' })
  return { staff, form, event, bookingId, orders }
}
type Books = Awaited<ReturnType<typeof makeOrders>>
const namesOf = (body: { customerName: string }[]) =>
  body.map(({ customerName }) => customerName.split(' ')[0])

describe('the list of orders', () => {
  test('has every order with all its details, unless only a summary is asked for', async () => {
    const { staff, event, orders } = await makeOrders()
    const { body, headers } = await staff.call('GET', '/api/orders?sort=newest&limit=2')
    expect(headers['x-total-count']).toBe('3')
    const [, berta, cleo] = orders
    const whole = await Promise.all(
      [cleo, berta].map(async ({ id }) => (await staff.call('GET', `/api/orders/${id}`)).body),
    )
    expect(body).toEqual(whole)
    expect(body[1]).toMatchObject({ customer: { lastName: 'Keller' }, event: { id: event.id } })
    expect(await staff.call('GET', '/api/orders?fields=all')).toMatchObject({ status: 400 })
  })

  test('has what a row shows, the oldest first', async () => {
    const { staff, event, bookingId, orders } = await makeOrders()
    const { body, headers } = await staff.call('GET', '/api/orders?fields=summary')
    expect(headers['x-total-count']).toBe('3')
    expect(namesOf(body)).toEqual(['Ann', 'Berta', 'Cleo'])
    expect(body[0]).toEqual({
      id: orders[0].id,
      orderNumber: 1001,
      userId: staff.id,
      createdAt: expect.stringMatching(/^\d{4}-.+Z$/),
      updatedAt: expect.stringMatching(/^\d{4}-.+Z$/),
      status: 'pending',
      customerId: orders[0].customerId,
      customerName: 'Ann Lind',
      customerEmail: 'ann@lind.test',
      items: 'Aurelie gown',
      total: '855.50',
      due: '855.50',
      moneyState: 'none',
      overdue: false,
      agreement: 'notSent',
      stageId: null,
      stageSince: null,
      neededBy: null,
      promisedOn: null,
      risk: null,
      templateId: expect.any(Number),
      itemType: '',
      productId: expect.any(Number),
      eventId: event.id,
      event: { id: event.id, name: event.name },
      bookingId,
      assignee: null,
      addressId: null,
      discountCodeId: null,
      discountCode: null,
      shopifyOrderId: null,
    })
  })

  test.each<[(books: Books) => string, string[]]>([
    [() => 'sort=newest', ['Cleo', 'Berta', 'Ann']],
    [() => 'status=paid', ['Berta']],
    [() => 'event=none', ['Cleo']],
    [({ event }) => `event=${event.id}`, ['Ann', 'Berta']],
    [({ bookingId }) => `bookingId=${bookingId}`, ['Ann']],
    [({ orders }) => `customerId=${orders[2].customerId}`, ['Cleo']],
    [({ orders }) => `ids=${orders[2].id},${orders[0].id}`, ['Ann', 'Cleo']],
    [() => 'q=1002', ['Berta']],
    [() => 'q=%231002', ['Berta']],
    [() => 'q=Order+1002', ['Berta']],
    [() => 'q=order+%231002', ['Berta']],
    [() => 'q=order+gown', []],
    [() => 'q=KELLER', ['Berta']],
    [() => 'q=cleo@marsh', ['Cleo']],
    [() => 'q=aurelie+ann', ['Ann']],
    [() => 'q=go+an+aur', ['Ann']],
    [() => 'q=@lind.test', ['Ann']],
    [() => 'q=lind.test', ['Ann']],
    [() => 'q=%25', []],
    [({ event }) => `event=${event.id}&status=pending&q=gown`, ['Ann']],
  ])('is narrowed by its filter, and so is the file', async (query, names) => {
    const books = await makeOrders()
    const answer = await books.staff.call('GET', `/api/orders?${query(books)}`)
    expect(namesOf(answer.body)).toEqual(names)
    expect(answer.headers['x-total-count']).toBe(String(names.length))
    const file = await books.staff.call('GET', `/api/orders.csv?${query(books)}`)
    const lines = String(file.text).trim().split('\r\n').slice(1)
    expect(lines.map((line) => line.split(',')[2]!.slice(1).split(' ')[0])).toEqual(names)
  })

  test('is narrowed to the orders with a product, as are what is printed, exported and saved', async () => {
    const { staff, form } = await makeOrders()
    const { body: veil } = await staff.call('POST', '/api/products', { name: 'Silk veil', basePrice: '90' })
    const products = [{ productId: form.productId }, { productId: veil.id }]
    const dora = { customerName: 'Dora Quist', customerEmail: 'dora@quist.test', products }
    const order = await takeOrder(staff, dora, form)

    const all = await staff.call('GET', `/api/orders?productId=${form.productId}`)
    expect(namesOf(all.body)).toEqual(['Ann', 'Berta', 'Cleo', 'Dora'])
    const some = await staff.call('GET', `/api/orders?productId=${veil.id}&fields=summary`)
    expect([namesOf(some.body), some.headers['x-total-count']]).toEqual([['Dora'], '1'])
    const paid = await staff.call('GET', `/api/orders?productId=${veil.id}&status=paid`)
    expect(paid.body).toEqual([])

    const printed = await staff.call('GET', `/api/orders/details?productId=${veil.id}`)
    expect(printed.body.map(({ id }: { id: number }) => id)).toEqual([order.id])
    const file = await staff.call('GET', `/api/orders.csv?productId=${veil.id}`)
    expect(String(file.text).trim().split('\r\n')).toEqual([
      expect.any(String),
      expect.stringContaining('Dora Quist'),
    ])
    const filter = { productId: veil.id }
    const saved = await staff.call('POST', '/api/order-filters', { name: 'Veils', filter })
    expect(saved).toMatchObject({ status: 201, body: { name: 'Veils', filter } })
  })

  test('of a company has nothing with another’s product', async () => {
    const { form } = await makeOrders()
    const { staff } = await makeOrders()
    for (const path of ['/api/orders', '/api/orders/details'])
      expect(await staff.call('GET', `${path}?productId=${form.productId}`)).toMatchObject({
        status: 200,
        body: [],
      })
    expect(await staff.call('GET', '/api/orders?productId=-1')).toMatchObject({ status: 400 })
  })

  test.each([
    '2000-02-31T00:00:00.000Z',
    '2000-02-30T24:00:00.000Z',
    '2000-02-28T24:00:00.000Z',
    '0000-01-01T00:00:00.000Z',
    '2000-01-01T00:00:60.000Z',
    '2000-01-01T00:00:00Z',
    '+010000-01-01T00:00:00.000Z',
    '-000001-01-01T00:00:00.000Z',
    'now',
  ])('does not continue from %s, which is not an instant', async (instant) => {
    const staff = await makeCompany(app)
    const cursor = Buffer.from(JSON.stringify([instant, 1])).toString('base64url')
    const { status, body } = await staff.call('GET', `/api/orders?cursor=${cursor}`)
    expect([status, body.message]).toEqual([400, 'This list cannot go on from there.'])
  })

  test.each(['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'])(
    'continues from %s',
    async (instant) => {
      const staff = await makeCompany(app)
      const cursor = Buffer.from(JSON.stringify([instant, 1])).toString('base64url')
      expect((await staff.call('GET', `/api/orders?cursor=${cursor}`)).status).toBe(200)
    },
  )

  test.each([
    ['900001007', '900001007'],
    ['%23900001007', '900001007'],
    ['order+900001007', '900001007'],
    ['6543210987654', '6543210987654'],
  ])('asked for with %j has the order of this number at the store', async (q, number) => {
    const { staff, orders } = await makeOrders()
    const remoteId = `gid://shopify/Order/${number}`
    await app.rows('UPDATE orders SET shopify_order_id = $2 WHERE id = $1', [orders[1].id, remoteId])
    expect(namesOf((await staff.call('GET', `/api/orders?q=${q}`)).body)).toEqual(['Berta'])
    const stranger = await makeCompany(app)
    expect((await stranger.call('GET', `/api/orders?q=${q}`)).body).toEqual([])
  })

  test.each(['sort=oldest', 'sort=newest'])('continues page by page with %s', async (sort) => {
    const { staff, orders } = await makeOrders()
    // With the same creation time, ids decide.
    await app.rows(`UPDATE orders SET created_at = '2026-01-02 03:04:05.678+00' WHERE company_id = $1`, [
      staff.companyId,
    ])
    const seen: number[] = []
    let next: string | undefined = `/api/orders?limit=1&${sort}`
    while (next) {
      const { body, headers } = await staff.call('GET', next)
      seen.push(...body.map(({ id }: { id: number }) => id))
      next = /<(.+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]
    }
    const ids = orders.map(({ id }) => id)
    expect(seen).toEqual(sort === 'sort=newest' ? ids.reverse() : ids)
  })

  test.each(['sort=name', 'status=lost', 'event=all', 'ids=1,x', 'page=2'])('refuses %s', async (query) => {
    const staff = await makeCompany(app)
    expect(await staff.call('GET', `/api/orders?${query}`)).toMatchObject({ status: 400 })
  })

  test('never has orders of another company', async () => {
    const { event, orders } = await makeOrders()
    const stranger = await makeCompany(app)
    const ids = orders.map(({ id }) => id).join(',')
    for (const query of ['', `?ids=${ids}`, `?event=${event.id}`, '?q=gown'])
      expect((await stranger.call('GET', `/api/orders${query}`)).body).toEqual([])
    expect((await stranger.call('GET', `/api/orders/details?ids=${ids}`)).body).toEqual([])
  })
})

describe('what is printed', () => {
  test('has the selected orders in full, oldest first', async () => {
    const { staff, orders } = await makeOrders()
    const { body } = await staff.call('GET', `/api/orders/details?ids=${orders[2].id},${orders[0].id}`)
    expect(body).toEqual([
      (await staff.call('GET', `/api/orders/${orders[0].id}`)).body,
      (await staff.call('GET', `/api/orders/${orders[2].id}`)).body,
    ])
  })

  test('is not more than 200 orders at once', async () => {
    const { staff, event, orders } = await makeOrders()
    await app.rows(
      `INSERT INTO orders (company_id, order_number, customer_id, customer_name, customer_email, template_id,
         template_version, form_data, items, total_cents)
       SELECT company_id, 2000 + n, customer_id, customer_name, customer_email, template_id, template_version, '{}',
         items, 0
       FROM orders, generate_series(1, 198) AS n WHERE id = $1`,
      [orders[0].id],
    )
    expect(await staff.call('GET', '/api/orders/details')).toMatchObject({ status: 400 })
    expect((await staff.call('GET', `/api/orders/details?event=${event.id}`)).body).toHaveLength(2)
  })
})

describe('the orders of an event', () => {
  test('are counted and summed without canceled ones', async () => {
    const { staff, event, orders } = await makeOrders()
    const sum = async () => (await staff.call('GET', `/api/events/${event.id}/orders`)).body
    expect(await sum()).toEqual({ orders: 2, revenue: '1711.00' })
    await staff.call('POST', `/api/orders/${orders[0].id}/cancel`)
    expect(await sum()).toEqual({ orders: 1, revenue: '855.50' })
  })

  test('are shown with its bookings, and keep the event and the customer', async () => {
    const { staff, event, orders } = await makeOrders()
    await book(app, event.slots[1]!.id)
    const { body } = await staff.call('GET', `/api/events/${event.id}/bookings`)
    expect(body.map(({ hasOrders }: { hasOrders: boolean }) => hasOrders)).toEqual([true, false])
    for (const url of [
      `/api/customers/${orders[2].customerId}`,
      `/api/products/${orders[2].products[0].productId}`,
    ])
      expect(await staff.call('DELETE', url)).toMatchObject({ status: 409, body: { code: 'in_use' } })
    const bare = await makeEvent(staff)
    await takeOrder(staff, { eventId: bare.id })
    expect(await staff.call('DELETE', `/api/events/${bare.id}`)).toMatchObject({
      status: 409,
      body: {
        code: 'in_use',
        message: 'This event has orders, so it cannot be deleted. Make it inactive instead.',
      },
    })
  })
})

describe('saved filters', () => {
  const filter = { q: 'gown', status: 'paid', event: 'none', sort: 'newest' }
  test('are saved, listed by name and removed, per user', async () => {
    const { staff } = await makeOrders()
    const late = await staff.call('POST', '/api/order-filters', { name: 'late', filter: {} })
    const saved = await staff.call('POST', '/api/order-filters', { name: ' Gowns ', filter })
    expect(saved).toMatchObject({ status: 201, body: { name: 'Gowns', filter } })
    expect((await staff.call('GET', '/api/order-filters')).body).toEqual([saved.body, late.body])
    const stranger = await makeCompany(app)
    expect((await stranger.call('GET', '/api/order-filters')).body).toEqual([])
    expect(await stranger.call('DELETE', `/api/order-filters/${late.body.id}`)).toMatchObject({ status: 404 })
    expect(await staff.call('DELETE', `/api/order-filters/${late.body.id}`)).toMatchObject({ status: 204 })
    expect((await staff.call('GET', '/api/order-filters')).body).toEqual([saved.body])
  })

  test('that were saved with spaces around their words, or before there were other filters, still open', async () => {
    const staff = await makeCompany(app)
    await app.rows(
      `INSERT INTO saved_filters (company_id, user_id, name, filter) VALUES ($1, $2, 'Gowns', $3)`,
      [staff.companyId, staff.id, { q: ' gown ', event: 12, sort: 'newest' }],
    )
    expect((await staff.call('GET', '/api/order-filters')).body).toEqual([
      { id: expect.any(Number), name: 'Gowns', filter: { q: 'gown', event: 12, sort: 'newest' } },
    ])
  })

  test('are 50 at most, however many are saved at once', async () => {
    const staff = await makeCompany(app)
    const save = (name: string) => staff.call('POST', '/api/order-filters', { name, filter })
    const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => save(`filter ${at}`)))
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map(({ status, body }) => [status, body.message])).toEqual(
      Array(10).fill([409, 'You can save up to 50 filters. Delete one first.']),
    )
    expect((await staff.call('GET', '/api/order-filters')).body).toHaveLength(50)
  })

  test.each([
    [{ name: ' ', filter: {} }, 400],
    [{ name: 'x', filter: { owner: 1 } }, 400],
    [{ name: 'x', filter: { event: 9_007_199_254_740_991 } }, 400],
    [{ name: 'GOWNS', filter: {} }, 409],
  ])('like %j are refused', async (input, status) => {
    const staff = await makeCompany(app)
    await staff.call('POST', '/api/order-filters', { name: 'Gowns', filter })
    expect(await staff.call('POST', '/api/order-filters', input)).toMatchObject({ status })
  })
})

const grace = { firstName: 'Grace', lastName: 'Okafor', email: 'grace@guest.test' }

async function makeShop() {
  const staff = await makeCompany(app)
  const form = await makeForm(staff)
  const read = async (): Promise<string> => (await staff.call('GET', '/api/orders/version')).body.version
  return { staff, form, read }
}

test('money filters lists, and what they owe is summed', async () => {
  const { staff, form } = await makeShop()
  const [late, half, paid, canceled] = [
    await takeOrder(staff, {}, form),
    await takeOrder(staff, {}, form),
    await takeOrder(staff, {}, form),
    await takeOrder(staff, {}, form),
  ]
  const pay = ({ id }: { id: number }, amount: string) =>
    staff.call('POST', `/api/orders/${id}/entries`, { kind: 'payment', amount })
  await staff.call('PUT', `/api/orders/${late.id}`, { balanceDue: 'date', balanceDueOn: '2026-01-05' })
  await pay(half, '400')
  await pay(paid, '855.50')
  await pay(canceled, '100')
  await staff.call('POST', `/api/orders/${canceled.id}/cancel`)
  const found = async (money: string) =>
    (await staff.call('GET', `/api/orders?fields=summary&money=${money}`)).body.map(
      ({ id }: { id: number }) => id,
    )
  expect(await found('due')).toEqual([late.id, half.id])
  expect(await found('overdue')).toEqual([late.id])
  expect(await found('paid')).toEqual([paid.id])
  expect(await found('refundDue')).toEqual([canceled.id])
  const owed = async (query: string) => (await staff.call('GET', `/api/orders/due?${query}`)).body.due
  expect(await owed('')).toBe('1311.00')
  expect(await owed('money=overdue')).toBe('855.50')
  expect(await owed('q=grace&money=due')).toBe('1311.00')
  expect((await staff.call('GET', '/api/home')).body).toMatchObject({
    due: '1311.00',
    overdue: { orders: 1, due: '855.50' },
  })
  expect((await staff.call('GET', `/api/people?customerId=${late.customerId}`)).body).toMatchObject({
    paid: '0.00',
    due: '855.50',
  })
  expect((await staff.call('GET', '/api/orders.csv?money=overdue')).text).toContain(
    '"855.50","0.00","855.50","overdue"',
  )
})

test('the version changes with every change that the screens of orders show, and with nothing else', async () => {
  const { staff, form, read } = await makeShop()
  const colleague = await makeUser(app, staff.companyId, 'order management')
  const [order, other] = [await takeOrder(staff, {}, form), await takeOrder(staff, {}, form)]
  const changes: [string, () => Promise<unknown>][] = [
    ['a new order', () => takeOrder(colleague, {}, form)],
    ['a status', () => colleague.call('PATCH', `/api/orders/${order.id}/status`, { status: 'paid' })],
    ['an edit', () => colleague.call('PUT', `/api/orders/${order.id}`, { notes: 'With a veil.' })],
    ['a comment', () => colleague.call('POST', `/api/orders/${order.id}/comments`, { comment: 'Called.' })],
    [
      'a customer',
      () => colleague.call('PUT', `/api/customers/${order.customerId}`, { ...grace, phone: '555 0100' }),
    ],
    ['a cancellation', () => colleague.call('POST', `/api/orders/${order.id}/cancel`)],
    [
      'a refund',
      () => staff.call('POST', `/api/orders/${order.id}/entries`, { kind: 'refund', amount: '5' }),
    ],
    ['a deletion', () => staff.call('DELETE', `/api/orders/${other.id}`)],
  ]
  let last = await read()
  for (const [change, make] of changes) {
    expect(await read(), `before ${change}`).toBe(last)
    await make()
    const version = await read()
    expect(version, change).not.toBe(last)
    last = version
  }
})

test('changes that begin first and commit last, and two in one millisecond, are noticed', async () => {
  const { staff, read } = await makeShop()
  const write = (entries: number) =>
    `INSERT INTO activity_log (company_id, activity, subject, subject_id, subject_name, created_at)
     SELECT ${staff.companyId}, 'order.changed', 'order', 1, 'Order 1', '2026-01-01'
     FROM generate_series(1, ${entries})`
  await app.rows(write(600))
  const slow = await app.pool.connect()
  try {
    await slow.query('BEGIN')
    await slow.query(write(1))
    await app.rows(write(1))
    const first = await read()
    await slow.query('COMMIT')
    expect(await read()).not.toBe(first)
  } finally {
    slow.release()
  }
})

test("changes of another company don't affect it", async () => {
  const [{ read }, other] = [await makeShop(), await makeShop()]
  const before = await read()
  await takeOrder(other.staff, {}, other.form)
  expect(await read()).toBe(before)
})

/** Reads a CSV file whose cells have no line breaks. */
const cellsOf = (text: string) =>
  text
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => [...line.matchAll(/"((?:[^"]|"")*)"|([^,]+)/g)].map(([, quoted, bare]) => quoted ?? bare))

test('the file of orders has the address, the notes and a column for each label of their forms', async () => {
  const staff = await makeCompany(app)
  const form = await makeForm(staff)
  const fields = [
    formField({ id: 'lining', label: 'Lining', type: 'checkbox' }),
    formField({ id: 'cloth', label: 'Fabric' }),
    formField({ id: 'remarks', label: 'Notes' }),
    formField({ id: 'sum', label: '=1+1' }),
    formField({ id: 'sketch', label: 'Sketch', type: 'attachment' }),
  ]
  const { body: other } = await staff.call('POST', '/api/order-templates', { templateName: 'Veil', fields })
  await takeOrder(staff, { shippingAddress: home, notes: '-rush', customFields: { item: 'Gown' } }, form)
  const veil = { ...form, templateId: other.id }
  const answers = { lining: true, cloth: 'Tulle', remarks: '=2', sum: 'two' }
  const { body: order } = await sendOrder(staff, veil, { customFields: answers })
  await app.rows(
    `INSERT INTO attachments (company_id, order_id, field_id, filename, file_type, file_size, display_name)
     VALUES ($1, $2, 'sketch', 'a', 'image/png', 1, 'front.png'), ($1, $2, 'sketch', 'b', 'image/png', 1, 'back.png')`,
    [staff.companyId, order.id],
  )
  const hidden = fields.map((field) => (field.id === 'lining' ? { ...field, archived: true } : field))
  const change = { templateName: 'Veil', fields: hidden, safeUpdate: true }
  expect((await staff.call('PUT', `/api/order-templates/${other.id}`, change)).status).toBe(200)
  const newest = { templateVersion: 2 }
  expect((await staff.call('PUT', `/api/orders/${order.id}`, newest)).status).toBe(200)

  const [headings, first, second] = cellsOf((await staff.call('GET', '/api/orders.csv')).text)
  expect(headings!.slice(5, 9)).toEqual(['Total', 'Received', 'Due', 'Payment'])
  expect(first!.slice(5, 9)).toEqual(['855.50', '0.00', '855.50', 'none'])
  const address = ['Street', 'Street 2', 'City', 'State', 'Zip', 'Notes']
  const labels = ['Item Description', 'Fabric', 'Lining', 'Notes', "'=1+1", 'Sketch']
  expect(headings!.slice(17)).toEqual([...address, ...labels])
  expect(first!.slice(17)).toEqual([...Object.values(home), "'-rush", 'Gown', '', '', '', '', ''])
  const answered = ['', 'Tulle', 'Yes', "'=2", 'two', 'front.png; back.png']
  expect(second!.slice(17)).toEqual(['', '', '', '', '', '', ...answered])

  const newestFirst = cellsOf((await staff.call('GET', '/api/orders.csv?sort=newest')).text)
  expect(newestFirst[0]!.slice(23)).toEqual([
    'Lining',
    'Fabric',
    'Notes',
    "'=1+1",
    'Sketch',
    'Item Description',
  ])
})
