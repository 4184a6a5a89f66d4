import { historyBooking } from '@trunkshow/contract/customers/schema.ts'
import { firstOf } from '@trunkshow/contract/errors.ts'
import { centsToDecimal } from '@trunkshow/contract/money.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import { type Attachment, attachment, type Order, order } from '@trunkshow/contract/orders/schema.ts'
import { inDecimals, type PricedLine, priceOrder } from '@trunkshow/contract/prices/rules.ts'
import { proposalMessages } from '@trunkshow/contract/proposals/messages.ts'
import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'
import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { alias, type PgTable } from 'drizzle-orm/pg-core'
import type { Context, TenantContext } from '../context.ts'
import { bookings, timeSlots } from '../platform/db/schema/bookings.ts'
import { assigneeOf } from '../platform/db/schema/company.ts'
import { customers } from '../platform/db/schema/customers.ts'
import { events } from '../platform/db/schema/events.ts'
import { attachments, orderLines, orders } from '../platform/db/schema/orders.ts'
import { orderFormTemplates, orderTemplateVersions } from '../platform/db/schema/products.ts'
import { proposals } from '../platform/db/schema/proposals.ts'
import { paymentRequests } from '../platform/db/schema/stripe.ts'
import { columnsOf, own, rowsOf } from '../platform/db/statement.ts'
import { readSignedId } from '../platform/http/tokens.ts'
import { isOfMailbox } from '../platform/mail/outbox.ts'
import { startView } from '../zones.ts'
import { readRisks } from './making/queries.ts'
import { moneyColumns, moneySummary, moneyView, selectEntries, todayOf } from './money/queries.ts'
import { agreementNow } from './proposals/list-agreements.ts'

export const ownOrder = (ctx: TenantContext, id: number): SQL => own(ctx, orders, { id })

/** What links to a customer's order name. */
const linked = { pay: paymentRequests, order: proposals }

/**
 * Returns what a link names, with its order, until the customer is erased or has another email (decision 060).
 *
 * @throws AppError not_found
 */
export async function findLinked<Purpose extends keyof typeof linked>(
  { config, db }: Pick<Context, 'config' | 'db'>,
  purpose: Purpose,
  token: string,
) {
  const table = linked[purpose]
  const publicId = readSignedId(config, purpose, token)
  const rows = publicId
    ? await db
        .select({ named: getTableColumns(table), recipient: table.recipient, order: orders })
        .from(table as PgTable)
        .innerJoin(orders, eq(orders.id, table.orderId))
        .where(eq(table.publicId, publicId))
    : []
  const theirs = rows.filter(({ recipient, order }) => isOfMailbox(config, recipient, order.customerEmail))
  return firstOf(theirs, proposalMessages.notFound)
}

/** The time slot of the booking may differ from the order's own. */
const bookedSlots = alias(timeSlots, 'booked_slots')
const bookedEvents = alias(events, 'booked_events')

const orderRow = {
  order: {
    ...columnsOf(orders, order),
    templateVersion: orders.templateVersion,
    discountPercent: orders.discountPercent,
    ...moneyColumns,
    agreement: agreementNow,
    assignee: assigneeOf(orders),
  },
  template: {
    ...columnsOf(orderTemplateVersions, order.shape.template),
    id: orderTemplateVersions.templateId,
    newestVersion: orderFormTemplates.version,
  },
  customer: columnsOf(customers, order.shape.customer),
  event: { id: events.id, name: events.name },
  booking: { attendeeName: bookings.attendeeName, attendeeEmail: bookings.attendeeEmail },
  bookedSlot: {
    slotDate: bookedSlots.slotDate,
    startTime: bookedSlots.startTime,
    timeZone: bookedSlots.timeZone,
  },
  bookedEvent: columnsOf(bookedEvents, historyBooking.shape.timeSlot.shape.event),
  timeSlot: { ...columnsOf(timeSlots, order.shape.timeSlot.unwrap()), timeZone: timeSlots.timeZone },
}

