import type { EmailType } from '@trunkshow/contract/emails/rules.ts'
import { centsToDecimal, formatMoney } from '@trunkshow/contract/money.ts'
import { orderName } from '@trunkshow/contract/orders/rules.ts'
import { eq } from 'drizzle-orm'
import { getBrand } from '../company/queries.ts'
import { orders } from '../platform/db/schema/orders.ts'
import { paymentRequests } from '../platform/db/schema/stripe.ts'
import type { EmailWriter } from '../platform/mail/drain-outbox.ts'
import { greet, withoutLinks } from '../platform/mail/guest-names.ts'
import { guestCap } from '../platform/mail/limits.ts'
import { linkOf } from './request-payment.ts'

/** Writes the link to pay an order, unless what it asks for has changed since. */
const paymentRequest: EmailWriter = async (ctx, { companyId, orderId, sequence, isPreview }) => {
  const [found] = await ctx.db
    .select({ request: paymentRequests, order: orders })
    .from(paymentRequests)
    .innerJoin(orders, eq(orders.id, paymentRequests.orderId))
    .where(eq(paymentRequests.id, sequence))
  if (!found || found.order.id !== orderId || found.order.companyId !== companyId) return null
  const { request, order } = found
  if (!order.customerEmail || (request.state !== 'open' && !isPreview)) return null
  const amount = formatMoney(centsToDecimal(request.cents))
  const { name } = await getBrand(ctx, companyId)
  const sender = name ?? 'Your host'
  const what = request.purpose === 'deposit' ? `the ${amount} deposit` : amount
  return {
    to: { name: withoutLinks(order.customerName), address: order.customerEmail },
    cap: guestCap,
    subject: `${sender}: ${amount} due for ${orderName(order).toLowerCase()}`,
    preview: `Pay ${what} online`,
    heading: `Pay ${what}`,
    lead: `${greet(order.customerName)}, you can pay ${what} for your order online.`,
    facts: [
      ['Order', `#${order.orderNumber}`],
      ['Items', order.items],
      ['Total', formatMoney(centsToDecimal(order.totalCents))],
    ],
    action: { label: `Pay ${amount}`, href: linkOf(ctx, request) },
    note: 'You pay on a secure page by Stripe.',
  }
}

export const stripeEmails = { payment_request: paymentRequest } satisfies Partial<
  Record<EmailType, EmailWriter>
>
