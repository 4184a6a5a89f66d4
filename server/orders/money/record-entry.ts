import { addDays } from '@trunkshow/contract/dates.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { centsToDecimal, formatMoney } from '@trunkshow/contract/money.ts'
import type { OrderStatus } from '@trunkshow/contract/orders/rules.ts'
import { methodWords } from '@trunkshow/contract/payments/fields.ts'
import { entryMessages } from '@trunkshow/contract/payments/messages.ts'
import { dueOf } from '@trunkshow/contract/payments/rules.ts'
import type { TenantContext } from '../../context.ts'
import { orderEntries } from '../../platform/db/schema/money.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import { changeRows, rowsOf } from '../../platform/db/statement.ts'
import { enqueueLook } from '../../platform/jobs/enqueue-operation.ts'
import { queueEmail } from '../../platform/mail/outbox.ts'
import { capitalized, changeOf, recordOrder, type StoredOrder } from '../change/record-order.ts'
import { ownOrder } from '../queries.ts'
import { todayOf } from './queries.ts'

/** A user, or a provider by its name. */
type Recorder = TenantContext & Parameters<typeof recordOrder>[0]

export type NewEntry = Omit<
  typeof orderEntries.$inferInsert,
  'companyId' | 'orderId' | 'userId' | 'createdAt'
>

/** What the sum of an order's entries can be: a column holds it. */
const MAX_HELD_CENTS = 2_000_000_000

/**
 * Adds an entry to a locked order, from staff, Shopify or Stripe. It moves a pending order to paid once nothing is due, and a paid one back if a correction leaves something due (docs/product.md, Payments). A
 * repeated outside id adds nothing. Needs a transaction.
 *
 * @param emailsReceipt whether the customer gets a receipt (docs/product.md, Receipts and statements): not of a correction,
 *   nor of what a provider reports late
 * @returns the order as it is now, its entry, and whether that is an earlier one
 * @throws AppError conflict if the order would hold too much
 */
export async function recordEntry(
  ctx: Recorder,
  order: StoredOrder,
  entry: NewEntry,
  emailsReceipt = Boolean(entry.provider),
) {
  const { companyId, userId = null } = ctx.actor as { companyId: number; userId?: number | null }
  const [added] = await ctx.db
    .insert(orderEntries)
    .values({ ...entry, companyId, orderId: order.id, userId })
    .onConflictDoNothing({ target: [orderEntries.companyId, orderEntries.provider, orderEntries.outsideId] })
    .returning()
  if (!added) {
    const { provider, outsideId } = entry
    const [first] = await rowsOf(ctx, orderEntries, { provider, outsideId })
    return { order, entry: first!, isRepeat: true }
  }
  const { kind, cents, method } = added
  const receivedCents = order.receivedCents + cents
  if (receivedCents > MAX_HELD_CENTS) throw new AppError('conflict', entryMessages.tooMuchReceived)
  if (emailsReceipt && kind !== 'correction' && order.customerEmail !== '' && (await isNews(ctx, added)))
    await queueEmail(ctx, {
      ...{ companyId, orderId: order.id, sequence: added.id },
      emailType: 'payment_receipt',
    })
  const after = { ...order, receivedCents }
  const change = { field: kindWords[kind], from: null, to: `${moneyWords(cents)} (${methodWords[method]})` }
  await recordOrder(ctx, `order.${kind}`, order, [change])
  const isDue = dueOf(after, receivedCents) > 0
  const status =
    order.status === 'pending' && !isDue
      ? 'paid'
      : order.status === 'paid' && isDue && kind === 'correction'
        ? 'pending'
        : order.status
  const stored = await store(ctx, order, { receivedCents, status })
  // A look at the order in Shopify, where its own entries come from, marks it there itself.
  if (entry.provider !== 'shopify') await markPaidInShopify(ctx, stored)
  return { order: stored, entry: added, isRepeat: false }
}

/** The days within which a provider reports a payment: one from before its store was connected is no news. */
const NEWS_DAYS = 3
const isNews = async (
  ctx: TenantContext,
  { provider, receivedOn }: Pick<NewEntry, 'provider' | 'receivedOn'>,
) => !provider || receivedOn >= addDays(await todayOf(ctx), -NEWS_DAYS)

const kindWords = { payment: 'Payment', refund: 'Refund', correction: 'Correction' } as const
const moneyWords = (cents: number) => formatMoney(centsToDecimal(cents))

/** Moves a locked pending order whose price has changed to paid, if what it holds covers it. Needs a transaction. */
export async function settleOrder(ctx: Recorder, order: StoredOrder): Promise<void> {
  const { status, receivedCents, totalCents } = order
  if (status === 'pending' && receivedCents > 0 && receivedCents >= totalCents)
    await markPaidInShopify(ctx, await store(ctx, order, { receivedCents, status: 'paid' }))
}

/** Whether a linked order owes nothing and Shopify doesn't know all of what paid it. */
export const isPaidUntold = (order: StoredOrder): boolean =>
  order.shopifyOrderId !== null &&
  dueOf(order, order.receivedCents) === 0 &&
  order.receivedCents > (order.shopifyCents ?? 0)

/** Has Shopify told that nothing is due of a locked order, by the next look at it there. Needs a transaction. */
export async function markPaidInShopify({ db }: Recorder, order: StoredOrder): Promise<void> {
  if (isPaidUntold(order)) await enqueueLook(db, order, true)
}

async function store(
  ctx: Recorder,
  order: StoredOrder,
  { receivedCents, status }: { receivedCents: number; status: OrderStatus },
): Promise<StoredOrder> {
  await changeRows(ctx, orders, ownOrder(ctx, order.id), { receivedCents, status })
  const changes = changeOf('Status', capitalized(order.status), capitalized(status))
  if (changes.length > 0) await recordOrder(ctx, 'order.status', order, changes)
  return { ...order, receivedCents, status }
}
