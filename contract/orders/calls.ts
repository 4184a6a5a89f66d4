import { z } from 'zod'
import { activityEntry } from '../activity/schema.ts'
import { byId, csv, endpoint, id, page, words } from '../endpoint.ts'
import { attachmentLimits, orderStatuses } from './rules.ts'
import {
  attachment,
  attachmentForm,
  commentInput,
  createdOrder,
  discountChoice,
  discountedOrder,
  eventOrders,
  order,
  orderAtStore,
  orderChange,
  orderForm,
  orderSummary,
  ordersVersion,
  pushedOrder,
  savedFilter,
  savedFilterInput,
  statusChange,
} from './schema.ts'

const orderAttachments = { megabytes: attachmentLimits.megabytes, most: attachmentLimits.filesPerRequest }

/**
 * Which of the company's orders, and in which order; the oldest first unless told (docs/product.md, The orders list).
 */
const whichOrders = z.strictObject({
  q: words.optional(),
  status: z.enum(orderStatuses).optional(),
  /** An event's id, or `none` for orders taken at no event. */
  event: z.union([z.literal('none'), id]).optional(),
  customerId: id.optional(),
  bookingId: id.optional(),
  sort: z.enum(['oldest', 'newest']).optional(),
  /** Numbers of chosen orders, with commas between. */
  ids: z.preprocess(
    (ids) => (typeof ids === 'string' ? ids.split(',') : ids),
    z.array(id).max(200).optional(),
  ),
})

/** Orders, what happens to them, and their files. */
export const orderCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/orders',
    access: 'orders.see',
    query: page.extend(whichOrders.shape),
    output: z.array(orderSummary),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/orders.csv',
    access: 'orders.see',
    query: whichOrders,
    output: csv,
  }),
  /** The same orders whole, at most 200, for printing. */
  details: endpoint({
    method: 'GET',
    path: '/api/orders/details',
    access: 'orders.see',
    query: whichOrders,
    output: z.array(order),
  }),
  /** What staff screens ask every few seconds to know whether their lists are still true. */
  version: endpoint({
    method: 'GET',
    path: '/api/orders/version',
    access: 'orders.see',
    output: ordersVersion,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/orders/:id',
    access: 'orders.see',
    params: byId,
    output: order,
  }),
  /** `Idempotency-Key` makes a repeat answer the first result (docs/product.md, Repeated calls). */
  create: endpoint({
    method: 'POST',
    path: '/api/orders',
    access: 'orders.edit',
    body: orderForm,
    attachments: { fields: ['templateAttachment', 'orderAttachment'], ...orderAttachments },
    output: createdOrder,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/orders/:id',
    access: 'orders.edit',
    params: byId,
    body: orderChange,
    attachments: { fields: ['files'], ...orderAttachments },
    output: order,
  }),
  remove: endpoint({ method: 'DELETE', path: '/api/orders/:id', access: 'orders.delete', params: byId }),
  /** Null drops the code the order carries. */
  applyDiscount: endpoint({
    method: 'PATCH',
    path: '/api/orders/:id/discount',
    access: 'discounts.apply',
    params: byId,
    body: discountChoice,
    output: discountedOrder,
  }),
  changeStatus: endpoint({
    method: 'PATCH',
    path: '/api/orders/:id/status',
    access: 'orders.edit',
    params: byId,
    body: statusChange,
    output: order,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/orders/:id/cancel',
    access: 'orders.edit',
    params: byId,
    output: order,
  }),
  /** To the store: made there once, brought up to date after that (docs/product.md, Orders in Shopify). */
  push: endpoint({
    method: 'POST',
    path: '/api/orders/:id/push-to-shopify',
    access: 'shopify.push',
    params: byId,
    output: pushedOrder,
    mayGoOn: true,
  }),
  /** Creates a new order in Shopify and cancels the old one. */
  recreate: endpoint({
    method: 'POST',
    path: '/api/orders/:id/cancel-and-recreate-shopify',
    access: 'shopify.push',
    params: byId,
    output: pushedOrder,
    mayGoOn: true,
  }),
  atStore: endpoint({
    method: 'GET',
    path: '/api/orders/:id/shopify',
    access: 'orders.see',
    params: byId,
    output: orderAtStore,
  }),
  /** Every change of it, the newest first: who, and from what to what. */
  timeline: endpoint({
    method: 'GET',
    path: '/api/orders/:id/timeline',
    access: 'orders.see',
    params: byId,
    query: page,
    output: z.array(activityEntry),
  }),
  comment: endpoint({
    method: 'POST',
    path: '/api/orders/:id/comments',
    access: 'orders.edit',
    params: byId,
    body: commentInput,
    status: 201,
    output: activityEntry,
  }),
  /** How many orders an event has brought, and their sum. */
  ofEvent: endpoint({
    method: 'GET',
    path: '/api/events/:id/orders',
    access: 'orders.see',
    params: byId,
    output: eventOrders,
  }),
} as const

export const attachmentCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/orders/:id/attachments',
    access: 'orders.see',
    params: byId,
    output: z.array(attachment),
  }),
  /** The form has `file`, `orderId` and `fieldId`. */
  add: endpoint({
    method: 'POST',
    path: '/api/attachments',
    access: 'orders.edit',
    body: attachmentForm,
    attachments: { fields: ['file'], ...orderAttachments, most: 1 },
    output: attachment,
    status: 201,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/orders/:id/attachments/:attachmentId',
    access: 'orders.edit',
    params: z.strictObject({ id, attachmentId: id }),
  }),
} as const

/** Filters of the orders list, each its maker's own. */
export const savedFilterCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/order-filters',
    access: 'orders.see',
    output: z.array(savedFilter),
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/order-filters',
    access: 'orders.see',
    body: savedFilterInput,
    output: savedFilter,
    status: 201,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/order-filters/:id',
    access: 'orders.see',
    params: byId,
  }),
} as const
