import { centsToDecimal, formatMoney } from '@trunkshow/contract/money.ts'
import { stripeMessages as text } from '@trunkshow/contract/stripe/messages.ts'
import { amountToPay, purposesOf } from '@trunkshow/contract/stripe/rules.ts'
import type { Context } from '../context.ts'
import type { orders } from '../platform/db/schema/orders.ts'
import { findAccount, payableOf, reasonAgainstPaying, reasonOnTheWay } from './queries.ts'

/** Where a form on our pages may lead; an account with a page at its own domain gets a link. */
export const CHECKOUT = 'https://checkout.stripe.com'

export const money = (cents: number) => formatMoney(centsToDecimal(cents))

/** An address of this site without its origin, which may have another name in this browser. */
export const withinSite = ({ config }: Pick<Context, 'config'>, url: string) =>
  url.startsWith(`${config.publicUrl}/`) ? url.slice(config.publicUrl.length) : url

/** What was paid of an order and what is due, in words; what can be paid now, the one to suggest first, or why nothing. */
export async function payOptions(ctx: Context, order: typeof orders.$inferSelect) {
  const account = await findAccount(ctx, order.companyId)
  const payable = payableOf(order, account)
  const reason =
    reasonAgainstPaying(order, account) ?? (await reasonOnTheWay({ ...ctx, actor: order }, order))
  return {
    received: order.receivedCents > 0 ? money(order.receivedCents) : '',
    due: payable.dueCents > 0 ? money(payable.dueCents) : '',
    choices: purposesOf(payable).map((purpose) => ({
      purpose,
      amount: purpose === 'amount' ? '' : money(Number(amountToPay(payable, purpose))),
    })),
    reason,
    isForUs: reason === text.notConnected || reason === text.mustReconnect,
  }
}

/** Where a form may lead to pay; null for a page at an account's own domain. */
export function payTarget(ctx: Pick<Context, 'config'>, url: string) {
  const target = withinSite(ctx, url)
  return target.startsWith('/') || target.startsWith(`${CHECKOUT}/`) ? target : null
}
