import { roles } from '@trunkshow/contract/permissions.ts'
import { admins, people, type Row, staff } from './world.ts'

const home = { street: '12 Mercer Street', city: 'New York', state: 'NY', zip: '10013' }
const person = { firstName: 'Ann', lastName: 'Brandt', email: 'ann@b.test' }
const followUp = { assigneeId: null, dueOn: '2027-04-16', text: 'Ask about the gown' }
const set = { name: 'Coat', unit: 'cm', fields: 'Sleeve' }
const product = { name: 'Coat', basePrice: '900' }

/** Customers, products, and their imports. */
export const catalogCalls: Record<string, Row> = {
  'followUps.list': {
    aim: ({ customerId }) => [`/api/follow-ups?customerId=${customerId}`],
    may: roles,
    success: 200,
    foreign: 200,
  },
  'followUps.create': {
    aim: ({ customerId }) => ['/api/follow-ups', { ...followUp, customerId }],
    may: staff,
    success: 201,
    foreign: 404,
  },
  'followUps.change': {
    aim: ({ followUpId }) => [`/api/follow-ups/${followUpId}`, { ...followUp, version: 1 }],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'followUps.close': {
    aim: ({ followUpId }) => [`/api/follow-ups/${followUpId}/close`, { version: 1 }],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'followUps.reopen': {
    aim: ({ followUpId }) => [`/api/follow-ups/${followUpId}/reopen`, { version: 1 }],
    may: staff,
    success: 200,
    foreign: 404,
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
  'customers.tags': {
    aim: () => ['/api/customers/tags'],
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
  'customers.person': {
    aim: ({ bookingId }) => [`/api/people?bookingId=${bookingId}`],
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
  'measurements.sets': { aim: () => ['/api/measurement-sets'], may: roles, success: 200, foreign: 200 },
  'measurements.createSet': {
    aim: () => ['/api/measurement-sets', set],
    may: staff,
    success: 201,
    foreign: 201,
  },
  'measurements.updateSet': {
    aim: ({ setId }) => [`/api/measurement-sets/${setId}`, set],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'measurements.removeSet': {
    aim: ({ setId }) => [`/api/measurement-sets/${setId}`],
    may: staff,
    success: 204,
    foreign: 404,
  },
  'measurements.list': {
    aim: ({ customerId }) => [`/api/customers/${customerId}/measurements`],
    may: roles,
    success: 200,
    foreign: 404,
  },
  'measurements.add': {
    aim: ({ customerId, setId }) => [
      `/api/customers/${customerId}/measurements`,
      { setId, unit: 'inch', measuredOn: '2026-01-05', values: [{ label: 'Waist', value: '28 1/8' }] },
    ],
    may: staff,
    success: 201,
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
  'products.reorder': {
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
  'imports.recheck': {
    aim: ({ importId }) => [`/api/imports/${importId}`, { corrections: [] }],
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
}
