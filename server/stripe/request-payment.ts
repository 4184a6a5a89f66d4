import { AppError, assertAllowed, fieldError } from '@trunkshow/contract/errors.ts'
import { centsToDecimal, formatMoney } from '@trunkshow/contract/money.ts'
import { orderName } from '@trunkshow/contract/orders/rules.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { stripeMessages as text } from '@trunkshow/contract/stripe/messages.ts'
import { amountToPay, type PayPurpose } from '@trunkshow/contract/stripe/rules.ts'
import type { LinkInput } from '@trunkshow/contract/stripe/schema.ts'
import { eq, sql } from 'drizzle-orm'
import type { Context, StaffContext, TenantContext } from '../context.ts'
import { lockOrder, recordOrder, type StoredOrder } from '../orders/change/record-order.ts'
import { companies } from '../platform/db/schema/company.ts'
import { paymentRequests } from '../platform/db/schema/stripe.ts'
import { own } from '../platform/db/statement.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { consumePoint, networkOf, rateLimits } from '../platform/http/guards/rate-limits.ts'
import { linkTo, signId } from '../platform/http/tokens.ts'
import { inMailTransaction, mailboxOf, queueEmail } from '../platform/mail/outbox.ts'
import { callStripe, refusalOf, StripeFailure } from './call-stripe.ts'
import { endOpen } from './end-payments.ts'
import {
  findAccount,
  findRequest,
  markOf,
  payableOf,
  type RequestRow,
  reasonAgainstPaying,
  reasonOnTheWay,
  type StripeContext,
} from './queries.ts'

interface Wish {
  purpose: PayPurpose
  /** Cents, for another amount. */
  amount?: number | undefined
}

/** How long a session lasts: Stripe ends one after 24 hours, and forgets an idempotency key no earlier. */
const SESSION_HOURS = 23
/** Stripe takes no session that ends within half an hour. */
const REUSED_UNTIL = sql`now() + interval '40 minutes'`

/**
 * Returns the open payment of a locked order for what is wished, the one that is there if it is the same.
 *
 * @throws AppError conflict if nothing can be paid, invalid at the amount
 */
async function openRequest(
  ctx: StripeContext & TenantContext,
  order: StoredOrder,
  wish: Wish,
  userId: number | null,
): Promise<RequestRow> {
  const { companyId } = ctx.actor
  const account = await findAccount(ctx, companyId)
  assertAllowed(reasonAgainstPaying(order, account) ?? (await reasonOnTheWay(ctx, order)))
  const cents = amountToPay(payableOf(order, account), wish.purpose, wish.amount)
  if (typeof cents === 'string')
    throw wish.purpose === 'amount' ? fieldError('invalid', 'amount', cents) : new AppError('conflict', cents)
  const mark = markOf(order)
  const recipient = mailboxOf(ctx.config, order.customerEmail)
  const same = sql`order_id = ${order.id} AND state = 'open' AND purpose = ${wish.purpose} AND cents = ${cents}
    AND mark = ${mark} AND recipient = ${recipient} AND (expires_at IS NULL OR expires_at > ${REUSED_UNTIL})`
  const open = await findRequest(ctx, same)
  if (open) return open
  await endOpen(ctx, { orderId: order.id })
  const [made] = await ctx.db
    .insert(paymentRequests)
    .values({ companyId, orderId: order.id, userId, purpose: wish.purpose, cents, mark, recipient })
    .returning()
  return made!
}

/**
 * Makes the link to pay an order, and emails it if asked. Opening it changes nothing.
 *
 * @throws AppError not_found; conflict if nothing can be paid; invalid at the amount; too_many
 */
