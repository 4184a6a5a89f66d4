import { describe, expect, test, vi } from 'vitest'
import { signId } from '../platform/http/tokens.ts'
import { startTestApp, unique } from '../test/app.ts'
import { pdf } from '../test/attachments.ts'
import { dumpFiles, dumpTables, findMatches } from '../test/dump.ts'
import {
  book,
  formField,
  home,
  makeCode,
  makeCompany,
  makeCustomer,
  makeEvent,
  makeForm,
  type TestUser,
  takeOrder,
} from '../test/factories.ts'
import { answerOrder, approval } from '../test/proposals.ts'
import { formWith } from '../test/uploads.ts'
import { startWorker } from '../worker.ts'

const app = startTestApp()

const name = 'Wilhelmina Featherstonehaugh'
const email = 'Wilhelmina@Feather.test'
const phone = '(917) 555-0147'
/** Matches one person, and the duplicate merged into them, in every spelling. */
const traces =
  /wilhelmina|featherstonehaugh|billie|feather\.test|featherbed|917\D{0,3}555\D{0,3}0147|646\D{0,3}555\D{0,3}0188/i

/** Creates a saved company with an event of many slots that asks for everything. */
async function makeShop() {
  const owner = await makeCompany(app)
  await app.rows(`UPDATE companies SET company_name = 'Maison Vale' WHERE id = $1`, [owner.companyId])
  const questions = [formField({ id: 'who', label: 'Who comes with you?' })]
  return {
    owner,
    event: await makeEvent(owner, { maxBookingsPerSlot: 5, phoneQuestion: 'optional', questions }),
  }
}
type Shop = Awaited<ReturnType<typeof makeShop>>

const idOf = async (table: string, where: string, values: unknown[]) =>
  (
    await app.rows<{ id: number }>(`SELECT id FROM ${table} WHERE ${where} ORDER BY id DESC LIMIT 1`, values)
  )[0]!.id

/** Creates every kind of booking for a guest: moved, canceled, past and upcoming. @returns the upcoming one's id */
async function bookAll({ owner, event }: Shop, attendeeEmail: string) {
  const visitor = {
    ...{ attendeeName: name, attendeeEmail, phone },
    ...{ questionsVersion: 1, answers: { who: `${name} and her mother` } },
  }
  const bookAt = async (slot: number) => {
    const { status } = await book(app, event.slots[slot]!.id, visitor, { 'idempotency-key': unique('key') })
    expect(status).toBe(201)
    return idOf('bookings', 'company_id = $1', [owner.companyId])
  }
  const past = await bookAt(3)
  const canceled = await bookAt(0)
  expect((await owner.call('PATCH', `/api/bookings/${canceled}/cancel`)).status).toBe(200)
  const coming = await bookAt(1)
  const move = { newTimeSlotId: event.slots[2]!.id }
  expect((await owner.call('PATCH', `/api/bookings/${coming}/reschedule`, move)).status).toBe(200)
  await app.rows(`UPDATE time_slots SET slot_date = '2026-01-05' WHERE id = $1`, [event.slots[3]!.id])
  const notes = { notes: `${name} brings her mother`, room: `${name}’s room`.slice(-40), version: 0 }
  expect((await owner.call('PATCH', `/api/bookings/${coming}/notes`, notes)).status).toBe(200)
  return { past, canceled, coming }
}

/** Adds the guest to the waitlist of another event, which is full. @returns that event */
async function joinWaitlist({ owner }: Shop, attendeeEmail: string) {
  const full = await makeEvent(owner, { endTime: '10:30', maxBookingsPerSlot: 1 })
  await book(app, full.slots[0]!.id)
  const form = new FormData()
  for (const [field, value] of Object.entries({ waitsFor: 'event', attendeeName: name, attendeeEmail }))
    form.set(field, value)
  const answer = await app.call('POST', `/event/${full.urlSlug}/waitlist`, form, { accept: 'text/html' })
  expect(answer.status).toBe(201)
}

/** Emails all guests of the event a text that names the person. */
async function emailGuests({ owner, event }: Shop) {
  const message = { subject: `${name} sews`, text: `Ask ${name} for the key: ${phone}, ${email}.` }
  const answer = await owner.call('POST', `/api/events/${event.id}/messages`, message)
  expect([answer.status, answer.body]).toEqual([201, { guests: 2 }])
}

