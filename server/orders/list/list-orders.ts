import { AppError, firstOf } from '@trunkshow/contract/errors.ts'
import { eventMessages } from '@trunkshow/contract/events/messages.ts'
import { centsToDecimal } from '@trunkshow/contract/money.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import {
  type OrderSummary,
  type OrdersVersion,
  order,
  orderSummary,
  type SavedFilter,
} from '@trunkshow/contract/orders/schema.ts'
import type { whichOrders } from '@trunkshow/contract/orders/screens.ts'
import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'
import { wallClock, type Zone } from '@trunkshow/contract/zones.ts'
import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { getCompanyZone, lockCaller } from '../../company/queries.ts'
import type { Actor, StaffContext } from '../../context.ts'
import { activityLog } from '../../platform/db/schema/activity.ts'
import { assigneeOf } from '../../platform/db/schema/company.ts'
import { events } from '../../platform/db/schema/events.ts'
import { holdsTooMuch, orders, owes, savedFilters } from '../../platform/db/schema/orders.ts'
import {
  columnsOf,
  hasWords,
  own,
  placeholder,
  refusing,
  rowsOf,
  selection,
  statement,
  toConstantSql,
} from '../../platform/db/statement.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { eachRow, listRows, type Page, sortedBy } from '../../platform/http/paging.ts'
import type { CsvColumn, CsvRow } from '../../platform/http/send-file.ts'
import { isMade, readRisks } from '../making/queries.ts'
import { isOverdueNow, isOverdueOf, moneyColumns, moneySummary } from '../money/queries.ts'
import { agreementNow, isAgreed } from '../proposals/list-agreements.ts'
import { discountCodeView, readForms } from '../queries.ts'

export type OrderFilter = z.output<typeof whichOrders>

const summaryColumns = {
  ...columnsOf(orders, orderSummary),
  discountPercent: orders.discountPercent,
  ...moneyColumns,
  overdue: isOverdueNow,
  agreement: agreementNow,
  dueOn: orders.dueOn,
  itemType: sql<string>`(
    SELECT v.item_type FROM order_template_versions AS v
    WHERE v.template_id = ${orders.templateId} AND v.version = ${orders.templateVersion})`,
  productId: sql<number | null>`(
    SELECT p.product_id FROM order_products AS p WHERE p.order_id = ${orders.id} ORDER BY p.id LIMIT 1)`,
  assignee: assigneeOf(orders),
  eventName: events.name,
}
const columns = selection(summaryColumns)

/** Columns that only the export needs. */
const exportColumns = selection({
  ...summaryColumns,
  ...columnsOf(orders, order),
  templateVersion: orders.templateVersion,
  received: sql<string>`(${orders.receivedCents} / 100.0)::numeric(20, 2)::text`,
  files: sql<{ fieldId: string; displayName: string }[]>`(
    SELECT coalesce(jsonb_agg(jsonb_build_object('fieldId', a.field_id, 'displayName', a.display_name) ORDER BY a.id), '[]')
    FROM attachments AS a
    WHERE a.order_id = ${orders.id} AND a.company_id = ${orders.companyId} AND a.field_id IS NOT NULL)`,
})
type ExportedOrder = OrderSummary & Omit<(typeof exportColumns)['_']['type'], keyof typeof summaryColumns>
const from = toConstantSql(sql`${orders} LEFT JOIN ${events} ON ${events.id} = ${orders.eventId}`)
const taken = { createdAt: orders.createdAt, id: orders.id }
const sorts = {
  oldest: sortedBy(taken, 'rising'),
  newest: sortedBy(taken, 'falling'),
  due: sortedBy({ dueOn: orders.dueOn, id: orders.id }, 'rising'),
}

function summaryOf<Row extends (typeof columns)['_']['type']>({
  totalCents,
  receivedCents,
  keptCents,
  deposit,
  balanceDue,
  balanceDueOn,
  eventName,
  discountCode,
  discountPercent,
  ...order
}: Row) {
  const { eventId, discountCodeId, status } = order
  return {
    ...order,
    total: centsToDecimal(totalCents),
    ...moneySummary({ status, totalCents, receivedCents, keptCents, deposit, balanceDue, balanceDueOn }),
    event: eventId === null ? null : { id: eventId, name: eventName },
    discountCode: discountCodeView({ discountCodeId, discountCode, discountPercent }),
  }
}

/** Conditions of the money filter, as the indexes have them. */
const moneyFilters: Record<NonNullable<OrderFilter['money']>, (companyId: number) => SQL> = {
  due: () => owes,
  overdue: isOverdueOf,
  paid: () => sql.raw(`status <> 'cancelled' and received_cents >= total_cents and received_cents > 0`),
  refundDue: () => holdsTooMuch,
}

/** The company whose orders are listed, and who finds theirs among them. */
export type ListContext = Pick<StaffContext, 'db'> & { actor: Pick<Actor, 'companyId' | 'userId'> }

