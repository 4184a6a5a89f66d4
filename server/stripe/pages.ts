import { AppError, fieldError } from '@trunkshow/contract/errors.ts'
import { centsToDecimal, formatMoney, moneyMessages, parseCents } from '@trunkshow/contract/money.ts'
import { orderName } from '@trunkshow/contract/orders/rules.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { stripeMessages as text } from '@trunkshow/contract/stripe/messages.ts'
import { amountToPay, payPurposes, purposesOf } from '@trunkshow/contract/stripe/rules.ts'
import type { PayPage } from '@trunkshow/contract/visitor-page.ts'
import { accountOf, pay, readPracticeSession } from '@trunkshow/practice-store/stripe-account.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { findBrand } from '../company/queries.ts'
import { parseForm } from '../platform/http/errors.ts'
import { extendPolicy } from '../platform/http/pages/content-security-policy.ts'
import { sendPage } from '../platform/http/pages/visitor-pages.ts'
import type { ByToken } from '../platform/http/tokens.ts'
import { practiceAccounts } from './practice-origin.ts'
import { findAccount, findLinked, payableOf, reasonAgainstPaying, reasonOnTheWay } from './queries.ts'
import { startPayment } from './request-payment.ts'

/** Where a form on our pages may lead; an account with a page at its own domain gets a link. */
const CHECKOUT = 'https://checkout.stripe.com'

const money = (cents: number) => formatMoney(centsToDecimal(cents))

/** An address of this site without its origin, which may have another name in this browser. */
const withinSite = ({ ctx: { config } }: Pick<FastifyRequest, 'ctx'>, url: string) =>
  url.startsWith(`${config.publicUrl}/`) ? url.slice(config.publicUrl.length) : url

async function sendPayPage(
  request: FastifyRequest<ByToken>,
  reply: FastifyReply,
  outcome: Partial<PayPage> = {},
  status = 200,
) {
  const { ctx, params } = request
  const { request: linked, order } = await findLinked(ctx, params.token)
  const brand = await findBrand(ctx, order.companyId)
  const account = await findAccount(ctx, order.companyId)
  const payable = payableOf(order, account)
  const reason =
    reasonAgainstPaying(order, account) ?? (await reasonOnTheWay({ ...ctx, actor: order }, order))
  const isForUs = reason === text.notConnected || reason === text.mustReconnect
  const purposes = purposesOf(payable)
  const asked = purposes.find((purpose) => purpose === linked.purpose)
  const page: PayPage = {
    page: 'pay',
    token: params.token,
    company: brand?.name ?? 'your host',
    order: orderName(order),
    items: order.items,
    total: money(order.totalCents),
    received: order.receivedCents > 0 ? money(order.receivedCents) : '',
    due: payable.dueCents > 0 ? money(payable.dueCents) : '',
    choices: (asked ? [asked, ...purposes.filter((purpose) => purpose !== asked)] : purposes).map(
      (purpose) => ({
        purpose,
        amount: purpose === 'amount' ? '' : money(Number(amountToPay(payable, purpose))),
      }),
    ),
    ...(linked.purpose === 'amount' && { typed: centsToDecimal(linked.cents) }),
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
    const url = await startPayment(ctx, params.token, { purpose, amount })
    const target = withinSite(request, url)
    const isAllowed = target.startsWith('/') || target.startsWith(`${CHECKOUT}/`)
    return isAllowed ? reply.redirect(target, 303) : sendPayPage(request, reply, { payAt: url })
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
  if (method === 'POST') return reply.redirect(withinSite(request, String(found.success_url)), 303)
  const { order = '' } = found.metadata as { order?: string }
  const back = found.status === 'open' ? String(found.cancel_url) : ''
  const amount = money(Number(found.amount_total))
  return sendPage(request, reply, { page: 'practice-pay', amount, name: order, back })
}

export function stripePages(app: FastifyInstance) {
  app.get<ByToken>(paths.pay(':token'), async (request, reply) => sendPayPage(request, reply))
  app.post<ByToken>(paths.pay(':token'), postPay)
  app.get<ByToken>(paths.paid(':token'), async (request, reply) => {
    const { request: came } = await findLinked(request.ctx, request.params.token)
    return sendPayPage(request, reply, { came: { amount: money(came.cents), state: came.state } })
  })
  for (const method of ['GET', 'POST'] as const)
    app.route<BySession>({ method, url: paths.practicePay(':session'), handler: practicePage })
}
