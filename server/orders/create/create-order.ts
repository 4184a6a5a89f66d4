import { createHash } from 'node:crypto'
import { AppError } from '@trunkshow/contract/errors.ts'
import { centsToDecimal, formatMoney, parseCents } from '@trunkshow/contract/money.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import type { Order, OrderInput } from '@trunkshow/contract/orders/schema.ts'
import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import { companies } from '../../db/schema/company.ts'
import { attachments, orderProducts, orders } from '../../db/schema/orders.ts'
import { inTransaction } from '../../db/transaction.ts'
import { assertWithinQuotas } from '../../http/guards/quotas.ts'
import type { UploadedFile } from '../../http/uploads.ts'
import { swapCode } from '../change/apply-discount.ts'
import { recordOrder } from '../change/record-order.ts'
import { prepareFiles, putFiles } from '../files/store-attachments.ts'
import { getOrder } from '../queries.ts'
import { addressColumns, chooseAddress, chooseCustomer } from './choose-customer.ts'
import { chooseOccasion } from './choose-occasion.ts'
import { chooseProducts } from './choose-products.ts'
import { makeTotal } from './make-total.ts'
import { assertTakesFiles, chooseForm, readAnswers } from './read-form.ts'

/** Whose repeat a call is: the form's key, and what was asked for with it (decision 002). */
interface Attempt {
  idempotencyKey: string | null
  requestHash: string
}

/**
 * Takes an order (docs/product.md, Taking an order), with a new customer and address where there are none yet. Refused,
 * it leaves nothing behind.
 *
 * @param files parts `orderAttachment_n` are the order's; others are of the attachment field whose answer names them
 * @param key the form's Idempotency-Key: a repeat within 24 h answers the first order and makes no second one
 * @returns the order, and whether it is a repeat's first one
 * @throws AppError invalid, with fields `customFields.{id}` for answers and a part's name for its file; conflict for
 *   what is gone meanwhile or a code that cannot be used; not_found for a code that is not there; changed when the
 *   total is not the one that was shown, with the new one in `fields.total`; key_reused for a key sent before with
 *   other data or other files
 */
export async function createOrder(
  ctx: StaffContext,
  input: OrderInput,
  files: readonly UploadedFile[],
  key: string | null,
): Promise<{ order: Order; replayed: boolean }> {
  const sent = files.map(({ field, name, hash }) => [field, name, hash])
  const requestHash = createHash('sha256')
    .update(JSON.stringify([input, sent]))
    .digest('hex')
  const attempt = { idempotencyKey: key, requestHash }
  const first = await findFirst(ctx, attempt)
  if (first) return { order: first, replayed: true }
  try {
    return { order: await take(ctx, input, files, attempt), replayed: false }
  } catch (error) {
    // A repeat that crossed its first call has lost to it: the key, or what there was only once.
    const first = await findFirst(ctx, attempt)
    if (first) return { order: first, replayed: true }
    throw error
  }
}

/** The order that an earlier call with this key has made. @throws AppError key_reused */
async function findFirst(ctx: StaffContext, { idempotencyKey, requestHash }: Attempt): Promise<Order | null> {
  if (idempotencyKey === null) return null
  const [first] = await ctx.db
    .select({
      id: orders.id,
      requestHash: orders.requestHash,
      recent: sql<boolean>`created_at > now() - interval '24 hours'`,
    })
    .from(orders)
    .where(and(eq(orders.companyId, ctx.actor.companyId), eq(orders.idempotencyKey, idempotencyKey)))
  if (!first) return null
  if (!first.recent || first.requestHash !== requestHash)
    throw new AppError('key_reused', orderMessages.keyReused)
  return getOrder(ctx, first.id)
}