export async function makePaymentLink(ctx: StaffContext, orderId: number, { email, ...wish }: LinkInput) {
  const { companyId, userId } = ctx.actor
  await consumePoint(ctx, rateLimits.paymentLinksOfCompany, companyId, text.busy)
  return inMailTransaction(ctx, async (ctx) => {
    const order = await lockOrder(ctx, orderId)
    const request = await openRequest(ctx, order, wish, userId)
    const amount = centsToDecimal(request.cents)
    if (email) {
      await queueEmail(ctx, { companyId, orderId, emailType: 'payment_request', sequence: request.id })
      await recordOrder(ctx, 'order.asked', order, [{ field: 'Amount', from: null, to: formatMoney(amount) }])
    }
    return { link: linkOf(ctx, request), amount }
  })
}

export const linkOf = ({ config }: StripeContext, { publicId }: RequestRow) => linkTo(config, 'pay', publicId)

/**
 * Begins a payment of an order for the one who has its link: stores it, then makes its Checkout Session, or reuses the one that is open.
 *
 * @returns the address to pay at
 * @throws AppError not_found; conflict if nothing can be paid, invalid at the amount; too_many; unavailable
 */
export async function startPayment(
  ctx: Context,
  { companyId, orderId }: Pick<RequestRow, 'companyId' | 'orderId'>,
  wish: Wish,
): Promise<string> {
  await consumePoint(ctx, rateLimits.paymentsOfNetwork, networkOf(ctx.config, ctx.address), text.busy)
  const tenant = { ...ctx, actor: { companyId } }
  const { request, order, company } = await inTransaction(tenant, async (ctx) => {
    const order = await lockOrder(ctx, orderId)
    const open = await openRequest(ctx, order, wish, null)
    const [request] = await ctx.db
      .update(paymentRequests)
      .set({
        expiresAt: sql`coalesce(expires_at, date_trunc('second', now()) + ${SESSION_HOURS} * interval '1 hour')`,
      })
      .where(own(ctx, paymentRequests, { id: open.id }))
      .returning()
    const [company] = await ctx.db.select().from(companies).where(eq(companies.id, companyId))
    return { request: request!, order, company: company!.companyName ?? 'Trunkshow' }
  })
  if (request.url) return request.url
  return makeSession(tenant, request, order, company)
}

const purposeWords = { deposit: 'deposit', balance: 'balance', amount: 'payment', refund: '' } as const

async function makeSession(
  ctx: StripeContext & TenantContext,
  request: RequestRow,
  order: StoredOrder,
  company: string,
): Promise<string> {
  const { companyId } = ctx.actor
  const { publicId, cents, purpose, expiresAt } = request
  const metadata = { request: publicId, order: orderName(order) }
  const name = `${company} · ${orderName(order)}, ${purposeWords[purpose]}`.slice(0, 250)
  const session = await callStripe(ctx, companyId, (stripe) =>
    stripe.checkout.sessions.create(
      {
        mode: 'payment',
        client_reference_id: publicId,
        customer_email: order.customerEmail,
        line_items: [
          { quantity: 1, price_data: { currency: 'usd', unit_amount: cents, product_data: { name } } },
        ],
        metadata,
        payment_intent_data: { metadata, description: name },
        expires_at: Math.floor(expiresAt!.getTime() / 1000),
        success_url: `${ctx.config.publicUrl}${paths.paid(signId(ctx.config, 'pay', publicId))}`,
        cancel_url: linkOf(ctx, request),
      },
      { idempotencyKey: publicId },
    ),
  ).catch(async (error) => {
    // Such as an email that changed since an earlier try: the next one has a key of its own.
    if (error instanceof StripeFailure && error.kind === 'refused') await endOpen(ctx, { orderId: order.id })
    throw refusalOf(error)
  })
  const [kept] = await ctx.db
    .update(paymentRequests)
    // Ended in between, since the order changed: the session is ended too.
    .set({
      sessionId: session.id,
      url: sql`CASE WHEN state = 'open' THEN ${session.url} END`,
      closes: sql`state = 'expired'`,
    })
    .where(own(ctx, paymentRequests, { id: request.id }))
    .returning()
  if (!kept?.url) throw new AppError('conflict', text.changed)
  return kept.url
}
