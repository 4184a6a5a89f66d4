import { type Role, roles } from '@trunkshow/contract/permissions.ts'
import { issueToken } from '@trunkshow/practice-store/shop.ts'
import { signLink } from '../http/tokens.ts'
import { startTestApp, unique } from './app.ts'
import {
  book,
  bookingNumber,
  eventForm,
  formField,
  makeCompany,
  makeEvent,
  makeUser,
  type TestUser,
} from './factories.ts'
import { startTestStores } from './stores.ts'
import { formWith } from './uploads.ts'

/** The app that the tests of every endpoint share. */
export const app = startTestApp()
const stores = startTestStores(app)

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
  return {
    ...(await makeCatalog(owner)),
    owner,
    event,
    slots: event.slots,
    token,
    bookingId: await bookingNumber(app, token),
    colleagueId: colleague.id,
    invitedId: invited!.id,
    invitation: signLink(app.config, 'invitation', invited!.id, 1),
    coHostId: coHost!.id,
    coHostInvitation: signLink(app.config, 'co-host', coHost!.id, 0),
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
  operationId: 'SELECT id FROM operation',
}
const home = { street: '12 Mercer Street', city: 'New York', state: 'NY', zip: '10013' }
const people = { kind: 'customers', csv: 'First name,Last name,Email\nAnn,Brandt,ann@b.test' }
const person = { firstName: 'Ann', lastName: 'Brandt', email: 'ann@b.test' }
const product = { name: 'Coat', basePrice: '900' }
const template = { templateName: 'Coat', fields: [formField({ id: 'item', archived: false })] }
const order = {
  customerName: 'Ann Brandt',
  customerEmail: 'ann@b.test',
  customFields: { item: 'Ivory column gown' },
}
const discount = { code: 'SUMMER', discountValue: 15 }

export type World = Awaited<ReturnType<typeof makeWorld>>

