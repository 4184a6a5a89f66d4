import { addDays, fromMinutes, toMinutes } from '@trunkshow/contract/dates.ts'
import { nextStatuses, type OrderStatus } from '@trunkshow/contract/orders/rules.ts'
import type pg from 'pg'
import { variableNames } from '../../server/config.ts'
import { callOk, hostOf } from '../bench/harness.ts'
import { drawBanner, drawLogo, drawProduct } from './pictures.ts'
import { codes, customizations, type Plan, products, templates } from './plan.ts'

export const account = { username: 'demo', password: 'trunkshow-demo' }
const owner = 'Grace Okafor'

/** The caller's environment without what configures the app, so that a demo sends no email. */
export const surroundingsOf = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined || variableNames.includes(name) ? [] : [[name, value]],
    ),
  )

/** Shows are made and booked this many days later, since no one books the past; then all of them move back. */
const DAYS_LATER = 90

type Call = Awaited<ReturnType<typeof callerOf>>

/** Logs the demo's owner in, or registers them, and returns a caller with their session. Refusals throw. */
export async function callerOf(url: string, path: '/api/login' | '/api/register', body: object) {
  const { headers } = await callOk(url + path, { method: 'POST', body })
  const { ok } = hostOf(url, headers.getSetCookie()[0]!.split(';')[0]!)
  return (method: string, path: string, body?: object) => ok(path, { method, body })
}

/** A form with pictures, as the screens send it. */
function formOf(fields: Record<string, unknown>, pictures: Record<string, Buffer>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined)
      form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  for (const [name, png] of Object.entries(pictures))
    form.append(name, new Blob([new Uint8Array(png)], { type: 'image/png' }), `${name}.png`)
  return form
}

/**
 * Stores the plan through the app, so that its rules and counters hold, and moves it to its days. The app must not send
 * emails until then: they would name the days before the move.
 *
 * @returns the company, and its events in the order of the plan
 */
export async function seedDemo(plan: Plan, url: string, db: pg.Pool) {
  const owned = { ...account, email: 'grace@example.com', name: owner }
  const call = await callerOf(url, '/api/register', owned)
  const { companyId } = await makeCompany(call)
  const catalog = await makeCatalog(call)
  const events = await makeEvents(plan, call)
  const bookings = await makeBookings(plan, call, events)
  await assignToTwo(call, db, companyId, 'bookings', bookings)
  await planTeam(plan, call, events, bookings)
  await makeOrders(plan, call, catalog, events, bookings)
  await measureCustomers(plan, call)
  const customers: { id: number }[] = await call('GET', '/api/customers?limit=500')
  await assignToTwo(
    call,
    db,
    companyId,
    'customers',
    customers.map(({ id }) => id),
  )
  await moveToDays(plan, db, companyId, events, bookings)
  return { companyId, events }
}

async function makeCompany(call: Call): Promise<{ companyId: number }> {
  await call('POST', '/api/company', {
    companyName: 'Maison Vale',
    companyAddress: '12 Mercer Street, New York, NY 10013',
    companyPhone: '(212) 555-0100',
    selectedStates: ['NY', 'NJ', 'CT'],
    taxRates: { NY: 8.875, NJ: 6.625, CT: 6.35 },
  })
  await call('POST', '/api/stripe/practice')
  await call('PUT', '/api/company/payments', { deposit: '50%', balanceDue: 'delivery' })
  const page = { urlSlug: 'maison-vale', accentColor: '#7a4a2b', showAddress: true }
  await call('PUT', '/api/company/page', formOf(page, { logo: await drawLogo() }))
  return call('GET', '/api/user')
}

type Catalog = Awaited<ReturnType<typeof makeCatalog>>

async function makeCatalog(call: Call) {
  const made = { products: [] as number[], templates: [] as number[], codes: new Map<string, number>() }
  for (const { shape, hue, ...fields } of products) {
    const { id } = await call(
      'POST',
      '/api/products',
      formOf(fields, { photo: await drawProduct(shape, hue) }),
    )
    made.products.push(id)
  }
  for (const { options, ...customization } of customizations) {
    const { id } = await call('POST', '/api/customizations', customization)
    for (const [name, price] of Object.entries(options))
      await call('POST', `/api/customizations/${id}/options`, { customizationId: id, name, price })
    for (const product of made.products.slice(0, 2))
      await call('POST', `/api/products/${product}/customizations`, { customizationId: id })
  }
  for (const template of templates)
    made.templates.push((await call('POST', '/api/order-templates', template)).id)
  for (const code of codes) made.codes.set(code.code, (await call('POST', '/api/discount-codes', code)).id)
  return made
}