async function take(
  ctx: StaffContext,
  input: OrderInput,
  files: readonly UploadedFile[],
  attempt: Attempt,
): Promise<Order> {
  const prepared = await prepareFiles(ctx, files)
  const id = await nextId(ctx)
  return inTransaction(ctx, async (ctx) => {
    const form = await chooseForm(ctx, input)
    const fieldIds = fieldsOfParts(form.fields, input.customFields, files)
    assertTakesFiles(form, files, fieldIds)
    const formData = readAnswers(form, input.customFields, fieldIds, 'customFields')
    const products = await chooseProducts(ctx, input)
    const occasion = await chooseOccasion(ctx, input)
    const customerId = await chooseCustomer(ctx, input)
    const address = await chooseAddress(ctx, customerId, input)
    const stored = await putFiles(
      ctx,
      id,
      prepared.map((file, at) => ({ fieldId: fieldIds[at]!, file })),
    )
    // After the files, since every other order with this code waits from here on.
    const discount = await swapCode(ctx, noDiscount, input.discountCodeId)
    const totalCents = makeTotal({ formData, ...discount }, form, products)
    assertTotal(input, totalCents)
    const { companyId, userId } = ctx.actor
    // Last of all, since every other order of the company waits from here on (decision 020).
    const orderNumber = await takeNumber(ctx)
    await ctx.db
      .insert(orders)
      .overridingSystemValue()
      .values({
        id,
        companyId,
        userId,
        orderNumber,
        customerId,
        customerName: input.customerName,
        customerEmail: input.customerEmail,
        customerPhone: input.customerPhone || null,
        ...addressColumns(address),
        addressId: address?.id ?? null,
        ...occasion,
        templateId: input.templateId,
        templateVersion: form.version,
        formData,
        notes: input.notes ?? '',
        items: products.map(({ name }) => name).join(', '),
        ...discount,
        totalCents,
        ...attempt,
      })
    await ctx.db.insert(orderProducts).values(products.map((each) => ({ ...each, companyId, orderId: id })))
    if (stored.length > 0) await ctx.db.insert(attachments).values(stored)
    await recordOrder(ctx, 'order.created', { id, orderNumber })
    await assertRoomForOrder(ctx, orderNumber, stored.length > 0)
    return getOrder(ctx, id)
  })
}

/** The first order of a company is the next one: #1001. */
const NUMBERS_BEFORE = 1000

const noDiscount = { discountCodeId: null, discountCode: null, discountPercent: null }

/** The id of a new order, known before its row is there, so that its files are stored before its number is taken. */
async function nextId({ db }: StaffContext): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(
    sql`SELECT nextval(pg_get_serial_sequence('orders', 'id'))::int AS id`,
  )
  return rows[0]!.id
}

/** The company's next order number; given back when the transaction is rolled back. */
async function takeNumber({ db, actor }: StaffContext): Promise<number> {
  const [company] = await db
    .update(companies)
    .set({ lastOrderNumber: sql`${companies.lastOrderNumber} + 1` })
    .where(eq(companies.id, actor.companyId))
    .returning({ orderNumber: companies.lastOrderNumber })
  return company!.orderNumber
}

/** Orders are counted only once so many were ever taken as the company may have; until then there is room. */
async function assertRoomForOrder(ctx: StaffContext, orderNumber: number, withFiles: boolean) {
  const most = ctx.config.quotas.orders
  const mayBeFull = most !== null && orderNumber - NUMBERS_BEFORE > most
  const kinds = [
    ...(mayBeFull ? (['orders'] as const) : []),
    ...(withFiles ? (['files', 'bytes'] as const) : []),
  ]
  if (kinds.length > 0) await assertWithinQuotas(ctx, ctx.actor.companyId, kinds)
}

/**
 * The field that each file answers: the one whose answer names its part; null for one of the order itself. A part that
 * no answer names keeps its own name, which no field has.
 */
function fieldsOfParts(
  fields: readonly TemplateField[],
  customFields: OrderInput['customFields'],
  files: readonly UploadedFile[],
): (string | null)[] {
  const takers = fields.filter(({ type }) => type === 'attachment')
  return files.map(({ field: part }) => {
    if (part.startsWith('orderAttachment')) return null
    const taker = takers.find(({ id }) => [customFields[id]].flat().includes(part))
    return taker?.id ?? part
  })
}

/** Who was shown another total is told the one it would be, and nothing is stored. */
function assertTotal({ total }: OrderInput, totalCents: number) {
  if (total === undefined || parseCents(total) === totalCents) return
  const now = centsToDecimal(totalCents)
  throw new AppError('changed', orderMessages.totalChanged(formatMoney(now)), { fields: { total: now } })
}