interface Row {
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

const staff = ['admin', 'order management'] as const
const admins = ['admin'] as const

/** One row per endpoint. A missing row fails the test. */
export const table: Record<string, Row> = {
  'session.current': { aim: () => ['/api/user'], may: roles, success: 200, foreign: 200 },
  'session.login': {
    aim: () => ['/api/login', { username: unique(), password: 'not this one' }],
    may: 'all',
    success: 401,
    foreign: 401,
  },
  'session.register': {
    aim: () => [
      '/api/register',
      { username: unique(), email: `${unique()}@mail.test`, name: 'N', password: 'secret1' },
    ],
    may: 'all',
    success: 201,
    foreign: 201,
  },
  'session.registration': { aim: () => ['/api/registration'], may: 'all', success: 200, foreign: 200 },
  'session.logout': { aim: () => ['/api/logout'], may: 'all', success: 204, foreign: 204 },
  'session.saveProfile': {
    aim: () => ['/api/user/profile', { name: 'New Name', phone: '' }],
    may: roles,
    success: 200,
    foreign: 200,
  },
  'session.changePassword': {
    aim: () => ['/api/user/password', { oldPassword: 'not this one', newPassword: 'secret2' }],
    may: roles,
    success: 400,
    foreign: 400,
  },
  'session.changeEmail': {
    aim: () => ['/api/user/email', { email: `${unique()}@mail.test`, password: 'not this one' }],
    may: roles,
    success: 400,
    foreign: 400,
  },
  'session.resendConfirmation': {
    // Conflict, since their email is confirmed.
    aim: () => ['/api/user/email/confirmation'],
    may: roles,
    success: 409,
    foreign: 409,
  },
  'session.mailState': { aim: () => ['/api/user/mail'], may: roles, success: 200, foreign: 200 },
  'session.sessions': { aim: () => ['/api/user/sessions'], may: roles, success: 200, foreign: 200 },
  'session.endOthers': { aim: () => ['/api/user/sessions'], may: roles, success: 204, foreign: 204 },
  'session.forgot': {
    aim: () => ['/api/password/forgot', { email: `${unique()}@mail.test` }],
    may: 'all',
    success: 204,
    foreign: 204,
  },
  'session.reset': {
    aim: ({ owner }) => [
      '/api/password/reset',
      { token: `${owner.id}-${'0'.repeat(32)}`, password: 'secret2' },
    ],
    may: 'all',
    success: 404,
    foreign: 404,
  },
  'company.get': { aim: () => ['/api/company'], may: admins, success: 200, foreign: 200 },
  'company.create': {
    aim: () => ['/api/company', { companyName: 'Vale & Daughters' }],
    may: admins,
    success: 409,
    foreign: 201,
  },
  'company.update': {
    aim: () => ['/api/company', { companyName: 'Vale & Daughters' }],
    may: admins,
    success: 200,
    foreign: 404,
  },
  'company.usage': { aim: () => ['/api/company/usage'], may: roles, success: 200, foreign: 200 },
  'company.users': { aim: () => ['/api/company/users'], may: admins, success: 200, foreign: 200 },
  'company.invite': {
    aim: () => ['/api/company/users', { name: 'Ida', email: `${unique()}@mail.test` }],
    may: admins,
    success: 201,
    foreign: 409,
  },
  'company.resend': {
    aim: ({ invitedId }) => [`/api/company/users/${invitedId}/resend`],
    may: admins,
    success: 200,
    foreign: 404,
  },
  'company.changeUser': {
    aim: ({ colleagueId }) => [`/api/company/users/${colleagueId}`, { role: 'order management' }],
    may: admins,
    success: 200,
    foreign: 404,
  },
  'company.removeUser': {
    aim: ({ colleagueId }) => [`/api/company/users/${colleagueId}`],
    may: admins,
    success: 204,
    foreign: 404,
  },
  'company.invitation': {
    aim: ({ invitation }) => [`/api/invitations/${invitation}`],
    may: 'all',
    success: 200,
    foreign: 200,
  },
  'company.accept': {
    aim: ({ invitation }) => [
      `/api/invitations/${invitation}`,
      { username: unique(), name: 'Nora Lind', password: 'secret1' },
    ],
    may: 'all',
    success: 201,
    foreign: 201,
  },
  'customers.list': {
    aim: () => ['/api/customers'],
    may: roles,
    success: 200,
    foreign: 200,
  },
  'customers.export': {
    aim: () => ['/api/customers.csv'],
    may: roles,
    success: 200,
    foreign: 200,
  },
  'customers.similar': {
    aim: () => ['/api/customers/similar?email=amelia@hart.test'],
    may: roles,
    success: 200,
    foreign: 200,
  },
  'customers.get': {
    aim: ({ customerId }) => [`/api/customers/${customerId}`],
    may: roles,
    success: 200,
    foreign: 404,
  },
  'customers.create': {
    aim: () => ['/api/customers', person],
    may: staff,
    success: 201,
    foreign: 201,
  },
  'customers.update': {
    aim: ({ customerId }) => [`/api/customers/${customerId}`, person],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'customers.archive': {
    aim: ({ customerId }) => [`/api/customers/${customerId}/archive`],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'customers.restore': {
    aim: ({ customerId }) => [`/api/customers/${customerId}/restore`],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'customers.remove': {
    aim: ({ customerId }) => [`/api/customers/${customerId}`],
    may: admins,
    success: 204,
    foreign: 404,
  },
  'customers.previewMerge': {
    aim: ({ customerId, otherCustomerId }) => [`/api/customers/${customerId}/merge/${otherCustomerId}`],
    may: admins,
    success: 200,
    foreign: 404,
  },
  'customers.merge': {
    aim: ({ customerId, otherCustomerId }) => [`/api/customers/${customerId}/merge/${otherCustomerId}`],
    may: admins,
    success: 200,
    foreign: 404,
  },
  'customers.totals': {
    aim: ({ customerId }) => [`/api/customers/${customerId}/totals`],
    may: roles,
    success: 200,
    foreign: 404,
  },
  'customers.bookings': {
    aim: () => ['/api/bookings?email=grace@okafor.test'],
    may: roles,
    success: 200,
    foreign: 200,
  },
  'privacy.preview': {
    aim: ({ customerId }) => ['/api/erasures/preview', { customerId }],
    may: admins,
    success: 200,
    foreign: 404,
  },
  'privacy.erase': {
    aim: ({ bookingId }) => ['/api/erasures', { bookingId }],
    may: admins,
    success: 200,
    foreign: 404,
  },
  'privacy.customerData': {
    aim: ({ customerId }) => [`/api/customers/${customerId}/data`],
    may: admins,
    success: 200,
    foreign: 404,
  },
  'privacy.retention': {
    aim: () => ['/api/company/retention'],
    may: admins,
    success: 200,
    foreign: 200,
  },
  'privacy.saveRetention': {
    aim: () => ['/api/company/retention', { months: 12 }],
    may: admins,
    success: 200,
    foreign: 200,
  },
  'addresses.list': {
    aim: ({ customerId }) => [`/api/customers/${customerId}/addresses`],
    may: roles,
    success: 200,
    foreign: 404,
  },
  'addresses.create': {
    aim: ({ customerId }) => [`/api/customers/${customerId}/addresses`, home],
    may: staff,
    success: 201,
    foreign: 404,
  },
  'addresses.update': {
    aim: ({ addressId }) => [`/api/addresses/${addressId}`, home],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'addresses.remove': {
    aim: ({ addressId }) => [`/api/addresses/${addressId}`],
    may: staff,
    success: 204,
    foreign: 404,
  },
  'products.list': {
    aim: () => ['/api/products'],
    may: roles,
    success: 200,
    foreign: 200,
  },
  'products.export': {
    aim: () => ['/api/products.csv'],
    may: roles,
    success: 200,
    foreign: 200,
  },
  'products.get': {
    aim: ({ productId }) => [`/api/products/${productId}`],
    may: roles,
    success: 200,
    foreign: 404,
  },
  'products.create': {
    aim: () => ['/api/products', product],
    may: staff,
    success: 201,
    foreign: 201,
  },
  'products.update': {
    aim: ({ productId }) => [`/api/products/${productId}`, product],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'products.remove': {
    aim: ({ productId }) => [`/api/products/${productId}`],
    may: staff,
    success: 204,
    foreign: 404,
  },
  'products.customizations': {
    aim: ({ productId }) => [`/api/products/${productId}/customizations`],
    may: roles,
    success: 200,
    foreign: 404,
  },
  'products.assign': {
    aim: ({ productId, freeCustomizationId }) => [
      `/api/products/${productId}/customizations`,
      { customizationId: freeCustomizationId },
    ],
    may: staff,
    success: 201,
    foreign: 404,
  },
  'products.order': {
    aim: ({ productId, customizationId }) => [
      `/api/products/${productId}/customizations`,
      { customizationIds: [customizationId] },
    ],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'products.setRequired': {
    aim: ({ productId, customizationId }) => [
      `/api/products/${productId}/customizations/${customizationId}`,
      { isRequired: true },
    ],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'products.unassign': {
    aim: ({ productId, customizationId }) => [`/api/products/${productId}/customizations/${customizationId}`],
    may: staff,
    success: 204,
    foreign: 404,
  },
  // The company has no store. The right is checked first, then the product's company, then the store.
  'products.push': {
    aim: ({ productId }) => [`/api/products/${productId}/push-to-shopify`],
    may: staff,
    success: 409,
    foreign: 404,
  },
  'products.resync': {
    aim: ({ productId }) => [`/api/products/${productId}/resync-from-shopify`],
    may: staff,
    success: 409,
    foreign: 404,
  },
  'products.sync': { aim: () => ['/api/products/sync-shopify'], may: admins, success: 409, foreign: 409 },
  'products.lastSync': { aim: () => ['/api/products/sync-shopify'], may: admins, success: 200, foreign: 200 },
  'customizations.list': {
    aim: () => ['/api/customizations'],
    may: roles,
    success: 200,
    foreign: 200,
  },
  'customizations.create': {
    aim: () => ['/api/customizations', { name: 'Cuffs' }],
    may: staff,
    success: 201,
    foreign: 201,
  },
  'customizations.update': {
    aim: ({ customizationId }) => [`/api/customizations/${customizationId}`, { name: 'Cuffs' }],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'customizations.remove': {
    aim: ({ customizationId }) => [`/api/customizations/${customizationId}`],
    may: staff,
    success: 204,
    foreign: 404,
  },
  'options.list': {
    aim: ({ customizationId }) => [`/api/customizations/${customizationId}/options`],
    may: roles,
    success: 200,
    foreign: 404,
  },
  'options.create': {
    aim: ({ customizationId }) => [`/api/customizations/${customizationId}/options`, { name: 'Shell' }],
    may: staff,
    success: 201,
    foreign: 404,
  },
  'options.update': {
    aim: ({ optionId }) => [`/api/customization-options/${optionId}`, { name: 'Shell' }],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'options.remove': {
    aim: ({ optionId }) => [`/api/customization-options/${optionId}`],
    may: staff,
    success: 204,
    foreign: 404,
  },
  'templates.list': {
    aim: () => ['/api/order-templates'],
    may: roles,
    success: 200,
    foreign: 200,
  },
  'templates.get': {
    aim: ({ templateId }) => [`/api/order-templates/${templateId}`],
    may: roles,
    success: 200,
    foreign: 404,
  },
  'templates.products': {
    aim: ({ templateId }) => [`/api/order-templates/${templateId}/products`],
    may: roles,
    success: 200,
    foreign: 404,
  },
  'templates.create': {
    aim: () => ['/api/order-templates', template],
    may: staff,
    success: 201,
    foreign: 201,
  },
  'templates.update': {
    aim: ({ templateId }) => [`/api/order-templates/${templateId}`, template],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'templates.updateWithoutId': {
    aim: () => ['/api/order-templates', template],
    may: staff,
    success: 400,
    foreign: 400,
  },
  'templates.remove': {
    aim: ({ templateId }) => [`/api/order-templates/${templateId}`],
    may: staff,
    success: 204,
    foreign: 404,
  },
  'templates.archive': {
    aim: ({ templateId }) => [`/api/order-templates/${templateId}/archive`],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'templates.unarchive': {
    aim: ({ archivedTemplateId }) => [`/api/order-templates/${archivedTemplateId}/unarchive`],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'discounts.list': {
    aim: () => ['/api/discount-codes'],
    may: roles,
    success: 200,
    foreign: 200,
  },
  'discounts.create': {
    aim: () => ['/api/discount-codes', discount],
    may: admins,
    success: 201,
    foreign: 201,
  },
  'discounts.update': {
    aim: ({ discountCodeId }) => [`/api/discount-codes/${discountCodeId}`, discount],
    may: admins,
    success: 200,
    foreign: 404,
  },
  'discounts.remove': {
    aim: ({ discountCodeId }) => [`/api/discount-codes/${discountCodeId}`],
    may: admins,
    success: 204,
    foreign: 404,
  },
  'discounts.sync': {
    aim: ({ discountCodeId }) => [`/api/discount-codes/${discountCodeId}/sync-to-shopify`],
    may: staff,
    success: 409,
    foreign: 404,
  },
  // A template or product of another company counts as missing.
  'orders.create': {
    aim: ({ templateId, productId }) => [
      '/api/orders',
      { orderData: { ...order, templateId, products: [{ productId }] } },
    ],
    may: staff,
    success: 201,
    foreign: 409,
  },
  'orders.update': {
    aim: ({ orderId }) => [`/api/orders/${orderId}`, { notes: 'By June' }],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'orders.remove': {
    aim: ({ orderId }) => [`/api/orders/${orderId}`],
    may: admins,
    success: 204,
    foreign: 404,
  },
  'orders.applyDiscount': {
    aim: ({ orderId, discountCodeId }) => [`/api/orders/${orderId}/discount`, { discountCodeId }],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'orders.changeStatus': {
    aim: ({ orderId }) => [`/api/orders/${orderId}/status`, { status: 'paid' }],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'orders.cancel': {
    aim: ({ orderId }) => [`/api/orders/${orderId}/cancel`],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'orders.push': {
    aim: ({ orderId }) => [`/api/orders/${orderId}/push-to-shopify`],
    may: staff,
    success: 409,
    foreign: 404,
  },
  'orders.recreate': {
    aim: ({ orderId }) => [`/api/orders/${orderId}/cancel-and-recreate-shopify`],
    may: staff,
    success: 409,
    foreign: 404,
  },
  'orders.atStore': {
    aim: ({ orderId }) => [`/api/orders/${orderId}/shopify`],
    may: roles,
    success: 200,
    foreign: 404,
  },
  'orders.comment': {
    aim: ({ orderId }) => [`/api/orders/${orderId}/comments`, { comment: 'Called, comes on Friday' }],
    may: staff,
    success: 201,
    foreign: 404,
  },
  'orders.list': { aim: () => ['/api/orders'], may: roles, success: 200, foreign: 200 },
  'orders.export': { aim: () => ['/api/orders.csv'], may: roles, success: 200, foreign: 200 },
  'orders.version': { aim: () => ['/api/orders/version'], may: roles, success: 200, foreign: 200 },
  'orders.details': {
    aim: ({ orderId }) => [`/api/orders/details?ids=${orderId}`],
    may: roles,
    success: 200,
    foreign: 200,
  },
  'orders.get': {
    aim: ({ orderId }) => [`/api/orders/${orderId}`],
    may: roles,
    success: 200,
    foreign: 404,
  },
  'orders.timeline': {
    aim: ({ orderId }) => [`/api/orders/${orderId}/timeline`],
    may: roles,
    success: 200,
    foreign: 404,
  },
  'orders.ofEvent': {
    aim: ({ event }) => [`/api/events/${event.id}/orders`],
    may: roles,
    success: 200,
    foreign: 404,
  },
  'savedFilters.list': { aim: () => ['/api/order-filters'], may: roles, success: 200, foreign: 200 },
  'savedFilters.save': {
    aim: () => ['/api/order-filters', { name: 'Paid', filter: { status: 'paid' } }],
    may: roles,
    success: 201,
    foreign: 201,
  },
  // Filters are personal: even users of the same company don't find them.
  'savedFilters.remove': {
    aim: ({ filterId }) => [`/api/order-filters/${filterId}`],
    may: roles,
    success: 404,
    foreign: 404,
  },
  'attachments.list': {
    aim: ({ orderId }) => [`/api/orders/${orderId}/attachments`],
    may: roles,
    success: 200,
    foreign: 404,
  },
  'attachments.add': {
    aim: ({ orderId }) => ['/api/attachments', formWith([['file', '%PDF-1.7', 'plan.pdf']], { orderId })],
    may: staff,
    success: 201,
    foreign: 404,
  },
  'attachments.remove': {
    aim: ({ orderId, attachmentId }) => [`/api/orders/${orderId}/attachments/${attachmentId}`],
    may: staff,
    success: 204,
    foreign: 404,
  },
  'imports.check': {
    aim: () => ['/api/imports', people],
    may: staff,
    success: 201,
    foreign: 201,
  },
  'imports.get': {
    aim: ({ importId }) => [`/api/imports/${importId}`],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'imports.start': {
    aim: ({ importId }) => [`/api/imports/${importId}/start`],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'shopify.store': { aim: () => ['/api/shopify/store'], may: roles, success: 200, foreign: 200 },
  'shopify.connect': {
    aim: () => {
      const shop = stores.open()
      const address = `${shop.key}.myshopify.com`
      return ['/api/shopify/store', { kind: 'token', address, accessToken: issueToken(shop) }]
    },
    may: admins,
    success: 200,
    foreign: 409,
  },
  // No store is connected.
  'shopify.enable': {
    aim: () => ['/api/shopify/store', { enabled: false }],
    may: admins,
    success: 409,
    foreign: 409,
  },
  'shopify.disconnect': { aim: () => ['/api/shopify/store'], may: admins, success: 409, foreign: 409 },
  'shopify.practice': { aim: () => ['/api/shopify/practice'], may: admins, success: 200, foreign: 409 },
  'shopify.test': { aim: () => ['/api/shopify/test'], may: admins, success: 409, foreign: 409 },
  // Only for callers with the store's secret.
  'shopify.webhook': {
    aim: () => ['/api/shopify/webhooks', { id: 1 }],
    may: 'all',
    success: 401,
    foreign: 401,
  },
  'shopify.logs': { aim: () => ['/api/shopify/logs'], may: admins, success: 200, foreign: 200 },
  'shopify.operation': {
    aim: ({ operationId }) => [`/api/shopify/operations/${operationId}`],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'shopify.retry': {
    aim: ({ operationId }) => [`/api/shopify/operations/${operationId}/retry`],
    may: staff,
    success: 409,
    foreign: 404,
  },
  'activity.list': { aim: () => ['/api/activity'], may: admins, success: 200, foreign: 200 },
  'coHosts.list': {
    aim: ({ event }) => [`/api/events/${event.id}/co-hosts`],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'coHosts.invite': {
    aim: ({ event }) => [`/api/events/${event.id}/co-hosts`, { email: `${unique()}@mail.test` }],
    may: staff,
    success: 201,
    foreign: 404,
  },
  'coHosts.remove': {
    aim: ({ event, coHostId }) => [`/api/events/${event.id}/co-hosts/${coHostId}`],
    may: staff,
    success: 204,
    foreign: 404,
  },
  'coHosts.invitation': {
    aim: ({ coHostInvitation }) => [`/api/co-host-invitations/${coHostInvitation}`],
    may: 'all',
    success: 200,
    foreign: 200,
  },
  // Only for the invited address.
  'coHosts.accept': {
    aim: ({ coHostInvitation }) => [`/api/co-host-invitations/${coHostInvitation}`],
    may: roles,
    success: 403,
    foreign: 403,
  },
  'events.list': { aim: () => ['/api/events'], may: 'all', success: 200, foreign: 200 },
  'events.create': { aim: () => ['/api/events', eventForm()], may: staff, success: 201, foreign: 201 },
  'events.get': {
    aim: ({ event }) => [`/api/events/${event.urlSlug}`],
    may: 'all',
    success: 200,
    foreign: 200,
  },
  'events.update': {
    aim: ({ event }) => [`/api/events/${event.id}`, eventForm({ name: 'Renamed' })],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'events.confirmContact': {
    aim: ({ event }) => [`/api/events/${event.id}/contact-confirmation`],
    may: staff,
    success: 204,
    foreign: 404,
  },
  'events.remove': {
    // The event has a booking, so not even an admin may delete it.
    aim: ({ event }) => [`/api/events/${event.id}`],
    may: ['admin'],
    success: 409,
    foreign: 404,
  },
  'events.summary': {
    aim: ({ event }) => [`/api/events/${event.id}/summary`],
    may: roles,
    success: 200,
    foreign: 404,
    coHost: 200,
  },
  'slots.list': {
    aim: ({ event }) => [`/api/events/${event.id}/timeslots`],
    may: roles,
    success: 200,
    foreign: 404,
    coHost: 200,
  },
  'slots.create': {
    aim: ({ event }) => [
      `/api/events/${event.id}/timeslots`,
      { slotDate: event.eventDate, startTime: '14:00', endTime: '14:30', totalSlots: 1 },
    ],
    may: staff,
    success: 201,
    foreign: 404,
    coHost: 201,
  },
  'slots.previewSync': {
    aim: ({ event }) => [`/api/events/${event.id}/timeslots/sync`],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'slots.sync': {
    aim: ({ event }) => [`/api/events/${event.id}/timeslots/sync`],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'slots.update': {
    aim: ({ slots }) => [`/api/timeslots/${slots[0]!.id}`, { totalSlots: 4 }],
    may: staff,
    success: 200,
    foreign: 404,
    coHost: 200,
  },
  'slots.remove': {
    aim: ({ slots }) => [`/api/timeslots/${slots[3]!.id}`],
    may: staff,
    success: 204,
    foreign: 404,
    coHost: 204,
  },
  'bookings.list': {
    aim: ({ event }) => [`/api/events/${event.id}/bookings`],
    may: roles,
    success: 200,
    foreign: 404,
    coHost: 200,
  },
  'bookings.export': {
    aim: ({ event }) => [`/api/events/${event.id}/bookings.csv`],
    may: roles,
    success: 200,
    foreign: 404,
    coHost: 200,
  },
  'bookings.cancel': {
    aim: ({ bookingId }) => [`/api/bookings/${bookingId}/cancel`],
    may: staff,
    success: 200,
    foreign: 404,
    coHost: 200,
  },
  'bookings.reschedule': {
    aim: ({ bookingId, slots }) => [`/api/bookings/${bookingId}/reschedule`, { newTimeSlotId: slots[1]!.id }],
    may: staff,
    success: 200,
    foreign: 404,
    coHost: 200,
  },
  'bookings.book': {
    aim: ({ slots }) => [
      `/api/timeslots/${slots[1]!.id}/book`,
      { attendeeName: 'Lena', attendeeEmail: 'lena@mail.test' },
    ],
    may: roles,
    success: 201,
    foreign: 404,
    coHost: 201,
  },
  'bookings.manage': {
    aim: ({ token }) => [`/api/bookings/manage/${token}`],
    may: 'all',
    success: 200,
    foreign: 200,
  },
  'bookings.rescheduleByVisitor': {
    aim: ({ token, slots }) => [`/api/bookings/manage/${token}/reschedule`, { newTimeSlotId: slots[1]!.id }],
    may: 'all',
    success: 200,
    foreign: 200,
  },
  'bookings.cancelByVisitor': {
    aim: ({ token }) => [`/api/bookings/${token}/cancel`],
    may: 'all',
    success: 200,
    foreign: 200,
  },
}

/** Returns all rows of a company from all tables, which requests from outside must not change. */
export async function snapshot({ owner: { companyId } }: World) {
  const tables = await app.rows<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'company_id' ORDER BY 1`,
  )
  const rows = tables.map(
    ({ name }) =>
      `(SELECT jsonb_agg(row ORDER BY row::text) FROM (SELECT * FROM "${name}" WHERE company_id = $1) AS row) AS "${name}"`,
  )
  const company = '(SELECT jsonb_agg(companies) FROM companies WHERE id = $1) AS companies'
  return app.rows(`SELECT ${[company, ...rows].join(', ')}`, [companyId])
}