interface MadeEvent {
  id: number
  urlSlug: string
  slots: { id: number }[]
}

async function makeEvents(plan: Plan, call: Call): Promise<MadeEvent[]> {
  const made: MadeEvent[] = []
  for (const [at, event] of plan.events.entries()) {
    const eventDate = addDays(plan.today, event.startsIn + DAYS_LATER)
    const { startsIn, days, spots, ...fields } = event
    const form = formOf(
      {
        ...fields,
        hostName: 'Maison Vale',
        city: 'New York',
        showLocation: true,
        contactEmail: 'hello@example.com',
        isMultiDay: days > 1,
        eventDate,
        ...(days > 1 && { endDate: addDays(eventDate, days - 1) }),
        slotDuration: 60,
        maxBookingsPerSlot: spots,
        urlSlug: event.name.toLowerCase().replaceAll(' ', '-'),
        limitPerNetwork: false,
      },
      { banner: await drawBanner([28, 214, 340][at]!) },
    )
    const { id, urlSlug } = await call('POST', '/api/events', form)
    made.push({ id, urlSlug, slots: await call('GET', `/api/events/${id}/timeslots`) })
  }
  return made
}

/** @returns the number of each booking, in the order of the plan */
async function makeBookings(plan: Plan, call: Call, events: MadeEvent[]): Promise<number[]> {
  for (const { event, slot, name, email, partySize, answer } of plan.bookings)
    await call('POST', `/api/timeslots/${events[event]!.slots[slot]!.id}/book`, {
      attendeeName: name,
      attendeeEmail: email,
      partySize,
      ...(answer && { answers: { occasion: answer } }),
    })
  const lists: { id: number; attendeeEmail: string }[][] = await Promise.all(
    events.map(({ id }) => call('GET', `/api/events/${id}/bookings?limit=500`)),
  )
  return plan.bookings.map(
    ({ event, email }) => lists[event]!.find((made) => made.attendeeEmail === email)!.id,
  )
}

/** Assigns two of three to the owner or a colleague, who has no password. Orders take their booking's colleague. */
async function assignToTwo(
  call: Call,
  db: pg.Pool,
  companyId: number,
  kind: 'bookings' | 'customers',
  ids: readonly number[],
) {
  await db.query(
    `INSERT INTO users (company_id, username, name, password_hash, role, accepted_at)
     SELECT $1, 'nora', 'Nora Lind', '', 'order management', now()
     WHERE NOT EXISTS (SELECT FROM users WHERE company_id = $1 AND username = 'nora')`,
    [companyId],
  )
  const colleagues: { id: number }[] = await call('GET', '/api/company/colleagues')
  for (const [at, id] of ids.entries())
    if (at % 3 < 2) await call('PATCH', `/api/${kind}/${id}/assignee`, { assigneeId: colleagues[at % 3]!.id })
}

/** The owner works all day and the colleague until four; every third guest is received in a room of their own. */
async function planTeam(plan: Plan, call: Call, events: MadeEvent[], bookings: number[]) {
  const [owner, colleague] = await call('GET', '/api/company/colleagues')
  for (const [at, { startsIn, days, startTime, endTime }] of plan.events.entries())
    for (let version = 0; version < days; version++)
      await call('PUT', `/api/events/${events[at]!.id}/team`, {
        day: addDays(plan.today, startsIn + DAYS_LATER + version),
        shifts: [
          { userId: owner.id, startTime, endTime },
          { userId: colleague.id, startTime, endTime: '16:00' },
        ],
        namesOnSlots: at === 0,
        version,
      })
  for (const [at, id] of bookings.entries())
    if (at % 3 === 0)
      await call('PATCH', `/api/bookings/${id}/notes`, { notes: '', room: at % 2 ? 'Salon' : 'Suite 2' })
}

