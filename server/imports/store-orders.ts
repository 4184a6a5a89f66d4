import type { SoldOrder } from '@trunkshow/contract/imports/fields.ts'
import { shareOut } from '@trunkshow/contract/money.ts'
import { orderName, splitName } from '@trunkshow/contract/orders/rules.ts'
import { asc, type SQL, sql } from 'drizzle-orm'
import type { Context, TenantContext } from '../context.ts'
import { idsWithEmail } from '../customers/queries.ts'
import { type ChosenLine, namesOf, plainLine } from '../orders/create/choose-lines.ts'
import { addressColumns } from '../orders/create/choose-parts.ts'
import { assertRoomForOrders, takeNumbers } from '../orders/create/create-order.ts'
import { activityLog } from '../platform/db/schema/activity.ts'
import { customers } from '../platform/db/schema/customers.ts'
import { orderLines, orders } from '../platform/db/schema/orders.ts'
import { orderFormTemplates, orderTemplateVersions, products } from '../platform/db/schema/products.ts'
import { own } from '../platform/db/statement.ts'
import { knownProduct } from './known-rows.ts'
import { userName } from './queries.ts'

type ImportContext = TenantContext & Pick<Context, 'config'>
type SoldItem = SoldOrder['items'][number]

/** The archived template of imported orders: it asks nothing, since their prices are what was paid. */
const FORM_NAME = 'Imported order'

/** A statement can have 65,535 parameters. */
const LINES_PER_INSERT = 1000

/**
 * Stores new orders of another system (decision 058). Customers are found by email and products as in a file of products;
 * those that are missing are added, products as archived. Nothing is sent to anyone. Needs a transaction that other
 * imports of the company wait for.
 *
 * @throws AppError conflict, naming the company's limit
 */
export async function storeOrders(ctx: ImportContext, userId: number, added: readonly SoldOrder[]) {
  const { companyId } = ctx.actor
  const customerIds = await findOrAddCustomers(ctx, userId, added)
  const productIds = await findOrAddProducts(
    ctx,
    userId,
    added.flatMap(({ items }) => items),
  )
  const form = await findOrAddForm(ctx)
  const paid = added.map((order) =>
    paidPrices(order).map(
      ({ item, sku, cents, quantity }): ChosenLine => ({
        ...plainLine,
        productId: productIds.get(keyOf({ item, sku }))!,
        name: item,
        sku: sku ?? '',
        unitPriceCents: cents,
        quantity,
      }),
    ),
  )
  const lastNumber = await takeNumbers(ctx, added.length)
  const rows = await ctx.db
    .insert(orders)
    .values(
      added.map((order, at) => ({
        companyId,
        userId,
        orderNumber: lastNumber - added.length + 1 + at,
        importedAs: order.number,
        status: order.status,
        customerId: customerIds.get(order.email.toLowerCase())!,
        customerName: order.customer,
        customerEmail: order.email,
        customerPhone: order.phone || null,
        ...addressColumns(order.address),
        ...form,
        formData: {},
        notes: order.notes,
        items: namesOf(paid[at]!),
        totalCents: sumOf(paid[at]!),
        receivedCents: isPaid(order) ? sumOf(paid[at]!) : 0,
        createdAt: toInstant(companyId, order.orderedAt),
      })),
    )
    .returning({ id: orders.id, orderNumber: orders.orderNumber, importedAs: orders.importedAs })
  const idOf = new Map(rows.map(({ id, importedAs }) => [importedAs, id]))
  const lines = added.flatMap(({ number }, at) =>
    paid[at]!.map((product) => ({ ...product, companyId, orderId: idOf.get(number)! })),
  )
  for (let at = 0; at < lines.length; at += LINES_PER_INSERT)
    await ctx.db.insert(orderLines).values(lines.slice(at, at + LINES_PER_INSERT))
  await ctx.db.execute(sql`
    INSERT INTO order_entries (company_id, order_id, kind, cents, method, received_on, reference, user_id)
    SELECT o.company_id, o.id, 'payment', o.received_cents, 'other', wall_clock(o.created_at, c.time_zone)::date,
      'Recorded at import', o.user_id
    FROM orders AS o JOIN companies AS c ON c.id = o.company_id
    WHERE o.company_id = ${companyId} AND o.id = ANY(${sql.param(rows.map(({ id }) => id))}) AND o.received_cents > 0`)
  // Begins the history of each order, which also tells open lists that there are new ones (decision 010).
  await ctx.db.insert(activityLog).values(
    rows.map((order) => ({
      companyId,
      userId,
      actorName: userName(companyId, userId),
      activity: 'order.created' as const,
      subject: 'order' as const,
      subjectId: order.id,
      subjectName: orderName(order),
      changes: [{ field: 'Imported as', from: null, to: order.importedAs }],
    })),
  )
  await assertRoomForOrders(ctx, lastNumber)
}

