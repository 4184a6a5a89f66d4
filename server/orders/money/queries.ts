import { centsToDecimal } from '@trunkshow/contract/money.ts'
import {
  type BalanceTerm,
  type Deposit,
  depositText,
  dueOf,
  type MoneyTerms,
  moneyOf,
  netOf,
  stateOf,
} from '@trunkshow/contract/payments/rules.ts'
import type { OrderMoney } from '@trunkshow/contract/payments/schema.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { getCompanyZone } from '../../company/queries.ts'
import type { TenantContext } from '../../context.ts'
import { userName, users } from '../../platform/db/schema/company.ts'
import { orderEntries } from '../../platform/db/schema/money.ts'
import { orders, overdueSince, owes } from '../../platform/db/schema/orders.ts'
import { iso, own } from '../../platform/db/statement.ts'

/** What of an order's row its money is computed from. */
export const moneyColumns = {
  totalCents: orders.totalCents,
  receivedCents: orders.receivedCents,
  keptCents: orders.keptCents,
  deposit: orders.deposit,
  balanceDue: orders.balanceDue,
  balanceDueOn: orders.balanceDueOn,
}
type MoneyRow = MoneyTerms & { receivedCents: number }

/** The date of an order's company, by its own clock. */
export const todayOfOrder = sql`(SELECT wall_clock(now(), c.time_zone)::date FROM companies AS c WHERE c.id = ${orders.companyId})`
/** Whether an order should have been paid before today, as `isOverdue` says. */
export const isOverdueNow = sql<boolean>`(${owes} AND ${orders.balanceDue} <> 'never' AND coalesce(${overdueSince} < ${todayOfOrder}, false))`

/** The condition of a company's overdue orders, as their index has it. */
export const isOverdueOf = (companyId: number) => sql`${owes} and balance_due <> 'never' and ${overdueSince} <
  (SELECT wall_clock(now(), c.time_zone)::date FROM companies AS c WHERE c.id = ${companyId})`

/** Returns today's date by the company's clock, yyyy-MM-dd. */
export const todayOf = async (ctx: TenantContext): Promise<string> =>
  wallClock(new Date(), await getCompanyZone(ctx)).date

/** The columns of a new order that are copied from its company. */
export const companyTerms = (companyId: number) => ({
  deposit: sql<Deposit>`(SELECT deposit FROM companies WHERE id = ${companyId})`,
  balanceDue: sql<BalanceTerm>`(SELECT balance_due FROM companies WHERE id = ${companyId})`,
})

/** The money that a row of a list shows. */
export const moneySummary = (order: MoneyRow) => ({
  due: centsToDecimal(dueOf(order, order.receivedCents)),
  moneyState: stateOf(order, order.receivedCents),
})

/** Entries of these orders, oldest first. */
export function selectEntries({ db, actor }: TenantContext, orderIds: number[]) {
  const { id, orderId, kind, cents, method, receivedOn, reference, corrects, provider, createdAt } =
    orderEntries
  return db
    .select({
      ...{ id, orderId, kind, cents, method, receivedOn, reference, corrects, provider },
      userName: sql<string | null>`${userName}`,
      createdAt: iso(createdAt) as SQL<string>,
    })
    .from(orderEntries)
    .leftJoin(users, eq(users.id, orderEntries.userId))
    .where(own({ actor }, orderEntries, { orderId: orderIds }))
    .orderBy(asc(orderEntries.id))
}

/** An order's money for the API. @param today the company's date */
export function moneyView(
  order: MoneyTerms,
  entries: Awaited<ReturnType<typeof selectEntries>>,
  today: string,
): OrderMoney {
  const money = moneyOf(order, entries, today)
  const { deposit, balanceDue, balanceDueOn, keptCents } = order
  return {
    received: centsToDecimal(money.receivedCents),
    refunded: centsToDecimal(money.refundedCents),
    held: centsToDecimal(money.heldCents),
    due: centsToDecimal(money.dueCents),
    excess: centsToDecimal(money.excessCents),
    deposit: centsToDecimal(money.depositCents),
    ask: centsToDecimal(money.askCents),
    kept: centsToDecimal(keptCents),
    state: money.state,
    overdue: money.overdue,
    terms: { deposit: depositText(deposit), balanceDue, balanceDueOn: balanceDueOn ?? '' },
    entries: entries.map(({ orderId: _, cents, ...entry }) => ({
      ...entry,
      amount: centsToDecimal(cents),
      net: centsToDecimal(netOf({ ...entry, cents }, entries)),
    })),
  }
}