/** Builds the list query; oldest first by default. */
async function listQuery(ctx: ListContext, filter: OrderFilter) {
  const { actor } = ctx
  const {
    q = '',
    status,
    money,
    agreement,
    stage,
    making,
    event,
    productId,
    customerId,
    bookingId,
    mine,
    ids,
    sort = 'oldest',
  } = filter
  const [, number] = /^(?:order)?\s*#?(\d{1,20})$/i.exec(q.trim()) ?? []
  const atStore = number ? eq(orders.shopifyOrderId, `gid://shopify/Order/${number}`) : undefined
  // A longer number is Shopify's, or the start of an email address.
  const orderNumber = number && number.length < 10 ? Number(number) : undefined
  return {
    columns,
    from,
    scope: and(
      eq(orders.companyId, actor.companyId),
      status && eq(orders.status, status),
      money && moneyFilters[money](actor.companyId),
      agreement && isAgreed(agreement === 'waiting' ? ['sent', 'seen'] : [agreement]),
      stage === 'none' ? isNull(orders.stageId) : stage ? eq(orders.stageId, stage) : undefined,
      making && (await isMade(ctx, making)),
      event === 'none' ? isNull(orders.eventId) : event ? eq(orders.eventId, event) : undefined,
      productId
        ? sql`EXISTS (SELECT FROM order_products AS p WHERE p.order_id = ${orders.id} AND p.product_id = ${productId})`
        : undefined,
      customerId ? eq(orders.customerId, customerId) : undefined,
      bookingId ? eq(orders.bookingId, bookingId) : undefined,
      mine ? eq(orders.assigneeId, actor.userId) : undefined,
      ids && sql`${orders.id} = ANY(${sql.param(ids)})`,
      orderNumber === undefined
        ? undefined
        : or(
            eq(orders.orderNumber, orderNumber),
            atStore,
            inArray(orders.importedAs, [`#${number}`, number!]),
          ),
    ),
    words:
      q && orderNumber === undefined ? or(hasWords(orders.words, actor.companyId, q), atStore) : undefined,
    order: sorts[sort],
  }
}

/** Sums what the orders of this filter owe, as a decimal. */
export async function sumDue(ctx: ListContext, filter: OrderFilter): Promise<{ due: string }> {
  const { scope, words } = await listQuery(ctx, filter)
  const { rows } = await ctx.db.execute<{ cents: string }>(sql`
    SELECT coalesce(sum(total_cents - received_cents), 0) AS cents FROM ${orders} WHERE ${and(scope, words, owes)}`)
  return { due: centsToDecimal(Number(rows[0]!.cents)) }
}

/** Lists the company's orders, oldest first by default (docs/product.md, The orders list). */
export async function listOrders(ctx: ListContext, page: Page, filter: OrderFilter) {
  const { items, ...list } = await listRows(ctx, page, await listQuery(ctx, filter))
  const riskOf = await readRisks(ctx)
  return { ...list, items: items.map((row) => ({ ...summaryOf(row), risk: riskOf(row) })) }
}

/** Yields all orders in list order, with the columns of the export. */
async function* eachOrder(ctx: ListContext, filter: OrderFilter): AsyncGenerator<ExportedOrder> {
  const riskOf = await readRisks(ctx)
  for await (const row of eachRow(ctx, { ...(await listQuery(ctx, filter)), columns: exportColumns }))
    yield { ...summaryOf(row), risk: riskOf(row) }
}

/** How many entries to check: one is missed if so many with newer ids were committed before it. */
const MAX_ENTRIES_READ = 500

const read = statement<{ companyId: number }, OrdersVersion>(
  'orders-version',
  sql`
    SELECT concat_ws('/', max(id), min(id), count(*)) AS version
    FROM (
      SELECT id FROM ${activityLog} WHERE ${activityLog.companyId} = ${placeholder('companyId', 'int')}
      ORDER BY id DESC LIMIT ${sql.raw(String(MAX_ENTRIES_READ))}
    ) AS latest`,
)

/**
 * Returns a string that changes with every change to the company's orders or to what they show (decision 010). It comes
 * from the activity log, since every change adds an entry in its own transaction: a new entry changes the newest id,
 * the oldest id, or the count.
 */
export async function getOrdersVersion(ctx: StaffContext): Promise<OrdersVersion> {
  const [found] = await read(ctx, { companyId: ctx.actor.companyId })
  return found!
}

/** Counts an event's orders and sums them as a decimal, without canceled ones. @throws AppError not_found */
export async function sumOrdersOfEvent({ db, actor }: StaffContext, eventId: number) {
  const { rows } = await db.execute<{ orders: number; cents: string }>(sql`
    SELECT count(o.id)::int AS orders, coalesce(sum(o.total_cents), 0) AS cents
    FROM events AS e
    LEFT JOIN orders AS o ON o.event_id = e.id AND o.company_id = e.company_id AND o.status <> 'cancelled'
    WHERE e.id = ${eventId} AND e.company_id = ${actor.companyId}
    GROUP BY e.id`)
  const { orders, cents } = firstOf(rows, eventMessages.notFound)
  return { orders, revenue: centsToDecimal(Number(cents)) }
}