const isPaid = ({ status }: SoldOrder) => status !== 'pending' && status !== 'cancelled'
const sumOf = (lines: readonly ChosenLine[]) =>
  lines.reduce((sum, { unitPriceCents, quantity }) => sum + unitPriceCents * quantity, 0)

/** What an order's `orderedAt` means by the company's clock, if it has no offset. */
const toInstant = (companyId: number, moment: string) =>
  moment.endsWith('Z')
    ? new Date(moment)
    : sql`instant_of(${moment}::timestamp, (SELECT c.time_zone FROM companies AS c WHERE c.id = ${companyId}))`

/**
 * Finds the records that orders need, and adds the others. Locks the found ones until their orders are stored, so that
 * none is deleted or merged before that: before the company's row is locked, and by id, as new orders do, so that no two
 * transactions wait for each other.
 *
 * @param find selects the `key` and `id` of each
 * @returns ids by key
 */
async function findOrAdd<Wanted>(
  { db, actor }: TenantContext,
  table: typeof customers | typeof products,
  wanted: ReadonlyMap<string, Wanted>,
  find: SQL,
  add: (missing: Wanted[]) => Promise<[key: string, id: number][]>,
): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ key: string; id: number | null }>(find)
  const locked = await db
    .select({ id: table.id })
    .from(table)
    .where(own({ actor }, table, { id: rows.flatMap(({ id }) => id ?? []) }))
    .orderBy(asc(table.id))
    .for('key share')
  const kept = new Set(locked.map(({ id }) => id))
  const ids = new Map(rows.flatMap(({ key, id }) => (id !== null && kept.has(id) ? [[key, id]] : [])))
  const missing = [...wanted].flatMap(([key, one]) => (ids.has(key) ? [] : [one]))
  if (missing.length > 0) for (const [key, id] of await add(missing)) ids.set(key, id)
  return ids
}

/** Ids of the orders' customers by email in lower case. */
async function findOrAddCustomers(ctx: TenantContext, userId: number, sold: readonly SoldOrder[]) {
  const { companyId } = ctx.actor
  const people = new Map(sold.toReversed().map((order) => [order.email.toLowerCase(), order]))
  const find = sql`
    SELECT row.key, (SELECT min(id) FROM (${idsWithEmail(companyId, sql`row.key`)}) AS found) AS id
    FROM jsonb_array_elements_text(${JSON.stringify([...people.keys()])}::jsonb) AS row (key)`
  return findOrAdd(ctx, customers, people, find, async (missing) => {
    const added = await ctx.db
      .insert(customers)
      .values(
        missing.map(({ customer, email, phone }) => ({
          ...{ companyId, userId, email },
          ...splitName(customer),
          phone: phone || null,
        })),
      )
      .returning({ id: customers.id, email: customers.email })
    return added.map(({ id, email }) => [email.toLowerCase(), id])
  })
}

