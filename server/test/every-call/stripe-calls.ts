import { roles } from '@trunkshow/contract/permissions.ts'
import { admins, type Row, staff, stripe } from './world.ts'

/** The company's Stripe, and payments of orders by link. */
export const stripeCalls: Record<string, Row> = {
  'stripe.account': { aim: () => ['/api/stripe/account'], may: roles, success: 200, foreign: 200 },
  'stripe.connect': {
    aim: () => {
      const { apiKey, webhookSecret } = stripe.open()
      return ['/api/stripe/account', { apiKey, webhookSecret }]
    },
    may: admins,
    success: 200,
    foreign: 409,
  },
  // None is connected.
  'stripe.settings': {
    aim: () => ['/api/stripe/account', { minimum: '20' }],
    may: admins,
    success: 409,
    foreign: 409,
  },
  'stripe.disconnect': { aim: () => ['/api/stripe/account'], may: admins, success: 409, foreign: 409 },
  'stripe.practice': { aim: () => ['/api/stripe/practice'], may: admins, success: 200, foreign: 409 },
  // Only for callers with the webhook's secret.
  'stripe.webhook': {
    aim: ({ owner }) => [stripe.webhookOf(owner), { id: 'evt_1', type: 'refund.created' }],
    may: 'all',
    success: 400,
    foreign: 400,
  },
  'payments.ofOrder': {
    aim: ({ orderId }) => [`/api/orders/${orderId}/payments`],
    may: roles,
    success: 200,
    foreign: 404,
  },
  'payments.link': {
    aim: ({ orderId }) => [`/api/orders/${orderId}/payment-link`, { purpose: 'balance' }],
    may: staff,
    success: 409,
    foreign: 404,
  },
  'payments.refund': {
    aim: ({ orderId }) => [`/api/orders/${orderId}/payments/1/refund`, { amount: '1' }],
    may: admins,
    success: 404,
    foreign: 404,
  },
}
