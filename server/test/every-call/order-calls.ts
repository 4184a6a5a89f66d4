import { roles } from '@trunkshow/contract/permissions.ts'
import { formWith } from '../uploads.ts'
import { admins, type Row, staff, template } from './world.ts'

const order = {
  customerName: 'Ann Brandt',
  customerEmail: 'ann@b.test',
  customFields: { item: 'Ivory column gown' },
}
const discount = { code: 'SUMMER', discountValue: 15 }

/** Templates, discount codes, orders, and what is summed up of them. */
export const orderCalls: Record<string, Row> = {
  'assignees.colleagues': { aim: () => ['/api/company/colleagues'], may: roles, success: 200, foreign: 200 },
  'assignees.ofOrder': {
    aim: ({ orderId, owner }) => [`/api/orders/${orderId}/assignee`, { assigneeId: owner.id }],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'assignees.ofCustomer': {
    aim: ({ customerId, owner }) => [`/api/customers/${customerId}/assignee`, { assigneeId: owner.id }],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'assignees.ofBooking': {
    aim: ({ bookingId, owner }) => [`/api/bookings/${bookingId}/assignee`, { assigneeId: owner.id }],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'home.get': { aim: () => ['/api/home'], may: roles, success: 200, foreign: 200 },
  'reports.get': {
    aim: ({ event }) => [`/api/reports?eventId=${event.id}`],
    may: roles,
    success: 200,
    foreign: 404,
  },
  'reports.export': {
    aim: ({ event }) => [`/api/reports.csv?table=events&eventId=${event.id}`],
    may: roles,
    success: 200,
    foreign: 404,
  },
  'reports.statement': {
    aim: ({ event }) => [`/api/events/${event.id}/statement`],
    may: roles,
    success: 200,
    foreign: 404,
  },
  'reports.statementFile': {
    aim: ({ event }) => [`/api/events/${event.id}/statement.csv`],
    may: roles,
    success: 200,
    foreign: 404,
  },
  'reports.saveCommission': {
    aim: ({ event }) => [`/api/events/${event.id}/commission`, { percent: '12.5', seen: '0' }],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'proposals.ofOrder': {
    aim: ({ orderId }) => [`/api/orders/${orderId}/proposals`],
    may: roles,
    success: 200,
    foreign: 404,
  },
  'proposals.send': {
    aim: ({ orderId }) => [`/api/orders/${orderId}/proposals`, {}],
    may: staff,
    success: 201,
    foreign: 404,
  },
  'making.get': { aim: () => ['/api/company/making'], may: roles, success: 200, foreign: 200 },
  'making.board': { aim: () => ['/api/making'], may: roles, success: 200, foreign: 200 },
  'making.promise': { aim: () => ['/api/company/making/promise'], may: roles, success: 200, foreign: 200 },
  'making.save': {
    aim: () => [
      '/api/company/making',
      { stages: [], startsAfter: 'nothing', weeklyCapacity: null, closed: [], version: 1 },
    ],
    may: admins,
    success: 200,
    foreign: 200,
  },
  'making.move': {
    aim: ({ orderId }) => [`/api/orders/${orderId}/stage`, { stageId: null }],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'proposals.terms': { aim: () => ['/api/company/terms'], may: roles, success: 200, foreign: 200 },
  'proposals.saveTerms': {
    aim: () => ['/api/company/terms', { text: 'Made to order.' }],
    may: admins,
    success: 200,
    foreign: 200,
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
  'orders.addEntry': {
    aim: ({ orderId }) => [
      `/api/orders/${orderId}/entries`,
      { kind: 'payment', amount: '10.00', method: 'cash' },
    ],
    may: staff,
    success: 201,
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
  'orders.due': { aim: () => ['/api/orders/due?money=due'], may: roles, success: 200, foreign: 200 },
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
  'orders.statement': {
    aim: ({ orderId }) => [`/api/orders/${orderId}/statement.pdf`],
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
}
