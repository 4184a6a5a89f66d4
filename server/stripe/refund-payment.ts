import { AppError, fieldError } from '@trunkshow/contract/errors.ts'
import { centsToDecimal, formatMoney } from '@trunkshow/contract/money.ts'
import { stripeMessages as text } from '@trunkshow/contract/stripe/messages.ts'
import { eq } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import type { StaffContext, TenantContext } from '../context.ts'
import { lockOrder } from '../orders/change/record-order.ts'
import { paymentRequests } from '../platform/db/schema/stripe.ts'
import { own } from '../platform/db/statement.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { callStripe, refusalOf, StripeFailure } from './call-stripe.ts'
import { findRequest, getPayments, listRequests, type RequestRow, type StripeContext } from './queries.ts'
import { applyRefund } from './receive-event.ts'

/**
 * Gives back a payment or a part of it: the row first, then Stripe. The entry follows when Stripe says that it is done.
 *
 * @throws AppError not_found; invalid at the amount; conflict if Stripe refuses; unavailable if it can't be reached, then it
 *   is tried again
 */
export async function refundPayment(ctx: StaffContext, orderId: number, paymentId: number, cents: number) {
  const { companyId, userId } = ctx.actor
  const refund = await inTransaction(ctx, async (ctx) => {
    await lockOrder(ctx, orderId)
    const payment = (await listRequests(ctx, orderId)).find(({ id }) => id === paymentId)
    if (!payment) throw new AppError('not_found', text.paymentNotFound)
    if (cents === 0 || cents > payment.refundable)
      throw fieldError(
        'invalid',
        'amount',
        text.refundTooLarge(formatMoney(centsToDecimal(payment.refundable))),
      )
    const asked = { companyId, orderId, userId, purpose: 'refund', cents, refunds: paymentId } as const
    const [made] = await ctx.db.insert(paymentRequests).values(asked).returning()
    return made!
  })
  try {
    await finishRefund(ctx, refund)
  } catch (error) {
    if (!(error instanceof StripeFailure) || error.kind !== 'unknown') throw refusalOf(error)
    throw new AppError('unavailable', text.refundOnItsWay)
  }
  return getPayments(ctx, orderId)
}

/** Sends a refund, or finds the one that an earlier try made. A refusal ends it. @throws StripeFailure */
export async function finishRefund(ctx: StripeContext & TenantContext, refund: RequestRow): Promise<void> {
  const payment = await findRequest(ctx, eq(paymentRequests.id, refund.refunds!))
  const payment_intent = payment!.paymentId!
  try {
    const call = <T>(run: (stripe: Stripe) => Promise<T>) => callStripe(ctx, ctx.actor.companyId, run)
    const earlier = await call((stripe) => stripe.refunds.list({ payment_intent, limit: 100 }))
    const made =
      earlier.data.find(({ metadata }) => metadata?.request === refund.publicId) ??
      (await call((stripe) =>
        stripe.refunds.create(
          { payment_intent, amount: refund.cents, metadata: { request: refund.publicId } },
          { idempotencyKey: refund.publicId },
        ),
      ))
    await applyRefund(ctx, { ...made, payment_intent })
  } catch (error) {
    if (error instanceof StripeFailure && error.kind !== 'unknown')
      await ctx.db
        .update(paymentRequests)
        .set({ state: 'failed', problem: error.message })
        .where(own(ctx, paymentRequests, { id: refund.id, state: 'open' }))
    throw error
  }
}