async function makeMergedCustomer(owner: TestUser, coupleEmail = 'billie@feather.test') {
  const customer = await makeCustomer(owner, {
    firstName: 'Wilhelmina',
    lastName: 'Featherstonehaugh',
    email,
    phone,
    notes: `${name} likes silk. Call ${phone}.`,
    tags: 'VIP, Wilhelmina F.',
  })
  const url = `/api/customers/${customer.id}`
  await owner.call('POST', `${url}/addresses`, { ...home, street: '7 Featherbed Lane', isDefault: true })
  await owner.call('PUT', url, { firstName: 'Wilhelmina Anne' })
  await owner.call('PUT', url, { firstName: 'Wilhelmina' })
  const double = await makeCustomer(owner, {
    firstName: 'Billie',
    lastName: 'Featherstonehaugh',
    email: coupleEmail,
    phone: '+1 646 555 0188',
  })
  expect((await owner.call('POST', `${url}/merge/${double.id}`, {})).status).toBe(200)
  const friend = await makeCustomer(owner, {
    notes: `Sister of ${name}: 917.555.0147, ${email.toUpperCase()}`,
    tags: `With ${name}`,
  })
  return { customer, friend }
}

async function makeOrders(owner: TestUser, customerId: number, bookingId: number) {
  const { productId } = await makeForm(owner)
  const { body: template } = await owner.call('POST', '/api/order-templates', {
    templateName: 'Gown with sketches',
    fields: [
      formField({ id: 'item', label: 'Item Description', required: true }),
      formField({ id: 'fabric', label: 'Fabric', type: 'dropdown', options: ['Silk (+$250)', 'Linen'] }),
      formField({ id: 'sketch', label: 'Sketch', type: 'attachment' }),
    ],
  })
  const form = { templateId: template.id as number, productId }
  const code = await makeCode(owner, unique('CODE'))
  const order = await takeOrder(
    owner,
    {
      customerId,
      bookingId,
      customerName: name,
      customerEmail: email,
      customerPhone: phone,
      shippingAddress: { ...home, street: '7 Featherbed Lane' },
      notes: `For ${name}`,
      discountCodeId: code.id,
      customFields: { item: `Column gown for ${name}`, fabric: 'Silk (+$250)' },
    },
    form,
  )
  const url = `/api/orders/${order.id}`
  await owner.call('PUT', url, { notes: `For ${name}, call ${phone}` })
  await owner.call('POST', `${url}/comments`, { comment: `${name} called about her fitting` })
  const sketch = formWith([['file', Buffer.concat([pdf, Buffer.from(`% ${name}`)]), `${name}.pdf`]], {
    orderId: order.id,
    fieldId: 'sketch',
  })
  expect((await owner.call('POST', '/api/attachments', sketch)).status).toBe(201)
  await approve(owner, order)
  return { order, form, code }
}

/** Sends an order to its customer, who asks for a change and then approves it. */
async function approve(owner: TestUser, { id }: { id: number }) {
  expect((await owner.call('POST', `/api/orders/${id}/proposals`, {})).status).toBe(201)
  const [sent] = await app.rows<{ publicId: string }>(
    'SELECT public_id AS "publicId" FROM proposals WHERE order_id = $1',
    [id],
  )
  const token = signId(app.config, 'order', sent!.publicId)
  const wish = { answer: 'changeAsked', number: '1', wish: `${name} prefers silk` }
  for (const answer of [wish, approval(1, name)])
    expect((await answerOrder(app, token, answer)).status).toBe(303)
}

const csv = (rows: string) => `First name,Last name,Email,Phone\n${rows}`

/** Creates one person in every place that stores people. */
async function makePerson(shop: Shop) {
  const { owner } = shop
  const { customer, friend } = await makeMergedCustomer(owner)
  const booked = await bookAll(shop, email.toLowerCase())
  await book(app, shop.event.slots[1]!.id, {
    attendeeName: 'Billie',
    attendeeEmail: 'BILLIE@feather.test',
    questionsVersion: 1,
  })
  await joinWaitlist(shop, email.toUpperCase())
  await emailGuests(shop)
  const { order, form, code } = await makeOrders(owner, customer.id, booked.coming)
  const filter = { name: `Orders of ${name}`, filter: { q: email } }
  expect((await owner.call('POST', '/api/order-filters', filter)).status).toBe(201)
  const imported = csv(
    `Wilhelmina,Featherstonehaugh,${email},${phone}\nWilhelmina,Featherstonehaugh,broken,${phone}`,
  )
  const fileName = 'Wilhelmina Featherstonehaugh.csv'
  const { body: first } = await owner.call('POST', '/api/imports', {
    kind: 'customers',
    csv: imported,
    fileName,
  })
  await owner.call('POST', `/api/imports/${first.id}/start`, {})
  expect((await owner.call('POST', '/api/shopify/practice', {})).status).toBe(200)
  return { customer, friend, ...booked, order, form, code, importId: first.id as number }
}

