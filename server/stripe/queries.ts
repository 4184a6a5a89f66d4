import { firstOf } from '@trunkshow/contract/errors.ts'
import { centsToDecimal } from '@trunkshow/contract/money.ts'
import { depositOf, dueOf } from '@trunkshow/contract/payments/rules.ts'
import { stripeMessages as text } from '@trunkshow/contract/stripe/messages.ts'
import {
  amountToPay,
  DEFAULT_MINIMUM_CENTS,
  LEAST_CENTS,
  type Payable,
  type Permission,
  purposesOf,
} from '@trunkshow/contract/stripe/rules.ts'
import type { OrderPayments, StripeAccountView } from '@trunkshow/contract/stripe/schema.ts'
import { and, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Config } from '../config.ts'
import type { StaffContext, TenantContext } from '../context.ts'
import { ownOrder } from '../orders/queries.ts'
import { orderEntries } from '../platform/db/schema/money.ts'
import { orders } from '../platform/db/schema/orders.ts'
import { paymentRequests, stripeAccounts } from '../platform/db/schema/stripe.ts'
import { own, rowsOf } from '../platform/db/statement.ts'
import type { Database } from '../platform/db/transaction.ts'
import { linkTo, readSignedId } from '../platform/http/tokens.ts'

export interface StripeContext {
  config: Config
  db: Database
}
export type AccountRow = typeof stripeAccounts.$inferSelect
export type RequestRow = typeof paymentRequests.$inferSelect
type OrderRow = typeof orders.$inferSelect

/** A company's connection with its encrypted key, for the server alone; also of one that is disconnected. */
export async function findAccount({ db }: { db: Database }, companyId: number): Promise<AccountRow | null> {
  const [found] = await db.select().from(stripeAccounts).where(eq(stripeAccounts.companyId, companyId))
  return found ?? null
}

/** Returns the company that a webhook's address names; null for a wrong one, which does not reach the database. */
export const companyOfWebhook = (config: Config, token: string) =>
  Number(readSignedId(config, 'stripe', token)) || null

/** The connection as screens show it: never a secret. */
export async function getAccount({
  config,
  db,
  actor: { companyId },
}: StaffContext): Promise<StripeAccountView> {
  const row = await findAccount({ db }, companyId)
  const account = row?.apiKey ? row : null
  return {
    connected: account !== null,
    kind: account?.kind ?? null,
    isLive: account?.isLive ?? false,
    keyEnding: account?.keyEnding ?? null,
    mustReconnect: account?.mustReconnect ?? false,
    missing: (account?.missing ?? []) as Permission[],
    webhookUrl: linkTo(config, 'stripe', companyId),
    heardAt: account?.heardAt?.toISOString() ?? null,
    minimum: centsToDecimal(row?.minimumCents ?? DEFAULT_MINIMUM_CENTS),
  }
}

/** What is to be paid of an order, in cents. */
export function payableOf(order: OrderRow, account: AccountRow | null): Payable {
  const { totalCents, receivedCents, deposit, status } = order
  const depositCents =
    status === 'cancelled' ? 0 : Math.max(0, depositOf(totalCents, deposit) - receivedCents)
  return {
    dueCents: dueOf(order, receivedCents),
    depositCents,
    minimumCents: account?.minimumCents ?? DEFAULT_MINIMUM_CENTS,
  }
}

/** Changes with what is to be paid of an order: its payments by link end then. */
export const markOf = ({ totalCents, receivedCents, status }: OrderRow) =>
  `${totalCents} ${receivedCents} ${status}`
/** The same in SQL. */
export const orderMark = sql`${orders.totalCents} || ' ' || ${orders.receivedCents} || ' ' || ${orders.status}`

/** Why no payment of an order can be taken now; null if one can. */
export function reasonAgainstPaying(order: OrderRow, account: AccountRow | null): string | null {
  if (!account?.apiKey) return text.notConnected
  if (account.mustReconnect) return text.mustReconnect
  if (order.status === 'cancelled') return text.orderCanceled
  if (order.customerEmail === '') return text.orderErased
  return payableOf(order, account).dueCents < LEAST_CENTS ? text.nothingDue : null
}

/** Returns a company's payment or refund with these values, newest first. */
export async function findRequest(ctx: TenantContext, which: SQL): Promise<RequestRow | undefined> {
  const rows = await rowsOf(ctx, paymentRequests, and(which, own(ctx, paymentRequests, {}))!)
    .orderBy(desc(paymentRequests.id))
    .limit(1)
  return rows[0]
}

/** Why no other payment can begin while one is on its way; null if none is. */
export async function reasonOnTheWay(ctx: TenantContext, order: OrderRow): Promise<string | null> {
  const found = await findRequest(
    ctx,
    sql`order_id = ${order.id} AND state = 'onTheWay' AND purpose <> 'refund'`,
  )
  return found ? text.onTheWay : null
}

const MOST_PAYMENTS = 100

/** What can still be given back of each payment, and nothing of others. */
function refundableOf(request: RequestRow, all: readonly RequestRow[]): number {
  if (request.state !== 'paid' || request.purpose === 'refund') return 0
  const given = all.filter(({ refunds, state }) => refunds === request.id && state !== 'failed')
  return given.reduce((left, { cents }) => left - cents, request.cents)
}

/** Returns the payments by link of an order and their refunds, with their entries. */
export async function listRequests(
  ctx: TenantContext,
  orderId: number,
): Promise<(RequestRow & { entryId: number | null; refundable: number })[]> {
  const { companyId, provider, outsideId } = orderEntries
  const rows = await ctx.db
    .select({ ...getTableColumns(paymentRequests), entryId: orderEntries.id })
    .from(paymentRequests)
    .leftJoin(
      orderEntries,
      and(
        eq(companyId, paymentRequests.companyId),
        eq(provider, 'stripe'),
        eq(outsideId, paymentRequests.paymentId),
      ),
    )
    .where(own(ctx, paymentRequests, { orderId }))
    .orderBy(desc(paymentRequests.id))
    .limit(MOST_PAYMENTS)
  return rows.map((row) => ({ ...row, refundable: refundableOf(row, rows) }))
}

/** @throws AppError not_found */
export async function getPayments(ctx: StaffContext, orderId: number): Promise<OrderPayments> {
  const [found] = await ctx.db.select().from(orders).where(ownOrder(ctx, orderId))
  const order = firstOf(found ? [found] : [], text.paymentNotFound)
  const account = await findAccount(ctx, ctx.actor.companyId)
  const requests = await listRequests(ctx, orderId)
  const payable = payableOf(order, account)
  return {
    payments: requests.map(({ cents, createdAt, refundable, ...row }) => ({
      ...row,
      amount: centsToDecimal(cents),
      createdAt: createdAt.toISOString(),
      refundable: centsToDecimal(refundable),
    })),
    due: centsToDecimal(payable.dueCents),
    purposes: purposesOf(payable).map((purpose) => ({
      purpose,
      amount: centsToDecimal(purpose === 'amount' ? 0 : Number(amountToPay(payable, purpose))),
    })),
    reason: reasonAgainstPaying(order, account) ?? (await reasonOnTheWay(ctx, order)),
  }
}