async function makeOrders(plan: Plan, call: Call, catalog: Catalog, events: MadeEvent[], bookings: number[]) {
  const customers = new Map<string, number>()
  const [{ name, email }] = oldestFirst(plan) as [Plan['orders'][number]]
  const [firstName, lastName] = name.split(' ')
  const exempt = { firstName, lastName, email, taxExempt: 'Resale certificate' }
  customers.set(email, (await call('POST', '/api/customers', exempt)).id)
  const [, accessory] = catalog.templates
  const veil = {
    productId: catalog.products[4],
    templateId: accessory,
    formData: { item: 'Margaux veil, cathedral', color: 'Ivory' },
  }
  const stages = await planStages(call)
  for (const [at, order] of oldestFirst(plan).entries()) {
    const booking = order.booking === null ? null : plan.bookings[order.booking]!
    const isOpenGown = order.status === 'pending' && order.product < 2
    const { id, customerId } = await call('POST', '/api/orders', {
      orderData: {
        templateId: catalog.templates['fabric' in order.answers ? 0 : 1],
        customerId: customers.get(order.email),
        customerName: order.name,
        customerEmail: order.email,
        customerPhone: order.phone,
        notes: order.notes,
        shippingAddress: order.address,
        products: [
          { productId: catalog.products[order.product] },
          ...(isOpenGown || (at % 5 === 3 && order.product < 4) ? [veil] : []),
          ...(isOpenGown || at % 8 === 5 ? [{ productId: null, name: 'Rush fee', amount: '150' }] : []),
        ],
        customFields: order.answers,
        ...(booking && { bookingId: bookings[order.booking!], eventId: events[booking.event]!.id }),
        ...(order.code && { discountCodeId: catalog.codes.get(order.code) }),
      },
    })
    customers.set(order.email, customerId)
    await payDeposit(call, id, plan.today, order)
    if (order.status === 'cancelled') await call('POST', `/api/orders/${id}/cancel`)
    else await moveTo(call, id, order.status)
    if (order.status === 'pending' || order.status === 'paid') await begin(call, id, stages, plan.today, at)
  }
  await makeFollowUps(plan, call, bookings)
}

/** What is to be done for a customer and for guests who haven't ordered. */
async function makeFollowUps({ today, bookings: booked, orders }: Plan, call: Call, bookings: number[]) {
  const { id } = await call('GET', '/api/user')
  const texts = [
    'Ask what her mother thought of the Aurelie',
    'Send fabric samples',
    'Call about a second fitting',
  ]
  const guests = bookings.filter((_, at) => !orders.some(({ email }) => email === booked[at]!.email))
  for (const [at, text] of texts.entries())
    await call('POST', '/api/follow-ups', {
      ...{ text, bookingId: guests[at * 3], assigneeId: at === 1 ? null : id },
      dueOn: addDays(today, [-2, 0, 3][at]!),
    })
}

/** Three customers were measured for gowns, the first of them twice. */
async function measureCustomers({ today }: Plan, call: Call) {
  const fields = ['Bust', 'Waist', 'Hips', 'Shoulder to waist', 'Hollow to hem']
  const set = { name: 'Gown', unit: 'inch', fields: fields.join('\n') }
  const { id: setId } = await call('POST', '/api/measurement-sets', set)
  const suit = { name: 'Suit', unit: 'inch', fields: 'Neck\nChest\nWaist\nSleeve\nInseam' }
  await call('POST', '/api/measurement-sets', suit)
  const customers: { id: number }[] = await call('GET', '/api/customers?limit=3')
  for (const [at, daysAgo] of [40, 3, 12, 20].entries()) {
    const inches = ['34 1/8', `${27 + (at % 2)}.5`, '37 3/4', '16 3/8', '57']
    await call('POST', `/api/customers/${customers[Math.max(0, at - 1)]!.id}/measurements`, {
      ...{ setId, unit: 'inch', measuredOn: addDays(today, -daysAgo) },
      ...{ wearer: at === 3 ? 'Lily' : '', note: at === 1 ? 'In 2-inch heels.' : '' },
      values: fields.map((label, field) => ({ label, value: inches[field] })),
    })
  }
}

/** What each stage usually takes, in days, and what customers read of it. */
const stagePlan = [
  { days: 3, words: 'We’re getting ready to order' },
  { days: 5, words: 'Ordered for you' },
  { days: 45, words: 'In the making', tells: 'customer' },
  { days: 2, words: 'Here with us' },
  { days: 7, words: 'Ready for your fitting', tells: 'customer' },
  { days: 0, words: 'Ready for you', tells: 'customer' },
]

