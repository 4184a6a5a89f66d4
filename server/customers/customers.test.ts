import { describe, expect, test } from 'vitest'
import { startTestApp, unique } from '../test/app.ts'
import {
  book,
  bookingNumber,
  makeCompany,
  makeCustomer,
  makeEvent,
  personForm,
  type TestUser,
  takeOrder,
  tokenOf,
} from '../test/factories.ts'

const app = startTestApp()

const namesOf = (body: { firstName: string }[]) => body.map(({ firstName }) => firstName)

describe('a customer', () => {
  test('is added with what was typed, trimmed, and an empty phone is none', async () => {
    const staff = await makeCompany(app)
    const typed = {
      ...personForm(),
      firstName: ' Amelia ',
      phone: ' ',
      userId: 7,
      id: 9,
      notes: ' Likes silk. ',
    }
    const made = await staff.call('POST', '/api/customers', typed)
    expect(made).toMatchObject({ status: 201 })
    expect(made.body).toEqual({
      id: expect.any(Number),
      firstName: 'Amelia',
      lastName: 'Hart',
      email: typed.email,
      alsoEmails: [],
      phone: null,
      notes: 'Likes silk.',
      tags: '',
      taxExempt: '',
      assignee: null,
      isArchived: false,
      hasOrders: false,
      version: 1,
      userId: staff.id,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    expect((await staff.call('GET', `/api/customers/${made.body.id}`)).body).toEqual(made.body)
  })

  test.each([
    [{ firstName: ' ' }, { firstName: 'First name is required' }],
    [{ lastName: undefined }, { lastName: 'Last name is required' }],
    [{ email: 'amelia' }, { email: 'Invalid email address' }],
    [{ phone: '1'.repeat(51) }, { phone: 'Phone must be 50 characters or less' }],
  ])('is refused with %j', async (changes, fields) => {
    const staff = await makeCompany(app)
    const answer = await staff.call('POST', '/api/customers', personForm(changes))
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', fields } })
  })

  test.each(['7', 'seven', '', true, {}, [7], 7.5, -1, 0, 2 ** 31])(
    'with the user %j is refused, and nothing is stored',
    async (userId) => {
      const staff = await makeCompany(app)
      const refused = {
        status: 400,
        body: { code: 'invalid', fields: { userId: 'User ID must be a number' } },
      }
      expect(await staff.call('POST', '/api/customers', personForm({ userId }))).toMatchObject(refused)
      expect((await staff.call('GET', '/api/customers')).body).toEqual([])
      const customer = await makeCustomer(staff)
      const change = { notes: 'Likes silk.', userId }
      expect(await staff.call('PUT', `/api/customers/${customer.id}`, change)).toMatchObject(refused)
      expect((await staff.call('GET', `/api/customers/${customer.id}`)).body).toEqual(customer)
    },
  )

  test('that was imported can be sent back as it was read, without a user', async () => {
    const staff = await makeCompany(app)
    const { id } = await makeCustomer(staff)
    await app.rows('UPDATE customers SET user_id = NULL WHERE id = $1', [id])
    const { body: read } = await staff.call('GET', `/api/customers/${id}`)
    expect(read.userId).toBeNull()
    expect(await staff.call('PUT', `/api/customers/${id}`, { ...read, notes: 'Likes silk.' })).toMatchObject({
      status: 200,
      body: { userId: null, notes: 'Likes silk.' },
    })
    expect((await staff.call('POST', '/api/customers', personForm({ userId: null }))).status).toBe(400)
  })

  test('changed in part keeps other fields, and an empty phone removes it', async () => {
    const staff = await makeCompany(app)
    const { id } = await makeCustomer(staff, { phone: '1', notes: 'Likes silk.' })
    const put = (change: object) => staff.call('PUT', `/api/customers/${id}`, change)
    expect((await put({ firstName: 'Amy' })).body).toMatchObject({
      firstName: 'Amy',
      lastName: 'Hart',
      phone: '1',
      notes: 'Likes silk.',
    })
    expect((await put({ phone: null })).body).toMatchObject({ phone: null, notes: 'Likes silk.' })
  })

  test('changed with all of the fields is stored as sent', async () => {
    const staff = await makeCompany(app)
    const { id } = await makeCustomer(staff, { phone: '1' })
    const all = { ...personForm({ firstName: 'Amy', phone: '2' }), notes: 'Likes silk.', id, userId: 7 }
    const { firstName, lastName, email, phone, notes } = all
    expect(await staff.call('PUT', `/api/customers/${id}`, all)).toMatchObject({
      status: 200,
      body: { id, firstName, lastName, email, phone, notes },
    })
  })

  test('can be saved twice with the same values, as after a lost response', async () => {
    const staff = await makeCompany(app)
    const { id, version } = await makeCustomer(staff)
    const put = () => staff.call('PUT', `/api/customers/${id}`, { notes: 'Likes silk.', version })
    const first = await put()
    expect(first.status).toBe(200)
    expect(await put()).toMatchObject({ status: 200, body: first.body })
  })

  test('archived during an edit: the edit is refused with that message, and can be saved again', async () => {
    const staff = await makeCompany(app)
    const { name } = (await staff.call('GET', '/api/user')).body
    const { id } = await makeCustomer(staff)
    const put = (version: number) =>
      staff.call('PUT', `/api/customers/${id}`, { notes: 'Typed at length', version })
    await staff.call('PATCH', `/api/customers/${id}/archive`)
    expect(await put(1)).toMatchObject({
      status: 409,
      body: {
        code: 'changed',
        message: `${name} just archived this customer. Save again to keep your changes.`,
        fields: {},
        version: 2,
      },
    })
    expect(await put(2)).toMatchObject({ status: 200, body: { notes: 'Typed at length', isArchived: true } })
  })

  test('saved by many at once with one version is saved by one', async () => {
    const staff = await makeCompany(app)
    const { id, version, ...seen } = await makeCustomer(staff)
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => staff.call('PUT', `/api/customers/${id}`, { ...seen, notes: `${n}`, version })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  test('archived appears only in the archived list, and can be restored', async () => {
    const staff = await makeCompany(app)
    const { id } = await makeCustomer(staff)
    expect((await staff.call('PATCH', `/api/customers/${id}/archive`)).body).toMatchObject({
      isArchived: true,
    })
    expect((await staff.call('GET', '/api/customers')).body).toEqual([])
    expect((await staff.call('GET', '/api/customers?archived=true')).body).toMatchObject([{ id }])
    await staff.call('PATCH', `/api/customers/${id}/restore`)
    expect((await staff.call('GET', '/api/customers')).body).toMatchObject([{ id, isArchived: false }])
  })

  test('is deleted with their addresses', async () => {
    const staff = await makeCompany(app)
    const { id } = await makeCustomer(staff)
    await staff.call('POST', `/api/customers/${id}/addresses`, home)
    expect((await staff.call('DELETE', `/api/customers/${id}`)).status).toBe(204)
    expect((await staff.call('GET', `/api/customers/${id}`)).status).toBe(404)
    expect(await app.rows('SELECT id FROM addresses WHERE customer_id = $1', [id])).toEqual([])
  })

  test('is suggested by email in any case, and by phone in any format', async () => {
    const staff = await makeCompany(app)
    const stranger = await makeCompany(app)
    const { id, email } = await makeCustomer(staff)
    const similar = async (query: string, by = staff) =>
      (await by.call('GET', `/api/customers/similar?${query}`)).body
    expect(await similar(`email=${email.toUpperCase()}`)).toMatchObject([{ id }])
    expect(await similar('phone=212.555.0100')).toMatchObject([{ id }])
    expect(await similar('phone=%2B1%20212%20555%200100')).toMatchObject([{ id }])
    expect(await similar('phone=%2B1%20212%20555%200101')).toEqual([])
    expect(await similar('phone=555%200100')).toEqual([])
    expect(await similar(`email=${email}&besides=${id}`)).toEqual([])
    expect(await similar('phone=5550')).toEqual([])
    expect(await similar('')).toEqual([])
    expect(await similar(`email=${email}`, stranger)).toEqual([])
  })
})

const home = { street: '12 Mercer Street', city: 'New York', state: 'NY', zip: '10013' }

describe('an address', () => {
  test('is added, changed and deleted, and one at most is the default', async () => {
    const staff = await makeCompany(app)
    const { id } = await makeCustomer(staff)
    const read = async () => (await staff.call('GET', `/api/customers/${id}/addresses`)).body
    const first = await staff.call('POST', `/api/customers/${id}/addresses`, {
      ...home,
      customerId: 1,
      street2: '',
    })
    expect(first).toMatchObject({
      status: 201,
      body: { ...home, street2: null, customerId: id, isDefault: true },
    })
    const second = await staff.call('POST', `/api/customers/${id}/addresses`, {
      ...home,
      city: 'Boston',
      isDefault: true,
    })
    expect((await read()).map((a: { city: string; isDefault: boolean }) => [a.city, a.isDefault])).toEqual([
      ['Boston', true],
      ['New York', false],
    ])
    await staff.call('PUT', `/api/addresses/${first.body.id}`, { ...home, zip: '10014', isDefault: true })
    expect(await read()).toMatchObject([{ zip: '10014', isDefault: true }, { isDefault: false }])
    expect((await staff.call('DELETE', `/api/addresses/${second.body.id}`)).status).toBe(204)
    expect(await read()).toHaveLength(1)
  })

  test('made the default by many at once is the only default', async () => {
    const staff = await makeCompany(app)
    const { id } = await makeCustomer(staff)
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() =>
        staff.call('POST', `/api/customers/${id}/addresses`, { ...home, isDefault: true }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    const defaults = await app.rows('SELECT id FROM addresses WHERE customer_id = $1 AND is_default', [id])
    expect(defaults).toHaveLength(1)
  })

  test.each([
    [{ street: '' }, { street: 'Street address is required' }],
    [{ city: ' ' }, { city: 'City is required' }],
    [{ state: undefined }, { state: 'State is required' }],
    [{ zip: '' }, { zip: 'ZIP code is required' }],
    [{ zip: '1001' }, { zip: 'Enter a 5-digit ZIP code, or a ZIP+4 such as 94103-1234' }],
    [{ zip: 'K1A 0B1' }, { zip: 'Enter a 5-digit ZIP code, or a ZIP+4 such as 94103-1234' }],
  ])('is refused with %j', async (changes, fields) => {
    const staff = await makeCompany(app)
    const { id } = await makeCustomer(staff)
    const add = (address: object) => staff.call('POST', `/api/customers/${id}/addresses`, address)
    expect(await add({ ...home, ...changes })).toMatchObject({ status: 400, body: { fields } })
    const { body: stored } = await add(home)
    const changed = await staff.call('PUT', `/api/addresses/${stored.id}`, { ...home, ...changes })
    expect(changed).toMatchObject({ status: 400, body: { fields } })
    expect((await staff.call('GET', `/api/customers/${id}/addresses`)).body).toEqual([stored])
  })

  test('of an earlier version keeps its wrong ZIP code until that or its state is changed', async () => {
    const staff = await makeCompany(app)
    const { id: customerId } = await makeCustomer(staff)
    const { id } = (await staff.call('POST', `/api/customers/${customerId}/addresses`, home)).body
    await app.rows(`UPDATE addresses SET zip = '1001' WHERE id = $1`, [id])
    const put = (changes: object) =>
      staff.call('PUT', `/api/addresses/${id}`, { ...home, zip: '1001', ...changes })
    expect(await put({ street2: 'Apt 4', state: 'New York' })).toMatchObject({
      status: 200,
      body: { street2: 'Apt 4', zip: '1001' },
    })
    for (const changes of [{ state: 'NJ' }, { zip: '1002' }]) expect((await put(changes)).status).toBe(400)
    expect((await put({ zip: '100131234' })).body).toMatchObject({ zip: '10013-1234' })
  })

  test('is stored with the codes of the Postal Service', async () => {
    const staff = await makeCompany(app)
    const { id } = await makeCustomer(staff)
    const written = { ...home, city: 'San Juan', state: 'Puerto Rico', zip: '00901 – 1234' }
    expect(await staff.call('POST', `/api/customers/${id}/addresses`, written)).toMatchObject({
      status: 201,
      body: { state: 'PR', zip: '00901-1234' },
    })
  })
})

describe('the list of customers', () => {
  async function makeList() {
    const staff = await makeCompany(app)
    for (const [firstName, lastName, email, phone] of [
      ['Zoe', 'adams', 'zoe@a.test', '1'],
      ['Ann', 'Brandt', 'ann@b.test', '646 555 0199'],
      ['Bo', 'Brandt', 'bo_x@c.test', null],
      ['Émile', "O'Neill", 'emile@d.test', '100%'],
    ])
      await makeCustomer(staff, { firstName, lastName, email, phone })
    return staff
  }

  test.each([
    ['', ['Zoe', 'Ann', 'Bo', 'Émile']],
    ['sort=newest', ['Émile', 'Bo', 'Ann', 'Zoe']],
    ['q=brandt', ['Ann', 'Bo']],
    ['q=BRANDT%20an', ['Ann']],
    ['q=b', ['Ann', 'Bo']],
    ['q=bo', ['Bo']],
    ['q=555', ['Ann']],
    ['q=bo_x', ['Bo']],
    ['q=100%25', ['Émile']],
    ["q=o'neill", ['Émile']],
    ['q=%C3%A9mile', ['Émile']],
    ['q=nobody', []],
    ['q=z', ['Zoe']],
    ['q=oe', []],
    ['q=emile', ['Émile']],
    ['q=neill', ['Émile']],
    ['q=brandt,%20(ann', ['Ann']],
    ['q=an%20brandt', ['Ann']],
    ['q=an%20br', ['Ann']],
    ['q=br%20an', ['Ann']],
    ['q=nn%20br', []],
    ['q=b.test', ['Ann']],
    ['q=%40b.test', ['Ann']],
    ['q=%40B.te', ['Ann']],
    ['q=b.test%20ann', ['Ann']],
    ['q=%40brandt', ['Ann', 'Bo']],
    ['q=ann%40b', ['Ann']],
    ['q=0199', ['Ann']],
    ['q=6465550199', ['Ann']],
    ['q=555-0199', ['Ann']],
    ['q=(646)%20555-0199', ['Ann']],
    ['q=%2B1%20646%20555%200199', ['Ann']],
    ['q=%2B16465550199', ['Ann']],
    ['q=16465550199', ['Ann']],
    ['q=%2B1%20646%20555%200198', []],
    ["q='", []],
    ['q=%5C', []],
  ])('asked for with %j is %j, and counted', async (query, names) => {
    const staff = await makeList()
    const answer = await staff.call('GET', `/api/customers?${query}`)
    expect(namesOf(answer.body)).toEqual(names)
    expect(answer.headers['x-total-count']).toBe(String(names.length))
  })

  async function followLinks(staff: TestUser, query: string) {
    const names: string[] = []
    let url: string | undefined = `/api/customers?limit=1&${query}`
    while (url) {
      const page = await staff.call('GET', url)
      names.push(...namesOf(page.body))
      url = /^<(.+)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1]
    }
    return names
  }

  test.each([
    ['sort=name', ['Zoe', 'Ann', 'Bo', 'Émile']],
    ['sort=newest', ['Émile', 'Bo', 'Ann', 'Zoe']],
    ['sort=name&q=test+b', ['Ann', 'Bo']],
    ['sort=newest&q=.test', ['Émile', 'Bo', 'Ann', 'Zoe']],
  ])('continues through its Link with %s', async (query, names) => {
    const staff = await makeList()
    const { id } = await makeCustomer(staff, { firstName: 'Archived' })
    await staff.call('PATCH', `/api/customers/${id}/archive`)
    expect(await followLinks(staff, query)).toEqual(names)
  })

  // Guests 00001 to 05001 are early, the others are the crowd, and from 13001 on they are also late.
  test.each([
    ['', '10000+', ['00001', '00002', '00003', '00004'], true],
    ['&q=early', '1000+', ['00001', '00002', '00003', '00004'], true],
    ['&q=crowd', '1000+', ['05002', '05003', '05004', '05005'], false],
    ['&q=late', '1000+', ['13001', '13002', '13003', '13004'], false],
    ['&sort=newest&q=crowd', '1000+', ['15002', '15001', '15000', '14999'], true],
    ['&sort=newest&q=early', '1000+', ['05001', '05000', '04999', '04998'], false],
  ])(
    'of more rows than are counted says so, and continues in its order (%s)',
    async (query, total, names, isQuick) => {
      const staff = await makeCompany(app)
      await app.rows(
        `INSERT INTO customers (company_id, first_name, last_name, email)
       SELECT $1, CASE WHEN n <= 5001 THEN 'Early' WHEN n <= 13000 THEN 'Crowd' ELSE 'Crowd Late' END,
         lpad(n::text, 5, '0'), n || '@guests.test' FROM generate_series(1, 15002) AS n`,
        [staff.companyId],
      )
      const first = await staff.call('GET', `/api/customers?limit=2${query}`)
      expect(first.headers['x-total-count']).toBe(total)
      const uncounted = await staff.call('GET', `/api/customers?limit=2${query}&count=false`)
      expect(uncounted.body).toEqual(first.body)
      // A word that only rows far down the list have is counted on the way to them.
      expect(uncounted.headers['x-total-count']).toBe(isQuick ? undefined : total)
      const next = /^<(.+)>/.exec(String(first.headers.link))![1]!
      const second = await staff.call('GET', next)
      expect([...first.body, ...second.body].map(({ lastName }) => lastName)).toEqual(names)
    },
  )

  test('belongs to one company', async () => {
    await makeList()
    const stranger = await makeCompany(app)
    expect((await stranger.call('GET', '/api/customers')).body).toEqual([])
    expect((await stranger.call('GET', '/api/customers.csv')).text.trim()).toBe(
      '"First name","Last name","Email","Phone","Notes","Tags","Tax exempt","Archived","Customer number"',
    )
  })

  test('is exported without spreadsheet formulas, with the same filter', async () => {
    const staff = await makeList()
    await makeCustomer(staff, { firstName: '=1+1', lastName: 'Zett' })
    const { text, headers } = await staff.call('GET', '/api/customers.csv?q=zett')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    const [heading, row] = text.replace('\ufeff', '').split('\r\n')
    expect(heading).toBe(
      '"First name","Last name","Email","Phone","Notes","Tags","Tax exempt","Archived","Customer number"',
    )
    expect(row).toMatch(/^"'=1\+1","Zett",/)
  })
})

test('the bookings of an email are those with the company, latest first', async () => {
  const [staff, stranger] = [await makeCompany(app), await makeCompany(app)]
  const [event, elsewhere] = [await makeEvent(staff), await makeEvent(stranger)]
  const attendeeEmail = `${unique('grace')}@mail.test`
  await book(app, event.slots[0]!.id, { attendeeEmail })
  await book(app, event.slots[1]!.id, { attendeeEmail: attendeeEmail.toUpperCase() })
  await book(app, elsewhere.slots[0]!.id, { attendeeEmail })
  const { body } = await staff.call('GET', `/api/bookings?email=${attendeeEmail}`)
  expect(body.map((b: { timeSlot: object }) => b.timeSlot)).toMatchObject([
    { startTime: '10:30', event: { id: event.id, name: event.name } },
    { startTime: '10:00', event: { id: event.id } },
  ])
})

test('a history shows the notes that staff keep on bookings, which guests do not see', async () => {
  const staff = await makeCompany(app)
  const { slots } = await makeEvent(staff)
  const token = tokenOf(await book(app, slots[0]!.id))
  const id = await bookingNumber(app, token)
  const notes = 'Wears a size 6.\nBrings her mother.'
  expect((await staff.call('PATCH', `/api/bookings/${id}/notes`, { notes })).status).toBe(200)
  const { body } = await staff.call('GET', '/api/bookings?email=grace@okafor.test')
  expect(body).toMatchObject([{ id, notes }])
  expect((await app.call('GET', `/api/bookings/manage/${token}`)).text).not.toContain('size 6')
})

test('a history is counted with the company, and what is done in it too', async () => {
  const [staff, stranger] = [await makeCompany(app), await makeCompany(app)]
  const { id, email } = await makeCustomer(staff)
  const totals = async () => {
    const { body } = await staff.call('GET', `/api/people?customerId=${id}`)
    const { orders, bookings, completed, noShows, spent } = body
    return { orders, bookings, completed, noShows, spent }
  }
  expect(await totals()).toEqual({ orders: 0, bookings: 0, completed: 0, noShows: 0, spent: '0.00' })
  const [event, elsewhere] = [await makeEvent(staff), await makeEvent(stranger)]
  for (const slot of [...event.slots.slice(0, 4), elsewhere.slots[0]!])
    await book(app, slot.id, { attendeeEmail: email.toUpperCase() })
  // The first three slots are in the past; the guest canceled one and missed one.
  await app.rows(`UPDATE time_slots SET slot_date = '2026-01-10' WHERE id = ANY($1)`, [
    event.slots.slice(0, 3).map((slot) => slot.id),
  ])
  await app.rows(`UPDATE bookings SET attendance = 'no_show' WHERE time_slot_id = $1`, [event.slots[2]!.id])
  await app.rows(`UPDATE bookings SET status = 'cancelled' WHERE time_slot_id = $1`, [event.slots[1]!.id])
  for (const status of ['pending', 'delivered', 'completed', 'cancelled']) {
    const order = await takeOrder(staff, { customerId: id })
    await app.rows('UPDATE orders SET status = $2 WHERE id = $1', [order.id, status])
  }
  const [{ total }] = (await staff.call('GET', `/api/orders?customerId=${id}`)).body
  const spent = (2 * Number(total)).toFixed(2)
  expect(await totals()).toEqual({ orders: 4, bookings: 4, completed: 3, noShows: 1, spent })
  expect((await staff.call('GET', `/api/customers/${id}`)).body.hasOrders).toBe(true)
  expect((await staff.call('DELETE', `/api/customers/${id}`)).body.code).toBe('in_use')
  expect((await stranger.call('GET', `/api/people?customerId=${id}`)).status).toBe(404)
})
