import { parseCents } from '@trunkshow/contract/money.ts'
import { sellsInOurCurrency } from '@trunkshow/contract/shopify/rules.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { getCompanyZone } from '../../company/queries.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import { changeRows } from '../../platform/db/statement.ts'
import type { StoredOrder } from '../change/record-order.ts'
import { ownOrder } from '../queries.ts'
import { recordEntry } from './record-entry.ts'

/** The gateway of the transaction that an order is sent to Shopify with. */
export const OWN_GATEWAY = 'Trunkshow'

/** The money of an order in Shopify, as GraphQL names it. */
export interface RemoteMoney {
  id: string
  displayFinancialStatus: string | null
  transactions: readonly {
    id: string
    kind: string
    status: string
    gateway: string | null
    formattedGateway: string | null
    manualPaymentGateway: boolean
    createdAt: string
    processedAt: string | null
    amountSet: { shopMoney: { amount: string; currencyCode: string } }
  }[]
}

/** The kinds that move money, and which way. */
const signs: Record<string, 1 | -1> = { SALE: 1, CAPTURE: 1, REFUND: -1 }

/** What its transactions moved, in cents with their signs, payments first. PAID without any is one of the whole total. */
function readTransactions({ id, displayFinancialStatus, transactions }: RemoteMoney, totalCents: number) {
  const paid = { id, cents: totalCents, isOwn: false, isManual: true, at: new Date(), reference: '' }
  if (transactions.length === 0) return displayFinancialStatus === 'PAID' ? [paid] : []
  return transactions
    .map(({ id, kind, status, amountSet: { shopMoney }, ...each }) => {
      const counts = status === 'SUCCESS' && sellsInOurCurrency(shopMoney.currencyCode)
      const isOwn = each.gateway === OWN_GATEWAY
      return {
        ...{ id, isOwn, isManual: isOwn || each.manualPaymentGateway },
        cents: counts ? (signs[kind] ?? 0) * (parseCents(shopMoney.amount) ?? 0) : 0,
        at: new Date(each.processedAt ?? each.createdAt),
        reference: (each.formattedGateway ?? each.gateway ?? '').slice(0, 100),
      }
    })
    .sort((a, b) => Math.sign(b.cents) - Math.sign(a.cents))
}

/** What Shopify doesn't know of an order's money, in cents; below zero if it counts more than the order holds. */
export const untoldOf = ({
  receivedCents,
  shopifyCents,
}: Pick<StoredOrder, 'receivedCents' | 'shopifyCents'>) =>
  shopifyCents === null ? 0 : receivedCents - shopifyCents

/** The part of an amount that an untold amount of the same sign covers. */
const coveredOf = (cents: number, untold: number) =>
  cents > 0 ? Math.min(cents, Math.max(0, untold)) : Math.max(cents, Math.min(0, untold))

/**
 * Records the new transactions of one of a locked order's Shopify orders as entries, each once (decision 090). A manual
 * one first accounts for what Shopify wasn't told; the rest of it is new money. Needs a transaction.
 *
 * @param isMarked whether we have marked it as paid: then a manual payment that is new is ours
 * @returns the order then
 */
export async function recordTransactions(
  ctx: Parameters<typeof recordEntry>[0],
  order: StoredOrder,
  remote: RemoteMoney,
  isMarked = false,
): Promise<StoredOrder> {
  // A canceled order is no longer linked. What an order that was replaced holds isn't known to the one linked now.
  const isCurrent = order.shopifyOrderId === remote.id || order.status === 'cancelled'
  const transactions = readTransactions(remote, order.totalCents)
  // An earlier version sent it and recorded what Shopify reported as paid: any transaction may be that.
  const isFirst = order.shopifyCents === null && !transactions.some(({ isOwn }) => isOwn)
  const zone = await getCompanyZone(ctx)
  const known = new Set(order.shopifyTransactions)
  const before = transactions.reduce((sum, { id, cents }) => (known.has(id) ? sum + cents : sum), 0)
  let after = { ...order, shopifyCents: before }
  for (const { id, cents, isOwn, isManual, at, reference } of transactions) {
    if (cents === 0 || known.has(id)) continue
    known.add(id)
    const isOurs = cents > 0 && (isOwn || (isMarked && isManual))
    const settles = isCurrent && (isManual || isFirst)
    const told = isOurs ? cents : settles ? coveredOf(cents, untoldOf(after)) : 0
    after.shopifyCents += cents
    if (told === cents) continue
    const entry = { kind: cents > 0 ? 'payment' : 'refund', method: 'shopify', provider: 'shopify' } as const
    const receivedOn = wallClock(at, zone).date
    const added = { ...entry, cents: cents - told, receivedOn, outsideId: id, reference }
    const { receivedCents, status } = (await recordEntry(ctx, after, added)).order
    after = { ...after, receivedCents, status }
  }
  const shopifyCents = isCurrent ? after.shopifyCents : order.shopifyCents
  const read = { shopifyCents, shopifyTransactions: [...known] }
  if (known.size > order.shopifyTransactions.length || shopifyCents !== order.shopifyCents)
    await changeRows(ctx, orders, ownOrder(ctx, order.id), read)
  return { ...after, ...read }
}