async function planStages(call: Call): Promise<{ id: number }[]> {
  const making = await call('GET', '/api/company/making')
  const stages = making.stages.map((stage: object, at: number) => ({ ...stage, ...stagePlan[at] }))
  return (await call('PUT', '/api/company/making', { ...making, stages })).stages
}

/** Promises an open order for a day, and moves it to a stage; some have neither yet. */
async function begin(call: Call, id: number, stages: { id: number }[], today: string, at: number) {
  const days = [75, 12, 64, null, 90, 48, -2][at % 7]
  const promisedOn = days ? addDays(today, days) : ''
  await call('PUT', `/api/orders/${id}`, {
    promisedOn,
    ...(promisedOn && at % 3 === 0 && { neededBy: addDays(promisedOn, 21) }),
  })
  const stage = days === null ? undefined : stages[days === 12 ? 4 : at % 4]
  if (stage) await call('PATCH', `/api/orders/${id}/stage`, { stageId: stage.id })
}

/** Most pay their deposit on the day they order. What an order of weeks ago still owes is overdue. */
async function payDeposit(
  call: Call,
  id: number,
  today: string,
  { status, daysAgo }: Plan['orders'][number],
) {
  if (status === 'cancelled') return
  const { money, orderNumber } = await call('GET', `/api/orders/${id}`)
  const receivedOn = addDays(today, -daysAgo)
  const method = orderNumber % 3 === 0 ? 'cash' : orderNumber % 5 === 0 ? 'check' : 'card'
  if (status !== 'pending' || orderNumber % 4 > 0)
    await call('POST', `/api/orders/${id}/entries`, {
      kind: 'payment',
      amount: money.ask,
      method,
      receivedOn,
    })
  if (status !== 'pending') return
  const balanceDueOn = addDays(today, daysAgo > 15 ? -6 : 10 + (orderNumber % 40))
  await call('PUT', `/api/orders/${id}`, { balanceDue: 'date', balanceDueOn })
}

const oldestFirst = ({ orders }: Plan) => orders.toSorted((a, b) => b.daysAgo - a.daysAgo)

async function moveTo(call: Call, orderId: number, goal: OrderStatus) {
  for (let status: OrderStatus = 'pending'; status !== goal; status = nextStatuses(status).forward!)
    await call('PATCH', `/api/orders/${orderId}/status`, { status: nextStatuses(status).forward })
}

/** The time an order was taken, `HH:mm`: one after another on each day. */
const timeOf = (at: number) => fromMinutes(toMinutes('09:05') + at * 11)

