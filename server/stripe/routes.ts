import { api } from '@trunkshow/contract/api.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { stripeMessages } from '@trunkshow/contract/stripe/messages.ts'
import type { FastifyInstance } from 'fastify'
import { route } from '../platform/http/route.ts'
import {
  connectPracticeStripe,
  connectStripe,
  disconnectStripe,
  savePaymentSettings,
} from './connect-stripe.ts'
import { companyOfWebhook, getAccount, getPayments } from './queries.ts'
import { receiveEvent } from './receive-event.ts'
import { refundPayment } from './refund-payment.ts'
import { makePaymentLink } from './request-payment.ts'

export function stripeRoutes(app: FastifyInstance) {
  const { stripe, payments } = api
  route(app, stripe.account, async (ctx) => getAccount(ctx))
  route(app, stripe.connect, async (ctx, { body }) => connectStripe(ctx, body))
  route(app, stripe.settings, async (ctx, { body }) => savePaymentSettings(ctx, body))
  route(app, stripe.disconnect, async (ctx) => disconnectStripe(ctx))
  route(app, stripe.practice, async (ctx) => connectPracticeStripe(ctx))
  route(app, stripe.webhook, async (ctx, { params, body, request }) => {
    const companyId = companyOfWebhook(ctx.config, params.token)
    if (!companyId) throw new AppError('invalid', stripeMessages.webhookForged)
    await receiveEvent(ctx, companyId, body, String(request.headers['stripe-signature'] ?? ''))
    return {}
  })
  route(app, payments.ofOrder, async (ctx, { params }) => getPayments(ctx, params.id))
  route(app, payments.link, async (ctx, { params, body }) => makePaymentLink(ctx, params.id, body))
  route(app, payments.refund, async (ctx, { params, body }) =>
    refundPayment(ctx, params.id, params.paymentId, body.amount),
  )
}