const MAX_SAVED_FILTERS = 50

const filterRow = { id: savedFilters.id, name: savedFilters.name, filter: savedFilters.filter }

function ownFilters({ actor }: StaffContext): SQL {
  return own({ actor }, savedFilters, { userId: actor.userId })
}

/** Lists the caller's filters by name. */
export async function listFilters(ctx: StaffContext): Promise<SavedFilter[]> {
  return rowsOf(ctx, savedFilters, ownFilters(ctx), filterRow)
    .orderBy(asc(sql`lower(${savedFilters.name})`))
    .limit(MAX_SAVED_FILTERS)
}

/** Saves a filter of the orders list. @throws AppError taken for a name in use; conflict beyond 50 filters */
export async function saveFilter(ctx: StaffContext, { name, filter }: Omit<SavedFilter, 'id'>) {
  return inTransaction(ctx, async (ctx) => {
    await lockCaller(ctx)
    if ((await ctx.db.$count(savedFilters, ownFilters(ctx))) >= MAX_SAVED_FILTERS)
      throw new AppError('conflict', orderMessages.tooManyFilters(MAX_SAVED_FILTERS))
    const { companyId, userId } = ctx.actor
    const values = { companyId, userId, name, filter }
    const [saved] = await ctx.db.insert(savedFilters).values(values).returning(filterRow)
    return saved!
  }).catch(refusing({ saved_filters_key: ['taken', orderMessages.filterNameTaken, 'name'] }))
}

/** @throws AppError not_found */
export async function removeFilter(ctx: StaffContext, id: number): Promise<void> {
  const { rowCount } = await ctx.db.delete(savedFilters).where(and(eq(savedFilters.id, id), ownFilters(ctx)))
  if (!rowCount) throw new AppError('not_found', orderMessages.filterNotFound)
}

/** Columns of the file; the date is the company's, yyyy-MM-dd. */
const fileColumns: Record<string, (order: ExportedOrder, zone: Zone) => string | number> = {
  'Order number': (order) => order.orderNumber,
  Date: (order, zone) => wallClock(new Date(order.createdAt), zone).date,
  Customer: (order) => order.customerName,
  Email: (order) => order.customerEmail,
  Items: (order) => order.items,
  Total: (order) => order.total,
  Received: (order) => order.received,
  Due: (order) => order.due,
  Payment: (order) => (order.overdue ? 'overdue' : order.moneyState),
  Approval: (order) => order.agreement,
  'Needed by': (order) => order.neededBy ?? '',
  Promised: (order) => order.promisedOn ?? '',
  Making: (order) => order.risk ?? '',
  Event: (order) => order.event?.name ?? '',
  'Assigned to': (order) => order.assignee?.name ?? '',
  Status: (order) => order.status,
  'Shopify order': (order) => order.shopifyOrderId ?? '',
  Street: (order) => order.customerAddress ?? '',
  'Street 2': (order) => order.customerAddress2 ?? '',
  City: (order) => order.customerCity ?? '',
  State: (order) => order.customerState ?? '',
  Zip: (order) => order.customerZip ?? '',
  Notes: (order) => order.notes,
}

/** Returns answers and file names by label. Hidden fields appear only if answered. */
function answersOf({ formData, files }: ExportedOrder, fields: readonly TemplateField[]) {
  const answers = new Map<string, string>()
  for (const { id, label, type, archived } of fields) {
    if (type === 'measurements') continue
    const answer = formData[id]
    const names = files.filter(({ fieldId }) => fieldId === id).map(({ displayName }) => displayName)
    const parts = [answer === true ? 'Yes' : answer || '', ...names].filter(Boolean)
    if (archived && parts.length === 0) continue
    // Fields of one form may share a label.
    answers.set(label, [answers.get(label) ?? '', ...parts].filter(Boolean).join('; '))
  }
  return answers
}

/**
 * Exports the orders that match the filter: the fixed columns, then one for each form label in order of appearance.
 * Reads the orders twice, page by page: first for the labels, then for the rows.
 */
export async function exportOrders(ctx: StaffContext, filter: OrderFilter) {
  const formOf = readForms(ctx)
  const zone = await getCompanyZone(ctx)
  const labels = new Map<string, string>()
  for await (const order of eachOrder(ctx, filter)) {
    for (const label of answersOf(order, await formOf(order)).keys())
      if (!labels.has(label)) labels.set(label, `answer${labels.size}`)
  }
  async function* rows(): AsyncGenerator<CsvRow> {
    for await (const order of eachOrder(ctx, filter)) {
      const answers = answersOf(order, await formOf(order))
      yield Object.fromEntries([
        ...Object.entries(fileColumns).map(([name, read]) => [name, read(order, zone)]),
        ...Array.from(labels, ([label, key]) => [key, answers.get(label) ?? '']),
      ])
    }
  }
  const answerColumns: CsvColumn[] = Array.from(labels, ([header, key]) => ({ key, header }))
  return { columns: [...Object.keys(fileColumns), ...answerColumns], rows: rows() }
}
