import type { Role } from '@trunkshow/contract/permissions.ts'
import { signId } from '../../platform/http/tokens.ts'
import { startTestApp, type TestApp, unique } from '../app.ts'
import {
  book,
  bookingNumber,
  eventForm,
  formField,
  makeCompany,
  makeEvent,
  makeUser,
  type TestUser,
} from '../factories.ts'
import { startTestStores, type TestStores } from '../stores.ts'
import { startTestStripe, type TestStripe } from '../stripe.ts'

/** The app of the test file that is running, and its stores. */
export let app: TestApp
export let stores: TestStores
export let stripe: TestStripe

/** Starts both; called once by a test file. */
export function startWorld() {
  app = startTestApp()
  stores = startTestStores(app)
  stripe = startTestStripe(app)
}

/**
 * Creates a saved company with a private event and a booking, a second user, and two open invitations: one to the
 * company and one as a co-host.
 */
export async function makeWorld() {
  const owner = await makeCompany(app)
  await app.rows(`UPDATE companies SET company_name = 'Maison Vale' WHERE id = $1`, [owner.companyId])
  const colleague = await makeUser(app, owner.companyId, 'view only')
  const [invited] = await app.rows<{ id: number }>(
    `INSERT INTO users (company_id, name, is_active, invited_email, invited_at, invite_sequence)
     VALUES ($1, 'Nora Lind', false, $2, now(), 1) RETURNING id`,
    [owner.companyId, `${unique('nora')}@mail.test`],
  )
  const event = await makeEvent(owner)
  const booked = await book(app, event.slots[0]!.id)
  await owner.call('PUT', `/api/events/${event.id}`, eventForm({ isPublic: false }))
  const token: string = booked.body.id
  const [coHost] = await app.rows<{ id: number }>(
    `INSERT INTO event_co_hosts (company_id, event_id, invited_email, invited_by)
     VALUES ($1, $2, 'later@mail.test', $3) RETURNING id`,
    [owner.companyId, event.id, owner.id],
  )
  const [tour] = await app.rows<{ id: number }>(
    `INSERT INTO tours (company_id, user_id, name, url_slug) VALUES ($1, $2, 'Tour', 'tour') RETURNING id`,
    [owner.companyId, owner.id],
  )
  const [feed] = await app.rows<{ id: number }>(
    'INSERT INTO calendar_feeds (company_id, user_id) VALUES ($1, $2) RETURNING id',
    [owner.companyId, owner.id],
  )
  const [wait] = await app.rows<{ id: number }>(
    `INSERT INTO waitlist_entries (company_id, event_id, attendee_name, attendee_email, rank)
     VALUES ($1, $2, 'Nora Lind', 'nora@lind.test', 1) RETURNING id`,
    [owner.companyId, event.id],
  )
  const bookingId = await bookingNumber(app, token)
  const [email] = await app.rows<{ id: number }>(
    `WITH failed AS (
       UPDATE email_notifications SET status = 'failed'
       WHERE booking_id = $1 AND email_type = 'booking_confirmation' RETURNING *
     )
     INSERT INTO emails (id, company_id, booking_id, email_type, status, failure)
     SELECT id, company_id, booking_id, email_type, status, 'unknownAddress' FROM failed RETURNING id`,
    [bookingId],
  )
  return {
    ...(await makeCatalog(owner)),
    feedId: feed!.id,
    emailId: email!.id,
    waitId: wait!.id,
    tourId: tour!.id,
    owner,
    event,
    slots: event.slots,
    token,
    bookingId,
    colleagueId: colleague.id,
    invitedId: invited!.id,
    invitation: signId(app.config, 'invitation', invited!.id, 1),
    coHostId: coHost!.id,
    coHostInvitation: signId(app.config, 'co-host', coHost!.id, 0),
  }
}

/**
 * Creates two customers, an address, a product with a customization, an option, an unused and an archived template, a
 * discount code, an order with a file on its own template, and a checked import. Returns their ids.
 */
