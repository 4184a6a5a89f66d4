import { z } from 'zod'
import { activityEntry } from '../activity/schema.ts'
import { byId, csv, endpoint, id, page } from '../endpoint.ts'
import { attachmentLimits } from './rules.ts'
import {
  attachment,
  attachmentForm,
  commentInput,
  createdOrder,
  discountChoice,
  discountedOrder,
  eventOrders,
  listedOrder,
  order,
  orderChange,
  orderForm,
  orderInShopify,
  ordersVersion,
  pushedOrder,
  savedFilter,
  savedFilterInput,
  statusChange,
} from './schema.ts'
import { whichOrders } from './screens.ts'

const orderAttachments = { megabytes: attachmentLimits.megabytes, maxFiles: attachmentLimits.filesPerRequest }

/** Orders, their status changes and their files. */
export const orderCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/orders',
    access: 'orders.see',
    /** Screens ask for a `summary`, less than a third of the weight. */
    query: page.extend(whichOrders.shape).extend({ fields: z.literal('summary').optional() }),
    output: z.array(listedOrder),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/orders.csv',
    access: 'orders.see',
    query: whichOrders,
    output: csv,
  }),
  /** The same orders with all details, at most 200, for printing. */
  details: endpoint({
    method: 'GET',
    path: '/api/orders/details',
    access: 'orders.see',
    query: whichOrders,
    output: z.array(order),
  }),
  /** Polled by staff screens to see whether their lists are still up to date. */
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
  /** A repeat with the same `Idempotency-Key` returns the first result (docs/product.md, Repeated calls). */
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
  /** Null removes the order's code. */
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
  /** Creates the order in Shopify once, then updates it (docs/product.md, Orders in Shopify). */
  push: endpoint({
    method: 'POST',
    path: '/api/orders/:id/push-to-shopify',
    access: 'shopify.push',
    params: byId,
    output: pushedOrder,
    mayReturnAccepted: true,
  }),
  /** Creates a new order in Shopify and cancels the old one. */
  recreate: endpoint({
    method: 'POST',
    path: '/api/orders/:id/cancel-and-recreate-shopify',
    access: 'shopify.push',
    params: byId,
    output: pushedOrder,
    mayReturnAccepted: true,
  }),
  atStore: endpoint({
    method: 'GET',
    path: '/api/orders/:id/shopify',
    access: 'orders.see',
    params: byId,
    output: orderInShopify,
  }),
  /** Every change to the order, newest first: who made it, and the values before and after. */
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
  /** An event's number of orders and their total. */
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
  /** A multipart form with `file`, `orderId` and `fieldId`. */
  add: endpoint({
    method: 'POST',
    path: '/api/attachments',
    access: 'orders.edit',
    body: attachmentForm,
    attachments: { fields: ['file'], ...orderAttachments, maxFiles: 1 },
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

/** Saved filters of the orders list, private to each user. */
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
