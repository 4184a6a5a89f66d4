import { z } from 'zod'
import { create, del, get, patch, post, put } from '../endpoint.ts'
import {
  connectInput,
  linkInput,
  orderPayments,
  paymentLink,
  paymentSettings,
  refundInput,
  stripeAccount,
} from './schema.ts'

/** The company's Stripe account. */
export const stripeCalls = {
  account: get('/api/stripe/account', 'orders.see', { output: stripeAccount }),
  connect: put('/api/stripe/account', 'stripe.manage', { body: connectInput, output: stripeAccount }),
  settings: patch('/api/stripe/account', 'stripe.manage', { body: paymentSettings, output: stripeAccount }),
  /** Closes open payments in Stripe, then deletes the key and the secret. */
  disconnect: del('/api/stripe/account', 'stripe.manage', { output: stripeAccount }),
  /** Connects a practice Stripe of this server, to try everything without an account. */
  practice: post('/api/stripe/practice', 'stripe.manage', { output: stripeAccount }),
  /** Events, signed with the company's own webhook secret (docs/stripe.md). */
  webhook: post('/api/stripe/webhook/:token', 'public', {
    body: z.string(),
    rawBody: true,
    bodyMegabytes: 1,
    output: z.object({}),
  }),
} as const

/** Payments of orders by link. */
export const paymentCalls = {
  ofOrder: get('/api/orders/:id/payments', 'orders.see', { output: orderPayments }),
  /** Makes the link to pay an order, or returns the one that is open, and emails it if asked. */
  link: create('/api/orders/:id/payment-link', 'money.record', { body: linkInput, output: paymentLink }),
  refund: create('/api/orders/:id/payments/:paymentId/refund', 'money.refund', {
    body: refundInput,
    output: orderPayments,
  }),
} as const
