import { z } from 'zod'
import { activityEntry } from '../activity/schema.ts'
import { create, csv, del, get, paged, patch, post, put } from '../endpoint.ts'
import { cancelInput, entryInput } from '../payments/schema.ts'
import { attachmentLimits } from './rules.ts'
import {
  attachment,
  attachmentForm,
  commentInput,
  createdOrder,
  discountChoice,
  discountedOrder,
  dueOrders,
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
const fields = { fields: z.literal('summary').optional() }

/** Orders, their status changes and their files. */
export const orderCalls = {
  /** Screens ask for a `summary`, less than a third of the weight. */
  list: get('/api/orders', 'orders.see', paged(whichOrders.extend(fields), listedOrder)),
  export: get('/api/orders.csv', 'orders.see', { query: whichOrders, output: csv }),
  /** What these orders owe together. */
  due: get('/api/orders/due', 'orders.see', { query: whichOrders, output: dueOrders }),
  /** The same orders with all details, at most 200, for printing. */
  details: get('/api/orders/details', 'orders.see', { query: whichOrders, output: z.array(order) }),
  /** Polled by staff screens to see whether their lists are still up to date. */
  version: get('/api/orders/version', 'orders.see', { output: ordersVersion }),
  get: get('/api/orders/:id', 'orders.see', { output: order }),
  /** A PDF: what the order costs, and its payments so far. */
  statement: get('/api/orders/:id/statement.pdf', 'orders.see', { output: z.string() }),
  /** A repeat with the same `Idempotency-Key` returns the first result (docs/product.md, Repeated calls). */
  create: create('/api/orders', 'orders.edit', {
    body: orderForm,
    attachments: { fields: ['templateAttachment', 'orderAttachment'], ...orderAttachments },
    output: createdOrder,
  }),
  update: put('/api/orders/:id', 'orders.edit', {
    body: orderChange,
    attachments: { fields: ['files'], ...orderAttachments },
    output: order,
  }),
  remove: del('/api/orders/:id', 'orders.delete'),
  /** Null removes the order's code. */
  applyDiscount: patch('/api/orders/:id/discount', 'discounts.apply', {
    body: discountChoice,
    output: discountedOrder,
  }),
  changeStatus: patch('/api/orders/:id/status', 'orders.edit', { body: statusChange, output: order }),
  cancel: post('/api/orders/:id/cancel', 'orders.edit', { body: cancelInput.nullish(), output: order }),
  /**
   * Records a payment, a refund, which needs `money.refund`, or a correction. A repeat with the same `Idempotency-Key`
   * records nothing.
   */
  addEntry: create('/api/orders/:id/entries', ['money.record', 'money.refund'], {
    body: entryInput,
    output: order,
  }),
  /** Creates the order in Shopify once, then updates it (docs/product.md, Orders in Shopify). */
  push: post('/api/orders/:id/push-to-shopify', 'shopify.push', {
    output: pushedOrder,
    mayReturnAccepted: true,
  }),
  /** Creates a new order in Shopify and cancels the old one. */
  recreate: post('/api/orders/:id/cancel-and-recreate-shopify', 'shopify.push', {
    output: pushedOrder,
    mayReturnAccepted: true,
  }),
  atStore: get('/api/orders/:id/shopify', 'orders.see', { output: orderInShopify }),
  /** Every change to the order, newest first: who made it, and the values before and after. */
  timeline: get('/api/orders/:id/timeline', 'orders.see', paged(z.object({}), activityEntry)),
  comment: create('/api/orders/:id/comments', 'orders.edit', { body: commentInput, output: activityEntry }),
  /** An event's number of orders and their total. */
  ofEvent: get('/api/events/:id/orders', 'orders.see', { output: eventOrders }),
} as const

export const attachmentCalls = {
  list: get('/api/orders/:id/attachments', 'orders.see', { output: z.array(attachment) }),
  /** A multipart form with `file`, `orderId` and `fieldId`. */
  add: create('/api/attachments', 'orders.edit', {
    body: attachmentForm,
    attachments: { fields: ['file'], ...orderAttachments, maxFiles: 1 },
    output: attachment,
  }),
  remove: del('/api/orders/:id/attachments/:attachmentId', 'orders.edit'),
} as const

/** Saved filters of the orders list, private to each user. */
export const savedFilterCalls = {
  list: get('/api/order-filters', 'orders.see', { output: z.array(savedFilter) }),
  save: create('/api/order-filters', 'orders.see', { body: savedFilterInput, output: savedFilter }),
  remove: del('/api/order-filters/:id', 'orders.see'),
} as const
