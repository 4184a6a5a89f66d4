import type { SoldOrder } from '@trunkshow/contract/imports/fields.ts'
import { orderName, splitName } from '@trunkshow/contract/orders/rules.ts'
import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Context, TenantContext } from '../context.ts'
import { idsWithEmail } from '../customers/queries.ts'
import { addressColumns, type ChosenProduct, namesOf } from '../orders/create/choose-parts.ts'
import { assertRoomForOrders, takeNumbers } from '../orders/create/create-order.ts'
import { activityLog } from '../platform/db/schema/activity.ts'
import { customers } from '../platform/db/schema/customers.ts'
import { orderProducts, orders } from '../platform/db/schema/orders.ts'
import { orderFormTemplates, orderTemplateVersions, products } from '../platform/db/schema/products.ts'
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
export async function storeOrders(
  ctx: ImportContext,
  userId: number,
  added: readonly SoldOrder[],
): Promise<void> {
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
      ({ item, sku, cents, quantity }): ChosenProduct => ({
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
        totalCents: paid[at]!.reduce(
          (sum, { unitPriceCents, quantity }) => sum + unitPriceCents * quantity,
          0,
        ),
        createdAt: toInstant(companyId, order.orderedAt),
      })),
    )
    .returning({ id: orders.id, orderNumber: orders.orderNumber, importedAs: orders.importedAs })
  const idOf = new Map(rows.map(({ id, importedAs }) => [importedAs, id]))
  const lines = added.flatMap(({ number }, at) =>
    paid[at]!.map((product) => ({ ...product, companyId, orderId: idOf.get(number)! })),
  )
  for (let at = 0; at < lines.length; at += LINES_PER_INSERT)
    await ctx.db.insert(orderProducts).values(lines.slice(at, at + LINES_PER_INSERT))
  await recordImported(ctx, userId, rows)
  await assertRoomForOrders(ctx, lastNumber)
}

/** What an order's `orderedAt` means by the company's clock, if it has no offset. */
const toInstant = (companyId: number, moment: string) =>
  moment.endsWith('Z')
    ? new Date(moment)
    : sql`instant_of(${moment}::timestamp, (SELECT c.time_zone FROM companies AS c WHERE c.id = ${companyId}))`

/**
 * Locks the found records until their orders are stored, so that none is deleted or merged before that. Before the company's
 * row is locked, and by id, as new orders do, so that no two transactions wait for each other.
 *
 * @returns those that are still there
 */
async function lockFound<Found extends { id: number | null }>(
  { db, actor }: TenantContext,
  table: typeof customers | typeof products,
  rows: readonly Found[],
) {
  const ids = rows.flatMap(({ id }) => id ?? [])
  const locked = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.companyId, actor.companyId), inArray(table.id, ids)))
    .orderBy(asc(table.id))
    .for('key share')
  const kept = new Set<number | null>(locked.map(({ id }) => id))
  return rows.filter((row): row is Found & { id: number } => kept.has(row.id))
}

/** Ids of the orders' customers by email in lower case. */
async function findOrAddCustomers(
  ctx: TenantContext,
  userId: number,
  sold: readonly SoldOrder[],
): Promise<Map<string, number>> {
  const { companyId } = ctx.actor
  const people = new Map(sold.toReversed().map((order) => [order.email.toLowerCase(), order]))
  const { rows } = await ctx.db.execute<{ email: string; id: number | null }>(sql`
    SELECT row.email, (SELECT min(id) FROM (${idsWithEmail(companyId, sql`row.email`)}) AS found) AS id
    FROM jsonb_array_elements_text(${JSON.stringify([...people.keys()])}::jsonb) AS row (email)`)
  const found = await lockFound(ctx, customers, rows)
  const ids = new Map(found.map(({ email, id }) => [email, id]))
  const missing = [...people].flatMap(([email, order]) => (ids.has(email) ? [] : [order]))
  if (missing.length === 0) return ids
  const added = await ctx.db
    .insert(customers)
    .values(
      missing.map(({ customer, email, phone }) => ({
        companyId,
        userId,
        ...splitName(customer),
        email,
        phone: phone || null,
      })),
    )
    .returning({ id: customers.id, email: customers.email })
  for (const { id, email } of added) ids.set(email.toLowerCase(), id)
  return ids
}

