import { AppError, fieldError } from '@trunkshow/contract/errors.ts'
import { centsToDecimal, moneyMessages, parseCents } from '@trunkshow/contract/money.ts'
import { orderName } from '@trunkshow/contract/orders/rules.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { stripeMessages as text } from '@trunkshow/contract/stripe/messages.ts'
import { payPurposes } from '@trunkshow/contract/stripe/rules.ts'
import type { PayPage } from '@trunkshow/contract/visitor-page.ts'
import { accountOf, pay, readPracticeSession } from '@trunkshow/practice-store/stripe-account.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { findBrand } from '../company/queries.ts'
import { findLinked } from '../orders/queries.ts'
import { parseForm } from '../platform/http/errors.ts'
import { extendPolicy } from '../platform/http/pages/content-security-policy.ts'
import { sendPage } from '../platform/http/pages/visitor-pages.ts'
import type { ByToken } from '../platform/http/tokens.ts'
import { CHECKOUT, money, payOptions, payTarget, withinSite } from './pay-options.ts'
import { practiceAccounts } from './practice-origin.ts'
import { startPayment } from './request-payment.ts'

async function sendPayPage(
  request: FastifyRequest<ByToken>,
  reply: FastifyReply,
  outcome: Partial<PayPage> = {},
  status = 200,
) {
  const { ctx, params } = request
  const { named, order } = await findLinked(ctx, 'pay', params.token)
  const brand = await findBrand(ctx, order.companyId)
  const { received, due, choices, reason, isForUs } = await payOptions(ctx, order)
  const asked = choices.find(({ purpose }) => purpose === named.purpose)
  const page: PayPage = {
    page: 'pay',
    token: params.token,
    company: brand?.name ?? 'your host',
    order: orderName(order),
    items: order.items,
    total: money(order.totalCents),
    received,
    due,
    choices: asked ? [asked, ...choices.filter((choice) => choice !== asked)] : choices,
    ...(named.purpose === 'amount' && { typed: centsToDecimal(named.cents) }),
    ...(reason && {
      reason: isForUs ? 'Online payment is not available right now. Please ask your host.' : reason,
    }),
    ...outcome,
  }
  extendPolicy(reply, 'form-action', [CHECKOUT])
  return sendPage(request, reply, page, status, brand)
}

/** What the form sends. The server decides what an amount may be. */
const payForm = z.object({ purpose: z.enum(payPurposes), amount: z.string().max(50).optional() })

async function postPay(request: FastifyRequest<ByToken>, reply: FastifyReply) {
  const { ctx, params } = request
  const { purpose, amount: typed } = parseForm(payForm, request.body)
  try {
    const amount = purpose === 'amount' ? parseCents(typed ?? '') : undefined
    if (amount === null) throw fieldError('invalid', 'amount', moneyMessages.invalid)
    const { named } = await findLinked(ctx, 'pay', params.token)
    const url = await startPayment(ctx, named, { purpose, amount })
    const target = payTarget(request.ctx, url)
    return target ? reply.redirect(target, 303) : sendPayPage(request, reply, { payAt: url })
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'not_found') throw error
    return sendPayPage(request, reply, { refused: error.body, ...(typed && { typed }) }, error.status)
  }
}

interface BySession {
  Params: { session: string }
}

/** The page of a practice payment, which stands for Stripe's; pressing Pay sends the event and leads back. */
async function practicePage(request: FastifyRequest<BySession>, reply: FastifyReply) {
  const { ctx, params, method } = request
  const { session } = params
  const act = method === 'POST' ? pay : readPracticeSession
  const found = await practiceAccounts(ctx)(accountOf(session), (account) =>
    structuredClone(act(account, session)),
  )
  if (!found) throw new AppError('not_found', text.paymentNotFound)
  if (method === 'POST') return reply.redirect(withinSite(request.ctx, String(found.success_url)), 303)
  const { order = '' } = found.metadata as { order?: string }
  const back = found.status === 'open' ? String(found.cancel_url) : ''
  const amount = money(Number(found.amount_total))
  return sendPage(request, reply, { page: 'practice-pay', amount, name: order, back })
}

export function stripePages(app: FastifyInstance) {
  app.get<ByToken>(paths.pay(':token'), async (request, reply) => sendPayPage(request, reply))
  app.post<ByToken>(paths.pay(':token'), postPay)
  app.get<ByToken>(paths.paid(':token'), async (request, reply) => {
    const { named: came } = await findLinked(request.ctx, 'pay', request.params.token)
    return sendPayPage(request, reply, { came: { amount: money(came.cents), state: came.state } })
  })
  for (const method of ['GET', 'POST'] as const)
    app.route<BySession>({ method, url: paths.practicePay(':session'), handler: practicePage })
}