/** Runs the workers: the file import, the Shopify push, and email, which lands in the outbox. */
async function runWorkers({ owner }: Shop, { order, importId }: { order: { id: number }; importId: number }) {
  const worker = await startWorker({
    config: app.config,
    pool: app.pool,
    databaseUrl: app.config.databaseUrl!,
  })
  try {
    worker.wake('import')
    const pushed = owner.call('POST', `/api/orders/${order.id}/push-to-shopify`, {})
    worker.wake('shopify')
    const done = async (query: string, value: number) =>
      expect((await app.rows(query, [value]))[0]).toBeUndefined()
    await vi.waitFor(
      async () => {
        worker.wake('shopify')
        await done(`SELECT FROM imports WHERE id = $1 AND state <> 'done'`, importId)
        await done(
          `SELECT FROM email_notifications WHERE company_id = $1 AND sent_at IS NULL AND status <> 'skipped'`,
          owner.companyId,
        )
        await done(`SELECT FROM orders WHERE id = $1 AND shopify_order_id IS NULL`, order.id)
      },
      { timeout: 120_000, interval: 300 },
    )
    await pushed
  } finally {
    await worker.stop()
  }
}

/** Adds traces that only come from outside, such as a refusal that names the person, and a waiting email and file. */
async function leaveTraces(shop: Shop, { order }: { order: { id: number } }) {
  const { owner, event } = shop
  const sentence = `Email ${email} is not valid for ${name}`
  await app.rows('UPDATE shopify_operations SET last_error = $2 WHERE company_id = $1', [
    owner.companyId,
    sentence,
  ])
  await app.rows('UPDATE shopify_logs SET error_message = $2, response_data = $2 WHERE order_id = $1', [
    order.id,
    sentence,
  ])
  await app.rows(
    `UPDATE email_notifications SET error_message = $2
     WHERE id = (SELECT max(id) FROM email_notifications WHERE company_id = $1 AND booking_id IS NOT NULL)`,
    [owner.companyId, `550 ${email} unknown`],
  )
  await book(app, event.slots[0]!.id, { attendeeName: name, attendeeEmail: email, questionsVersion: 1 })
  const waiting = csv(`Wilhelmina,"Featherstonehaugh",${email},`)
  await owner.call('POST', '/api/imports', { kind: 'customers', csv: waiting, fileName: 'list.csv' })
}

/** Counts all records of all companies, which erasing must not change. */
async function countAll() {
  const [counts] = await app.rows(`
    SELECT (SELECT count(*) FROM bookings) AS bookings, (SELECT count(*) FROM customers) AS customers,
      (SELECT count(*) FROM orders) AS orders, (SELECT sum(total_cents) FROM orders) AS total,
      (SELECT sum(quantity * unit_price_cents) FROM order_products) AS products,
      (SELECT sum(used_count) FROM discount_codes) AS uses,
      (SELECT string_agg(created_at::text, ',' ORDER BY id) FROM orders) AS dates,
      (SELECT string_agg(number || hash || answer || created_at, ',' ORDER BY id) FROM proposals) AS proposals,
      (SELECT string_agg(kind || created_at, ',' ORDER BY id) FROM proposal_answers) AS answers,
      (SELECT string_agg(status || created_at::text, ',' ORDER BY id) FROM orders) AS states,
      (SELECT count(*) FROM email_notifications WHERE sent_at IS NOT NULL) AS mails,
      (SELECT count(*) FROM activity_log WHERE activity NOT IN ('customer.erased', 'booking.erased', 'waitlist.erased')) AS log`)
  return counts
}

/** The columns that hold a trace, as `table.column`. */
async function listColumns(tables: readonly string[]) {
  const found = new Set<string>()
  for (const table of tables)
    for (const { row } of await app.rows<{ row: object }>(`SELECT to_jsonb(t) AS row FROM ${table} AS t`))
      for (const [column, value] of Object.entries(row))
        if (traces.test(JSON.stringify(value))) found.add(`${table.replace('public.', '')}.${column}`)
  return [...found].sort()
}