/** What tells one product of a file from another. */
const keyOf = ({ item, sku }: Pick<SoldItem, 'item' | 'sku'>) =>
  JSON.stringify([sku?.toLowerCase() || '', sku ? '' : item.toLowerCase()])

/** Ids of the products by `keyOf`. */
async function findOrAddProducts(ctx: TenantContext, userId: number, items: readonly SoldItem[]) {
  const { companyId } = ctx.actor
  const byKey = new Map(items.toReversed().map((item) => [keyOf(item), item]))
  const wanted = Array.from(byKey, ([key, { item, sku }]) => ({ key, name: item, sku: sku ?? '' }))
  const find = sql`
    SELECT row.key, ${knownProduct(companyId)} AS id
    FROM (
      SELECT key, lower(sku) AS sku_key, plain_text(name) AS name_key
      FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS file (key text, name text, sku text)
    ) AS row`
  return findOrAdd(ctx, products, byKey, find, async (missing) => {
    const added = await ctx.db
      .insert(products)
      .values(
        missing.map(({ item: name, sku, price: basePriceCents }) => ({
          ...{ companyId, userId, name, basePriceCents },
          sku: sku ?? '',
          isActive: false,
        })),
      )
      .returning({ id: products.id, item: products.name, sku: products.sku })
    return added.map(({ id, ...product }) => [keyOf(product), id])
  })
}

/** Returns the template of imported orders, which the first one adds. */
async function findOrAddForm({ db, actor: { companyId } }: TenantContext) {
  const { rows } = await db.execute<{ templateId: number; templateVersion: number }>(sql`
    SELECT v.template_id AS "templateId", v.version AS "templateVersion" FROM order_form_templates AS t
    JOIN order_template_versions AS v ON v.template_id = t.id AND v.version = t.version
    WHERE t.company_id = ${companyId} AND v.template_name = ${FORM_NAME} AND t.archived_at IS NOT NULL AND v.fields = '[]'
    ORDER BY t.id LIMIT 1`)
  const [found] = rows
  if (found) return found
  const [{ templateId } = { templateId: 0 }] = await db
    .insert(orderFormTemplates)
    .values({ companyId, templateName: FORM_NAME, archivedAt: sql`now()` })
    .returning({ templateId: orderFormTemplates.id })
  const version = { templateId, version: 1, templateName: FORM_NAME, itemType: '', fields: [] }
  await db.insert(orderTemplateVersions).values({ ...version, companyId })
  return { templateId, templateVersion: 1 }
}

/**
 * The prices that were paid: those of the file, less each line's own discount and its share of the order's discounts and
 * refunds. Where a share can't be divided by the quantity, some of the pieces cost a cent more than the others.
 *
 * @returns the order's products with the price of one, in cents; together they cost the subtotal less what was refunded
 */
function paidPrices({ items, subtotal, grossSubtotal, orderDiscount, refunded }: SoldOrder) {
  const sumOf = (cents: 'listCents' | 'soldCents') => items.reduce((sum, item) => sum + item[cents], 0)
  const [listed, sold] = [sumOf('listCents'), sumOf('soldCents')]
  const due = subtotal ?? (grossSubtotal ?? sold) - (orderDiscount ?? 0)
  // A larger subtotal says that the discounts of the lines are in their prices already.
  const [weight, sum] = due > sold ? (['listCents', listed] as const) : (['soldCents', sold] as const)
  const paid = Math.max(0, Math.min(due, sum) - (refunded ?? 0))
  const shares = shareOut(
    paid,
    items.map((item) => item[weight]),
  )
  return items.flatMap(({ quantity, ...item }, at) => {
    const share = shares[at]!
    const [cents, dearer] = [Math.floor(share / quantity), share % quantity]
    return [
      { ...item, cents, quantity: quantity - dearer },
      { ...item, cents: cents + 1, quantity: dearer },
    ].filter(({ quantity }) => quantity > 0)
  })
}