/** What tells one product of a file from another. */
const keyOf = ({ item, sku }: Pick<SoldItem, 'item' | 'sku'>) =>
  JSON.stringify([sku?.toLowerCase() || '', sku ? '' : item.toLowerCase()])

/** Ids of the products by `keyOf`. */
async function findOrAddProducts(
  ctx: TenantContext,
  userId: number,
  items: readonly SoldItem[],
): Promise<Map<string, number>> {
  const { companyId } = ctx.actor
  const byKey = new Map(items.toReversed().map((item) => [keyOf(item), item]))
  const wanted = Array.from(byKey, ([key, { item, sku }]) => ({ key, name: item, sku: sku ?? '' }))
  const { rows } = await ctx.db.execute<{ key: string; id: number | null }>(sql`
    SELECT row.key, ${knownProduct(companyId)} AS id
    FROM (
      SELECT key, lower(sku) AS sku_key, plain_text(name) AS name_key
      FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS file (key text, name text, sku text)
    ) AS row`)
  const found = await lockFound(ctx, products, rows)
  const ids = new Map(found.map(({ key, id }) => [key, id]))
  const missing = [...byKey].flatMap(([key, item]) => (ids.has(key) ? [] : [item]))
  if (missing.length === 0) return ids
  const added = await ctx.db
    .insert(products)
    .values(
      missing.map(({ item, sku, price }) => ({
        companyId,
        userId,
        name: item,
        sku: sku ?? '',
        basePriceCents: price,
        isActive: false,
      })),
    )
    .returning({ id: products.id, name: products.name, sku: products.sku })
  for (const { id, name, sku } of added) ids.set(keyOf({ item: name, sku }), id)
  return ids
}

/** Returns the template of imported orders, which the first one adds. */
async function findOrAddForm({ db, actor: { companyId } }: TenantContext) {
  const [found] = await db
    .select({ templateId: orderTemplateVersions.templateId, templateVersion: orderTemplateVersions.version })
    .from(orderFormTemplates)
    .innerJoin(
      orderTemplateVersions,
      and(
        eq(orderTemplateVersions.templateId, orderFormTemplates.id),
        eq(orderTemplateVersions.version, orderFormTemplates.version),
      ),
    )
    .where(
      and(
        eq(orderFormTemplates.companyId, companyId),
        eq(orderTemplateVersions.templateName, FORM_NAME),
        isNotNull(orderFormTemplates.archivedAt),
        sql`${orderTemplateVersions.fields} = '[]'`,
      ),
    )
    .orderBy(asc(orderFormTemplates.id))
    .limit(1)
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
  let [soFar, given] = [0, 0]
  return items.flatMap(({ quantity, ...item }) => {
    soFar += item[weight]
    const share = sum === 0 ? 0 : Number((BigInt(paid) * BigInt(soFar)) / BigInt(sum)) - given
    given += share
    const [cents, dearer] = [Math.floor(share / quantity), share % quantity]
    return [
      { ...item, cents, quantity: quantity - dearer },
      { ...item, cents: cents + 1, quantity: dearer },
    ].filter(({ quantity }) => quantity > 0)
  })
}

/** Begins the history of each order, which also tells open lists that there are new ones (decision 010). */
async function recordImported(
  { db, actor: { companyId } }: TenantContext,
  userId: number,
  added: readonly { id: number; orderNumber: number; importedAs: string | null }[],
) {
  await db.insert(activityLog).values(
    added.map((order) => ({
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
}