/** Every column that can tell of a person: one that is added to a profile belongs here, and to the person above. */
const profile = {
  activity_log: 'changes subject_name',
  addresses: 'street',
  attachments: 'display_name',
  bookings: 'answers attendee_email attendee_name notes phone room',
  customers: 'also_emails email first_name last_name notes phone sort_name tags words',
  email_notifications: 'error_message recipient_email subject',
  emails: 'body subject text to_email words',
  guest_messages: 'subject text',
  imports: 'columns csv file_name known_rows',
  orders: 'customer_address customer_email customer_name customer_phone form_data notes shopify_email words',
  practice_stores: 'content',
  proposal_answers: 'name wish',
  proposals: 'snapshot',
  saved_filters: 'filter name',
  shopify_logs: 'error_message response_data',
  shopify_operations: 'last_error',
  waitlist_entries: 'attendee_email attendee_name',
}
const columns = Object.entries(profile).flatMap(([table, names]) =>
  names.split(' ').map((name) => `${table}.${name}`),
)
const held = Object.keys(profile).map((table) => `public.${table}`)

describe('erasing a person', () => {
  test('leaves neither name, email nor phone in the database or a file, and keeps counts and sums', {
    timeout: 240_000,
  }, async () => {
    const shop = await makeShop()
    const { owner } = shop
    const person = await makePerson(shop)
    await runWorkers(shop, person)
    await leaveTraces(shop, person)
    // First check that every place contains the person.
    expect(findMatches(await dumpTables(app), traces)).toEqual(held)
    expect(await listColumns(held)).toEqual(columns)
    const exported = await owner.call('GET', `/api/people/data?customerId=${person.customer.id}`)
    expect(exported.body).toMatchObject({
      customers: [{ tags: 'VIP, Wilhelmina F.', notes: expect.stringContaining('likes silk') }],
      waitlists: [{ name, email: email.toUpperCase() }],
    })
    const files = findMatches(await dumpFiles(app), traces)
    expect(files.filter((file) => file.startsWith('outbox/')).length).toBeGreaterThan(5)
    expect(files.filter((file) => file.startsWith('uploads/'))).toHaveLength(1)
    const before = await countAll()

    const preview = await owner.call('POST', '/api/erasures/preview', { customerId: person.customer.id })
    expect(preview.body).toMatchObject({
      emails: ['billie@feather.test', 'wilhelmina@feather.test'],
      bookings: 5,
      upcoming: 3,
      waits: 1,
      orders: 1,
      openOrders: 1,
      inShopify: 1,
      files: 1,
    })
    const erased = await owner.call('POST', '/api/erasures', { customerId: person.customer.id })
    expect(erased).toMatchObject({ status: 200, body: preview.body })

    expect(findMatches(await dumpTables(app), traces)).toEqual([])
    expect(findMatches(await dumpFiles(app), traces)).toEqual([])
    // By the indexes of words, which are no rows of a table.
    for (const q of ['wilhelmina', 'featherstonehaugh', 'feather.test', '9175550147'])
      for (const list of ['bookings/search?', 'customers?', 'customers?archived=true&', 'orders?', 'emails?'])
        expect((await owner.call('GET', `/api/${list}q=${q}`)).body, `${list} ${q}`).toEqual([])
    const after = await owner.call('GET', `/api/people/data?customerId=${person.customer.id}`)
    expect(after.text).not.toMatch(traces)
    expect(await countAll()).toEqual(before)
    const drift = `SELECT id FROM time_slots AS s
      WHERE booked <> (SELECT coalesce(sum(spots), 0) FROM bookings WHERE time_slot_id = s.id AND status = 'active')`
    expect(await app.rows(drift)).toEqual([])
    const [state] = await app.rows(
      `SELECT array_agg(status ORDER BY id) AS bookings FROM bookings WHERE company_id = $1`,
      [owner.companyId],
    )
    expect(state).toEqual({
      bookings: ['active', 'cancelled', 'cancelled', 'cancelled', 'active', 'cancelled'],
    })
    const { body: order } = await owner.call('GET', `/api/orders/${person.order.id}`)
    expect(order).toMatchObject({ customerName: 'Erased customer', formData: { fabric: 'Silk (+$250)' } })
    const { body: friend } = await owner.call('GET', `/api/customers/${person.friend.id}`)
    expect(friend.notes).toBe('Sister of [erased]: [erased], [erased]')
    const { body: log } = await owner.call('GET', '/api/activity?limit=1')
    expect(log[0]).toMatchObject({
      actorName: 'Test User',
      activity: 'customer.erased',
      subjectName: 'a customer',
    })
  })
})