function selectOrders({ db }: TenantContext, which: SQL | undefined) {
  return db
    .select(orderRow)
    .from(orders)
    .innerJoin(
      orderTemplateVersions,
      and(
        eq(orderTemplateVersions.templateId, orders.templateId),
        eq(orderTemplateVersions.version, orders.templateVersion),
      ),
    )
    .innerJoin(orderFormTemplates, eq(orderFormTemplates.id, orders.templateId))
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .leftJoin(events, eq(events.id, orders.eventId))
    .leftJoin(bookings, eq(bookings.id, orders.bookingId))
    .leftJoin(bookedSlots, eq(bookedSlots.id, bookings.timeSlotId))
    .leftJoin(bookedEvents, eq(bookedEvents.id, bookedSlots.eventId))
    .leftJoin(timeSlots, eq(timeSlots.id, orders.timeSlotId))
    .where(which)
}
type OrderRow = Awaited<ReturnType<typeof selectOrders>>[number]
type Discounted = Pick<OrderRow['order'], 'discountCodeId' | 'discountCode' | 'discountPercent'>
type Taxed = Pick<OrderRow['order'], 'taxRate'>
type Answered = Pick<OrderRow['order'], 'formData'>
type Formed = Pick<OrderRow['order'], 'templateId' | 'templateVersion'>

const lineRow = {
  ...columnsOf(orderLines, order.shape.products.element),
  unitPriceCents: orderLines.unitPriceCents,
  options: orderLines.options,
}

/** Lines of these orders, in the order they were added, with the fields of their own forms. */
export async function selectLines(ctx: TenantContext, orderIds: number[], formOf = readForms(ctx)) {
  const rows = await rowsOf(ctx, orderLines, { orderId: orderIds }, lineRow).orderBy(asc(orderLines.id))
  const lines: ((typeof rows)[number] & { fields: readonly TemplateField[] })[] = []
  for (const row of rows) {
    const { templateId, templateVersion } = row
    const hasForm = templateId !== null && templateVersion !== null
    lines.push({ ...row, fields: hasForm ? await formOf({ templateId, templateVersion }) : [] })
  }
  return lines
}
type StoredLine = Awaited<ReturnType<typeof selectLines>>[number]

export const attachmentRow = columnsOf(attachments, attachment)

/** Maps a file to the API. */
export const attachmentView = (
  file: Omit<Attachment, 'filePath' | 'isTemp' | 'tempFileName'>,
): Attachment => ({
  ...file,
  filePath: `/uploads/order-${file.orderId}/${file.filename}`,
  isTemp: false,
  tempFileName: null,
})

/** The order's discount as it was applied, kept even if the order is canceled. */
function discountOf({ discountCode: code, discountPercent: percent }: Omit<Discounted, 'discountCodeId'>) {
  return code !== null && percent !== null ? { code, percent } : null
}

export function discountCodeView(order: Discounted): Order['discountCode'] {
  const { code, percent: discountValue } = discountOf(order) ?? {}
  if (code === undefined || discountValue === undefined) return null
  return { id: order.discountCodeId, code, discountType: 'percentage', discountValue }
}

type LineToPrice = Omit<PricedLine, 'answers'> & Pick<StoredLine, 'formData'>

/** Computes the price from what is stored with the order (docs/product.md, Prices). */
export const priceOf = (
  order: Omit<Discounted, 'discountCodeId'> & Answered & Taxed,
  { fields }: { fields: readonly TemplateField[] },
  lines: readonly LineToPrice[],
) =>
  priceOrder({
    lines: lines.map(({ formData: answers, ...line }, at) =>
      at === 0 ? { ...line, fields, answers: order.formData } : { ...line, answers },
    ),
    discount: discountOf(order),
    taxRate: order.taxRate,
  })

