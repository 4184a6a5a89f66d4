import { AppError } from '@trunkshow/contract/errors.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import type { Order, OrderInput } from '@trunkshow/contract/orders/schema.ts'
import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Context, StaffContext, TenantContext } from '../../context.ts'
import { companies } from '../../platform/db/schema/company.ts'
import { attachments, orders } from '../../platform/db/schema/orders.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { assertWithinQuotas } from '../../platform/http/guards/quotas.ts'
import { hashRequest } from '../../platform/http/idempotency-key.ts'
import type { UploadedFile } from '../../platform/http/uploads.ts'
import { recordOrder } from '../change/record-order.ts'
import { datesOf, swapCode } from '../change/update-order.ts'
import { prepareFiles, putFiles } from '../files/store-attachments.ts'
import { companyTerms } from '../money/queries.ts'
import { getOrder } from '../queries.ts'
import { chooseLines, insertLines, makeTotal, namesOf } from './choose-lines.ts'
import {
  addressColumns,
  assertTakesFiles,
  assertTotal,
  chooseAddress,
  chooseCustomer,
  chooseEvent,
  chooseForm,
  chooseTax,
  readAnswers,
} from './choose-parts.ts'

/** Identifies repeats of a request: the form's key and a hash of the request (decision 002). */
type Attempt = { idempotencyKey: string | null; requestHash: string }

/**
 * Creates an order (docs/product.md, Taking an order), with a new customer and address if needed, or nothing at all on
 * error.
 *
 * @param files parts `orderAttachment_n` belong to the order itself, others to the attachment field whose answer names
 *   them
 * @param key the form's Idempotency-Key: a repeat within 24 hours returns the first order
 * @returns the order, and whether it is a replay of an earlier request
 * @throws AppError invalid, with fields `customFields.{id}` for answers and the part's name for its file; conflict for
 *   a deleted record or a code that can't be used; not_found for an unknown code; changed if the total differs from the
 *   one shown, with the new one in `fields.total`; key_reused for a key sent before with other data or files
 */
export async function createOrder(
  ctx: StaffContext,
  input: OrderInput,
  files: readonly UploadedFile[],
  key: string | null,
): Promise<{ order: Order; replayed: boolean }> {
  const sent = files.map(({ field, name, hash }) => [field, name, hash])
  const attempt = { idempotencyKey: key, requestHash: hashRequest([input, sent]) }
  const first = await findFirst(ctx, attempt)
  if (first) return { order: first, replayed: true }
  try {
    return { order: await insertOrder(ctx, input, files, attempt), replayed: false }
  } catch (error) {
    // A concurrent request with the same key may have won; return its order.
    const first = await findFirst(ctx, attempt)
    if (first) return { order: first, replayed: true }
    throw error
  }
}

/** Returns the order that an earlier request with this key created. @throws AppError key_reused */
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

async function insertOrder(
  ctx: StaffContext,
  input: OrderInput,
  files: readonly UploadedFile[],
  attempt: Attempt,
): Promise<Order> {
  const prepared = await prepareFiles(ctx, files)
  const id = await nextId(ctx)
  return inTransaction(ctx, async (ctx) => {
    const form = await chooseForm(ctx, input)
    const fieldIds = resolveFileFields(form.fields, input.customFields, files)
    assertTakesFiles(form, files, fieldIds)
    const formData = readAnswers(form, input.customFields, fieldIds, 'customFields')
    const lines = await chooseLines(ctx, input.templateId, input.products)
    const eventLinks = await chooseEvent(ctx, input)
    const customerId = await chooseCustomer(ctx, input)
    const address = await chooseAddress(ctx, customerId, input)
    const added = prepared.map((file, at) => ({ fieldId: fieldIds[at]!, file }))
    const stored = await putFiles(ctx, id, added)
    // After the files, since all other orders with this code wait from here on.
    const discount = await swapCode(ctx, noDiscount, input.discountCodeId)
    const tax = await chooseTax(ctx, {
      customerId,
      eventId: eventLinks.eventId,
      state: address?.state ?? null,
    })
    const sums = makeTotal({ formData, ...discount, ...tax }, form, lines)
    assertTotal(input, sums.totalCents)
    const { companyId, userId } = ctx.actor
    const orderNumber = await takeNumbers(ctx, 1)
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
        ...eventLinks,
        // The booking's colleague, or else the customer's.
        assigneeId: sql`coalesce(
          (SELECT b.assignee_id FROM bookings AS b WHERE b.id = ${eventLinks.bookingId}::int),
          (SELECT c.assignee_id FROM customers AS c WHERE c.id = ${customerId}))`,
        templateId: input.templateId,
        templateVersion: form.version,
        formData,
        notes: input.notes ?? '',
        items: namesOf(lines),
        ...discount,
        ...tax,
        ...sums,
        ...companyTerms(companyId),
        ...datesOf(input),
        ...attempt,
      })
    await insertLines(ctx, id, lines)
    if (stored.length > 0) await ctx.db.insert(attachments).values(stored)
    await recordOrder(ctx, 'order.created', { id, orderNumber })
    await assertRoomForOrders(ctx, orderNumber, stored.length > 0)
    return getOrder(ctx, id)
  })
}

const noDiscount = { discountCodeId: null, discountCode: null, discountPercent: null }

/** Reserves the order's id, so that its files can be stored before its number is taken. */
async function nextId({ db }: StaffContext): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(
    sql`SELECT nextval(pg_get_serial_sequence('orders', 'id'))::int AS id`,
  )
  return rows[0]!.id
}

/** Returns the field of each file: null for one of the order itself, the part's own name if no answer names it. */
function resolveFileFields(
  fields: readonly TemplateField[],
  customFields: OrderInput['customFields'],
  files: readonly UploadedFile[],
): (string | null)[] {
  const attachmentFields = fields.filter(({ type }) => type === 'attachment')
  return files.map(({ field: part }) => {
    if (part.startsWith('orderAttachment')) return null
    const field = attachmentFields.find(({ id }) => [customFields[id]].flat().includes(part))
    return field?.id ?? part
  })
}

/** A company's first order is #1001. */
const ORDER_NUMBER_OFFSET = 1000

/**
 * Takes the company's next order numbers; a rollback returns them. Last in a transaction, since all other orders of the
 * company wait from here on (decision 020). @returns the last one taken
 */
export async function takeNumbers({ db, actor }: TenantContext, count: number): Promise<number> {
  const [company] = await db
    .update(companies)
    .set({ lastOrderNumber: sql`${companies.lastOrderNumber} + ${count}` })
    .where(eq(companies.id, actor.companyId))
    .returning({ orderNumber: companies.lastOrderNumber })
  return company!.orderNumber
}

/**
 * Checks the quota of orders only once the last number exceeds it, since counting orders is slow.
 *
 * @param withFiles whether files were stored too
 * @throws AppError conflict, naming the limit
 */
export async function assertRoomForOrders(
  ctx: TenantContext & Pick<Context, 'config'>,
  lastNumber: number,
  withFiles = false,
): Promise<void> {
  const maxOrders = ctx.config.quotas.orders
  const mayBeFull = maxOrders !== null && lastNumber - ORDER_NUMBER_OFFSET > maxOrders
  const kinds = [
    ...(mayBeFull ? (['orders'] as const) : []),
    ...(withFiles ? (['files', 'bytes'] as const) : []),
  ]
  if (kinds.length > 0) await assertWithinQuotas(ctx, ctx.actor.companyId, kinds)
}
