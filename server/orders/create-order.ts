import { createHash } from 'node:crypto'
import { AppError } from '@trunkshow/contract/errors.ts'
import { centsToDecimal, formatMoney, parseCents } from '@trunkshow/contract/money.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import type { Order, OrderInput } from '@trunkshow/contract/orders/schema.ts'
import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { orderProducts, orders } from '../db/schema/orders.ts'
import { inTransaction } from '../db/transaction.ts'
import type { UploadedFile } from '../http/uploads.ts'
import { swapCode } from './apply-discount.ts'
import { addressColumns, chooseAddress, chooseCustomer } from './choose-customer.ts'
import { chooseOccasion } from './choose-occasion.ts'
import { chooseProducts } from './choose-products.ts'
import { makeTotal } from './make-total.ts'
import { getOrder, ownOrder } from './queries.ts'
import { assertTakesFiles, chooseForm, readAnswers } from './read-form.ts'
import { recordOrder } from './record-order.ts'
import { prepareFiles, storeAttachments } from './store-attachments.ts'

/** Whose repeat a call is: the form's key, and what was asked for with it (decision 002). */
interface Attempt {
  idempotencyKey: string | null
  requestHash: string
}

/**
 * Takes an order (spec back-office §5, §7), with a new customer and address where there are none yet. Refused, it
 * leaves nothing behind.
 *
 * @param files parts `orderAttachment_n` are the order's; others are of the attachment field whose answer names them
 * @param key the form's Idempotency-Key: a repeat within 24 h answers the first order and makes no second one
 * @returns the order, and whether it is a repeat's first one
 * @throws AppError invalid, with fields `customFields.{id}` for answers and a part's name for its file; conflict for
 *   what is gone meanwhile or a code that cannot be used; not_found for a code that is not there; changed when the
 *   total is not the one that was shown, with the new one in `fields.total`; key_reused for a key sent before with
 *   other data
 */
export async function createOrder(
  ctx: StaffContext,
  input: OrderInput,
  files: readonly UploadedFile[],
  key: string | null,
): Promise<{ order: Order; replayed: boolean }> {
  const sent = files.map(({ field, name, size }) => [field, name, size])
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
  const prepared = await prepareFiles(files)
  return inTransaction(ctx, async (ctx) => {
    const form = await chooseForm(ctx, input)
    const fieldIds = fieldsOfParts(form.fields, input.customFields, files)
    assertTakesFiles(form, files, fieldIds)
    const formData = readAnswers(form, input.customFields, fieldIds, 'customFields')
    const products = await chooseProducts(ctx, input)
    const occasion = await chooseOccasion(ctx, input)
    const customerId = await chooseCustomer(ctx, input)
    const address = await chooseAddress(ctx, customerId, input)
    const { companyId, userId } = ctx.actor
    const [made] = await ctx.db
      .insert(orders)
      .values({
        companyId,
        userId,
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
        totalCents: makeTotal({ formData, discountCode: null, discountPercent: null }, form, products),
        ...attempt,
      })
      .returning()
    const order = made!
    const { id } = order
    await ctx.db.insert(orderProducts).values(products.map((each) => ({ ...each, companyId, orderId: id })))
    const given = prepared.map((file, at) => ({ fieldId: fieldIds[at]!, file }))
    await storeAttachments(ctx, id, given)
    if (input.discountCodeId !== null) {
      // Last, since every other order with this code waits from here on.
      Object.assign(order, await swapCode(ctx, order, input.discountCodeId))
      order.totalCents = makeTotal(order, form, products)
      const { discountCodeId, discountCode, discountPercent, totalCents } = order
      await ctx.db
        .update(orders)
        .set({ discountCodeId, discountCode, discountPercent, totalCents })
        .where(ownOrder(ctx, id))
    }
    assertTotal(input, order.totalCents)
    await recordOrder(ctx, 'order.created', id)
    return getOrder(ctx, id)
  })
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