function orderView(
  row: OrderRow,
  lines: StoredLine[],
  files: Attachment[],
  money: Order['money'],
  risk: Order['risk'],
): Order {
  const { order, event, booking, bookedSlot, bookedEvent, timeSlot, customer, template } = row
  const discount = discountOf(order)
  return {
    ...order,
    taxRate: order.taxRate === null ? null : order.taxRate / 1000,
    total: centsToDecimal(order.totalCents),
    ...moneySummary(order),
    overdue: money.overdue,
    money,
    risk,
    itemType: template.itemType,
    productId: lines[0]?.productId ?? null,
    event,
    booking: booking && {
      ...booking,
      timeSlot: {
        ...startView(bookedSlot!),
        event: { ...bookedEvent!, location: bookedEvent!.location || null },
      },
    },
    timeSlot: timeSlot && { ...timeSlot, zone: startView(timeSlot).zone },
    customer,
    template,
    products: lines.map(({ unitPriceCents, options, fields, ...line }) => ({
      ...line,
      basePrice: centsToDecimal(unitPriceCents),
      options: options.map(({ cents, ...option }) => ({ ...option, price: centsToDecimal(cents) })),
      fields: [...fields],
    })),
    discountCode: discountCodeView(order),
    discount: discount && { ...discount, discountCodeId: order.discountCodeId },
    price: inDecimals(priceOf(order, template, lines)),
    attachments: files,
  }
}

/** Reads forms, each once, with fields that only other versions have: as the last one had them, marked archived. */
export function readForms({ db, actor }: TenantContext) {
  const forms = new Map<string, TemplateField[]>()
  return async ({ templateId, templateVersion: version }: Formed): Promise<TemplateField[]> => {
    const key = `${templateId}/${version}`
    const cached = forms.get(key)
    if (cached) return cached
    const { rows } = await db.execute<{ field: TemplateField }>(sql`
      SELECT CASE WHEN own THEN field ELSE field || '{"archived": true}' END AS field FROM (
        SELECT DISTINCT ON (field ->> 'id') field, v.version = ${version}::int AS own, place
        FROM order_template_versions AS v, jsonb_array_elements(v.fields) WITH ORDINALITY AS f (field, place)
        WHERE v.company_id = ${actor.companyId} AND v.template_id = ${templateId}
        ORDER BY field ->> 'id', v.version = ${version}::int DESC, v.version DESC
      ) AS fields ORDER BY own DESC, place, field ->> 'id'`)
    const fields = rows.map(({ field }) => field)
    forms.set(key, fields)
    return fields
  }
}

/** Returns full orders in the order of these ids; missing ones are skipped. */
export async function getOrders(ctx: TenantContext, ids: number[]): Promise<Order[]> {
  if (ids.length === 0) return []
  // One query at a time: a transaction has only one connection.
  const rows = await selectOrders(ctx, own(ctx, orders, { id: ids }))
  const formOf = readForms(ctx)
  const lines = await selectLines(ctx, ids, formOf)
  const files = await rowsOf(ctx, attachments, { orderId: ids }, attachmentRow).orderBy(asc(attachments.id))
  const entries = await selectEntries(ctx, ids)
  const today = await todayOf(ctx)
  const riskOf = await readRisks(ctx)
  const found: Order[] = []
  for (const id of ids) {
    const row = rows.find(({ order }) => order.id === id)
    if (!row) continue
    const { order, template } = row
    const attached = files.filter(({ orderId }) => orderId === id)
    const given = [...Object.keys(order.formData), ...attached.flatMap(({ fieldId }) => fieldId ?? [])]
    const missing = given.filter((fieldId) => !template.fields.some(({ id }) => id === fieldId))
    const former = missing.length > 0 ? await formOf(order) : []
    const gone = former.filter(({ id }) => missing.includes(id)).sort((a, b) => (a.id < b.id ? -1 : 1))
    found.push(
      orderView(
        { ...row, template: { ...template, fields: [...template.fields, ...gone] } },
        lines.filter(({ orderId }) => orderId === id),
        attached.map(attachmentView),
        moneyView(
          order,
          entries.filter(({ orderId }) => orderId === id),
          today,
        ),
        riskOf(order),
      ),
    )
  }
  return found
}

/** Returns one order with all details. @throws AppError not_found */
export async function getOrder(ctx: TenantContext, id: number): Promise<Order> {
  return firstOf(await getOrders(ctx, [id]), orderMessages.notFound)
}