async function makeCatalog({ companyId, id }: TestUser) {
  const [numbers] = await app.rows<Record<keyof typeof catalog, number>>(
    `WITH customer AS (
       INSERT INTO customers (company_id, first_name, last_name, email)
       VALUES ($1, 'Amelia', 'Hart', 'amelia@hart.test'), ($1, 'Amelia', 'Hart', 'amelia@hart.test') RETURNING id
     ), one AS (SELECT min(id) AS id FROM customer), address AS (
       INSERT INTO addresses (company_id, customer_id, street, city, state, zip)
       SELECT $1, id, '12 Mercer Street', 'New York', 'NY', '10013' FROM one RETURNING id
     ), follow_up AS (
       INSERT INTO follow_ups (company_id, customer_id, due_on, text, changed_by)
       SELECT $1, id, '2027-04-16', 'Call', 'Nora Lind' FROM one RETURNING id
     ), product AS (
       INSERT INTO products (company_id, name, base_price_cents) VALUES ($1, 'Blouse', 9000) RETURNING id
     ), customization AS (
       INSERT INTO customizations (company_id, name) VALUES ($1, 'Buttons'), ($1, 'Lining') RETURNING id
     ), buttons AS (SELECT min(id) AS id FROM customization), assigned AS (
       INSERT INTO product_customizations (company_id, product_id, customization_id, display_order)
       SELECT $1, product.id, buttons.id, 1 FROM product, buttons
     ), option AS (
       INSERT INTO customization_options (company_id, customization_id, name) SELECT $1, id, 'Horn' FROM buttons RETURNING id
     ), template AS (
       INSERT INTO order_form_templates (company_id, template_name, archived_at)
       VALUES ($1, 'Gown', NULL), ($1, 'Cape', now()) RETURNING id
     ), version AS (
       INSERT INTO order_template_versions (company_id, template_id, version, template_name, item_type, fields)
       SELECT $1, id, 1, 'Gown', '', $4 FROM template
     ), code AS (
       INSERT INTO discount_codes (company_id, code, discount_value) VALUES ($1, 'SPRING10', 10) RETURNING id
     ), used AS (
       INSERT INTO order_form_templates (company_id, template_name) VALUES ($1, 'Coat') RETURNING id
     ), used_version AS (
       INSERT INTO order_template_versions (company_id, template_id, version, template_name, item_type, fields)
       SELECT $1, id, 1, 'Coat', '', '[]' FROM used
     ), numbered AS (
       UPDATE companies SET last_order_number = 1001 WHERE id = $1
     ), ordered AS (
       INSERT INTO orders (company_id, order_number, customer_id, customer_name, customer_email, template_id,
         template_version, form_data, items, total_cents)
       SELECT $1, 1001, max(customer.id), 'Amelia Hart', 'amelia@hart.test', max(used.id), 1, '{}', '', 0
       FROM customer, used RETURNING id
     ), attachment AS (
       INSERT INTO attachments (company_id, order_id, filename, file_type, file_size, display_name)
       SELECT $1, id, 'f.pdf', 'application/pdf', 9, 'plan.pdf' FROM ordered RETURNING id
     ), filter AS (
       INSERT INTO saved_filters (company_id, user_id, name, filter) VALUES ($1, $2, 'Mine', '{}') RETURNING id
     ), import AS (
       INSERT INTO imports (company_id, user_id, kind, file_name, csv, rows, good, errors)
       VALUES ($1, $2, 'customers', '', $3, 1, 1, '[]') RETURNING id
     ), measured AS (
       INSERT INTO measurement_sets (company_id, name, unit, fields) VALUES ($1, 'Gown', 'inch', 'Waist') RETURNING id
     ), operation AS (
       INSERT INTO shopify_operations (company_id, kind, entity_type, entity_id, subject_name, attempt_key, state)
       SELECT $1, 'product.push', 'product', id, 'Blouse', 'key ' || id, 'done' FROM product RETURNING id
     )
     SELECT ${Object.entries(catalog)
       .map(([name, query]) => `(${query}) AS "${name}"`)
       .join(', ')}`,
    [companyId, id, people.csv, JSON.stringify(template.fields)],
  )
  return numbers!
}

const catalog = {
  customerId: 'SELECT id FROM one',
  otherCustomerId: 'SELECT max(id) FROM customer',
  addressId: 'SELECT id FROM address',
  followUpId: 'SELECT id FROM follow_up',
  productId: 'SELECT id FROM product',
  customizationId: 'SELECT id FROM buttons',
  freeCustomizationId: 'SELECT max(id) FROM customization',
  optionId: 'SELECT id FROM option',
  templateId: 'SELECT min(id) FROM template',
  archivedTemplateId: 'SELECT max(id) FROM template',
  discountCodeId: 'SELECT id FROM code',
  orderId: 'SELECT id FROM ordered',
  attachmentId: 'SELECT id FROM attachment',
  filterId: 'SELECT id FROM filter',
  importId: 'SELECT id FROM import',
  setId: 'SELECT id FROM measured',
  operationId: 'SELECT id FROM operation',
}

export const people = { kind: 'customers', csv: 'First name,Last name,Email\nAnn,Brandt,ann@b.test' }
export const template = { templateName: 'Coat', fields: [formField({ id: 'item', archived: false })] }

export type World = Awaited<ReturnType<typeof makeWorld>>

let tenantTables: { name: string }[] | undefined

/** Returns all rows of a company from all tables, which requests from outside must not change. */
export async function snapshot({ owner: { companyId } }: World) {
  tenantTables ??= await app.rows<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'company_id' ORDER BY 1`,
  )
  const rows = tenantTables.map(
    ({ name }) =>
      `(SELECT jsonb_agg(row ORDER BY row::text) FROM (SELECT * FROM "${name}" WHERE company_id = $1) AS row) AS "${name}"`,
  )
  const company = '(SELECT jsonb_agg(companies) FROM companies WHERE id = $1) AS companies'
  return app.rows(`SELECT ${[company, ...rows].join(', ')}`, [companyId])
}

/** A request to an endpoint, and who may make it. */
export interface Row {
  /** The request, aimed at a record of the test company. */
  aim: (world: World) => [url: string, body?: unknown]
  /** Roles of the company that are allowed; others get 403. `all` includes guests. */
  may: readonly Role[] | 'all'
  /** The status for allowed callers. */
  success: number
  /** The status for an admin of another company who knows all ids. */
  foreign: number
  /** The status for such an admin who co-hosts the event; the same by default. */
  coHost?: number
}

export const staff = ['admin', 'order management'] as const
export const admins = ['admin'] as const
