import { createHash, randomBytes } from 'node:crypto'
import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import { addDays } from '@trunkshow/contract/dates.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import type { Role } from '@trunkshow/contract/permissions.ts'
import type { ListedSlot } from '@trunkshow/contract/slots/schema.ts'
import type { InjectOptions } from 'fastify'
import { cookieName } from '../platform/http/session-store.ts'
import { hashPassword } from '../session/hash-password.ts'
import { type Answer, type TestApp, unique } from './app.ts'
import { findBookingNumber } from './booking-faults.ts'
import { newYorkNow } from './new-york.ts'

export interface TestUser {
  id: number
  companyId: number
  username: string
  email: string
  cookie: string
  /** Allows booking alerts of the user's company to go to this address. */
  confirmContact: (email: string) => Promise<unknown>
  call: (
    method: InjectOptions['method'],
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answer>
}

/** Creates a company for one test, with one logged-in user. */
export async function makeCompany(test: TestApp, role: Role = 'admin'): Promise<TestUser> {
  const [company] = await test.rows<{ id: number }>('INSERT INTO companies DEFAULT VALUES RETURNING id')
  return makeUser(test, company!.id, role, { isOwner: true })
}

/** Hash of a random password. */
const unknownPasswordHash = hashPassword(randomBytes(20).toString('hex'))

/**
 * Creates another logged-in user of a company, with a confirmed email and an unknown password; login tests register
 * instead.
 */
export async function makeUser(
  test: TestApp,
  companyId: number,
  role: Role,
  { isOwner = false, name = 'Test User' } = {},
): Promise<TestUser> {
  const username = unique('user')
  const email = `${username}@shop.test`
  const [user] = await test.rows<{ id: number }>(
    `INSERT INTO users (company_id, username, email, name, password_hash, role, is_owner, accepted_at, email_confirmed_at)
     VALUES ($1, $2, $3, $7, $6, $4, $5, now(), now()) RETURNING id`,
    [companyId, username, email, role, isOwner, await unknownPasswordHash, name],
  )
  const sessionId = randomBytes(24).toString('base64url')
  await test.rows(
    `INSERT INTO sessions (id_hash, user_id, device, last_seen_at, expires_at)
     VALUES ($1, $2, 'test', now(), now() + interval '1 day')`,
    [createHash('sha256').update(sessionId).digest('hex'), user!.id],
  )
  const cookie = `${cookieName(test.config, 'session')}=${encodeURIComponent(test.app.signCookie(sessionId))}`
  return {
    id: user!.id,
    companyId,
    username,
    email,
    cookie,
    confirmContact: (email) =>
      test.rows(
        `INSERT INTO email_confirmations (company_id, email, confirmed_at) VALUES ($1, $2, now())
         ON CONFLICT (company_id, lower(email)) WHERE user_id IS NULL DO UPDATE SET confirmed_at = now()`,
        [companyId, email],
      ),
    call: (method, url, body, headers) => test.call(method, url, body, { cookie, ...headers }),
  }
}

/** Returns a date a number of days from today (`yyyy-MM-dd`), so that it hasn't passed. */
export function dayAhead(days = 30): string {
  return addDays(newYorkNow().date, days)
}

/** The create form's input: one day, 10:00 to 12:00, four slots of 30 minutes with 2 spots each. */
export function eventForm(changes: Record<string, unknown> = {}) {
  return {
    name: 'Spring Bridal Trunk Show',
    hostName: 'Maison Vale',
    description: 'Try the new season before it reaches the shop.',
    location: '12 Mercer Street, New York',
    showLocation: true,
    contactEmail: 'hello@vale.test',
    isMultiDay: false,
    eventDate: dayAhead(),
    startTime: '10:00',
    endTime: '12:00',
    slotDuration: 30,
    maxBookingsPerSlot: 2,
    ...changes,
  }
}

/** Creates an event with its slots and a confirmed contact. */
export async function makeEvent(
  user: TestUser,
  changes: Record<string, unknown> = {},
): Promise<Event & { slots: ListedSlot[] }> {
  const { status, body: event } = await user.call('POST', '/api/events', eventForm(changes))
  if (status !== 201) throw new Error(`The event was not made: ${JSON.stringify(event)}`)
  if (event.contactEmail) await user.confirmContact(event.contactEmail)
  const { body: slots } = await user.call('GET', `/api/events/${event.id}/timeslots`)
  return { ...event, slots }
}

/** Creates a company with an event, and returns calls that add and change its slots. */
export async function makeShow(test: TestApp, changes: Record<string, unknown> = {}) {
  const host = await makeCompany(test)
  const event = await makeEvent(host, changes)
  const add = (slot: Record<string, unknown>) =>
    host.call('POST', `/api/events/${event.id}/timeslots`, { slotDate: event.eventDate, ...slot })
  const change = (id: number, changes: Record<string, unknown>) =>
    host.call('PATCH', `/api/timeslots/${id}`, changes)
  return { host, event, slots: event.slots, add, change }
}

/** Books a slot as a guest and returns the response. */
export function book(test: TestApp, slotId: number, changes: Record<string, unknown> = {}, headers = {}) {
  const visitor = { attendeeName: 'Grace Okafor', attendeeEmail: 'grace@okafor.test', ...changes }
  return test.call('POST', `/api/timeslots/${slotId}/book`, visitor, headers)
}

/** Returns the token of a booking's link. @param answer the response that made it */
export const tokenOf = ({ body }: { body: { id: string } }) => body.id

/** Returns a booking's id by its guest's token. */
export const bookingNumber = (test: TestApp, token: string) => findBookingNumber(test.rows as never, token)

/** Creates a logged-in user of another company who co-hosts an event. */
export async function makeCoHost(
  test: TestApp,
  event: { id: number },
  role: Role = 'admin',
): Promise<TestUser> {
  const user = await makeCompany(test, role)
  await test.rows(
    `INSERT INTO event_co_hosts (company_id, event_id, user_id, invited_email, invited_by, is_active)
     SELECT company_id, id, $2, $3, user_id, true FROM events WHERE id = $1`,
    [event.id, user.id, user.email],
  )
  return user
}

/** The customer form's input. */
export const personForm = (changes: object = {}) => ({
  firstName: 'Amelia',
  lastName: 'Hart',
  email: `${unique('amelia')}@mail.test`,
  phone: '(212) 555-0100',
  ...changes,
})

/** Creates a customer of the user's company. */
export async function makeCustomer(user: TestUser, changes: object = {}): Promise<Customer> {
  const { status, body } = await user.call('POST', '/api/customers', personForm(changes))
  if (status !== 201) throw new Error(`The customer was not made: ${JSON.stringify(body)}`)
  return body
}

/** Returns an order form field with default values. */
export function formField(changes: Record<string, unknown> & { id: string }) {
  return { label: changes.id, type: 'text', options: [], required: false, placeholder: '', ...changes }
}

/** Creates what an order needs: a template with a priced dropdown, and a product for $855.50. */
export async function makeForm(user: TestUser) {
  const { body: template } = await user.call('POST', '/api/order-templates', {
    templateName: 'Gown',
    fields: [
      formField({ id: 'item', label: 'Item Description', required: true }),
      formField({
        id: 'fabric',
        label: 'Fabric',
        type: 'dropdown',
        options: ['Silk crêpe (+$250)', 'Linen (-$10.50)', 'None'],
      }),
    ],
  })
  const { body: product } = await user.call('POST', '/api/products', {
    name: 'Aurelie gown',
    sku: 'AUR-1',
    basePrice: '855.50',
  })
  if (!template.id || !product.id) throw new Error(JSON.stringify({ template, product }))
  return { template, product, templateId: template.id as number, productId: product.id as number }
}

/** The shipping address of orders. */
export const home = {
  street: '12 Mercer Street',
  street2: 'Apt 4',
  city: 'New York',
  state: 'NY',
  zip: '10013',
}

type Form = { templateId: number; productId: number }

/** The order form's input for a new customer. */
export function orderForm({ templateId, productId }: Form, changes: object = {}) {
  return {
    templateId,
    customerName: 'Grace Okafor',
    customerEmail: 'grace@okafor.test',
    products: [{ productId }],
    customFields: { item: 'Ivory column gown' },
    ...changes,
  }
}

/** Submits the order form and returns the response. */
export function sendOrder(user: TestUser, form: Form, changes: object = {}, headers = {}) {
  return user.call('POST', '/api/orders', { orderData: orderForm(form, changes) }, headers)
}

/** Creates an order, on a new form by default. */
export async function takeOrder(user: TestUser, changes: object = {}, form?: Form) {
  const { status, body } = await sendOrder(user, form ?? (await makeForm(user)), changes)
  if (status !== 201) throw new Error(`The order was not taken: ${JSON.stringify(body)}`)
  return body
}

/** Creates a discount code of the user's company. */
export async function makeCode(user: TestUser, code: string, changes: Record<string, unknown> = {}) {
  const { status, body } = await user.call('POST', '/api/discount-codes', {
    code,
    discountValue: 10,
    ...changes,
  })
  if (status !== 201) throw new Error(`The code was not made: ${JSON.stringify(body)}`)
  return body as { id: number; code: string; usedCount: number }
}