async function moveToDays(
  plan: Plan,
  db: pg.Pool,
  companyId: number,
  events: MadeEvent[],
  bookings: number[],
) {
  const ofCompany = [companyId, DAYS_LATER]
  await db.query(
    'UPDATE events SET event_date = event_date - $2::int, end_date = end_date - $2::int WHERE company_id = $1',
    ofCompany,
  )
  await db.query('UPDATE shifts SET day = day - $2::int WHERE company_id = $1', ofCompany)
  await db.query('UPDATE time_slots SET slot_date = slot_date - $2::int WHERE company_id = $1', ofCompany)
  await cancelAndMark(plan, db, companyId, bookings)
  // About what has begun, nothing is sent anymore; and no one has to read alerts about bookings of the last weeks.
  await db.query(
    `DELETE FROM email_notifications AS n USING bookings AS b, time_slots AS s
     WHERE n.company_id = $1 AND b.id = n.booking_id AND s.id = b.time_slot_id
       AND (s.starts_at <= now() OR b.status = 'cancelled' OR n.email_type = 'booking_notice')`,
    [companyId],
  )
  await db.query(
    `UPDATE orders AS o SET created_at = taken.at, updated_at = taken.at
     FROM (SELECT * FROM unnest($2::int[], $3::text[]) AS t (place, instant)
       CROSS JOIN LATERAL (SELECT instant_of(instant::timestamp, 'America/New_York') AS at) AS a) AS taken
     WHERE o.company_id = $1 AND o.order_number = 1000 + taken.place`,
    [
      companyId,
      oldestFirst(plan).map((_, at) => at + 1),
      oldestFirst(plan).map(({ daysAgo }, at) => `${addDays(plan.today, -daysAgo)} ${timeOf(at)}`),
    ],
  )
  // Guests who wait for the one time that is full.
  const [, preview] = events
  for (const [rank, name] of ['Lena Quincy', 'Zoe Whitlock'].entries())
    await db.query(
      `INSERT INTO waitlist_entries (company_id, event_id, time_slot_id, attendee_name, attendee_email, rank)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [
        companyId,
        preview!.id,
        preview!.slots[0]!.id,
        name,
        `${name.toLowerCase().replace(' ', '.')}@example.com`,
        rank + 1,
      ],
    )
}

/** Cancels as guests do, and marks who came; both are refused for the days before the move. */
async function cancelAndMark(plan: Plan, db: pg.Pool, companyId: number, bookings: number[]) {
  for (const [at, { event, canceled, attendance }] of plan.bookings.entries()) {
    const id = bookings[at]!
    if (canceled)
      await db.query(
        `WITH freed AS (
           UPDATE bookings SET status = 'cancelled', sequence = sequence + 1 WHERE id = $1 AND company_id = $2
           RETURNING time_slot_id, spots)
         UPDATE time_slots AS s SET booked = s.booked - freed.spots FROM freed WHERE s.id = freed.time_slot_id`,
        [id, companyId],
      )
    await db.query(
      `UPDATE bookings AS b SET
         created_at = s.starts_at - interval '20 days' + $5 * interval '11 hours',
         slot_since = s.starts_at - interval '20 days' + $5 * interval '11 hours',
         coming_at = CASE WHEN $6 THEN s.starts_at - interval '20 hours' END,
         attendance = $3, attendance_by = CASE WHEN $3::text IS NOT NULL THEN $4 END,
         attendance_at = CASE WHEN $3::text IS NOT NULL THEN s.starts_at - interval '5 minutes' END,
         attendance_keys = CASE WHEN $3::text IS NOT NULL THEN ARRAY['demo-' || b.id || '-attendance'] ELSE '{}' END
       FROM time_slots AS s WHERE b.id = $1 AND b.company_id = $2 AND s.id = b.time_slot_id`,
      [id, companyId, attendance, owner, at % 30, event === 0 && at % 3 === 0],
    )
  }
}

/** Sends some orders to the practice store, and lets one fail as if the store had refused it. */
export async function sendToShopify(call: Call, db: pg.Pool, companyId: number) {
  await call('POST', '/api/shopify/practice')
  const orders: { id: number; status: string; shopifyOrderId: string | null }[] = await call(
    'GET',
    '/api/orders?sort=newest&limit=100',
  )
  const paid = orders.filter(({ status }) => status === 'paid')
  for (const { id } of paid.slice(0, 4)) await call('POST', `/api/orders/${id}/push-to-shopify`)
  const refused = paid[4]
  if (refused)
    await db.query(
      `WITH failed AS (
         INSERT INTO shopify_operations (company_id, kind, entity_type, entity_id, subject_name, attempt_key, state, tries, last_error)
         SELECT company_id, 'order.push', 'order', id, 'Order #' || order_number, 'demo-' || id, 'failed', 1, $3
         FROM orders WHERE id = $2 AND company_id = $1 RETURNING *)
       INSERT INTO shopify_logs (company_id, operation_id, order_id, operation, subject_name, status, error_message)
       SELECT company_id, id, entity_id, kind, subject_name, state, last_error FROM failed`,
      [
        companyId,
        refused.id,
        'Shopify couldn’t process this: Shipping address zip is not valid for New Jersey',
      ],
    )
}

/** Makes the confirmation of one upcoming booking one that came back. */
export async function failOneEmail(db: pg.Pool, companyId: number, eventId: number) {
  await db.query(
    `WITH failed AS (
       UPDATE emails SET status = 'failed', failure = 'unknownAddress', error_message = '550 5.1.1 No such user'
       WHERE id = (SELECT max(e.id) FROM emails AS e JOIN bookings AS b ON b.id = e.booking_id
         WHERE e.company_id = $1 AND b.event_id = $2 AND b.status = 'active' AND e.email_type = 'booking_confirmation')
       RETURNING id)
     UPDATE email_notifications AS n SET status = 'failed' FROM failed WHERE n.id = failed.id`,
    [companyId, eventId],
  )
}

/** Whether the app still has emails to send. */
export async function hasEmailsToSend(db: pg.Pool, companyId: number): Promise<boolean> {
  const { rows } = await db.query(
    `SELECT FROM email_notifications WHERE company_id = $1 AND status IN ('pending', 'sending') LIMIT 1`,
    [companyId],
  )
  return rows.length > 0
}
