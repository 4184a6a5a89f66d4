import { isDeepStrictEqual } from 'node:util'
import type { Activity } from '@trunkshow/contract/activity/rules.ts'
import { customerMessages } from '@trunkshow/contract/customers/messages.ts'
import { formatShortDate, formatTime } from '@trunkshow/contract/dates.ts'
import { assertAllowed, fieldError } from '@trunkshow/contract/errors.ts'
import { orderCan, ownProduct, productLine } from '@trunkshow/contract/orders/rules.ts'
import {
  type Attachment,
  editableOf,
  type Order,
  type OrderChange,
  orderChange,
  order as orderView,
} from '@trunkshow/contract/orders/schema.ts'
import { formerAnswers } from '@trunkshow/contract/templates/rules.ts'
import { isZipWrong } from '@trunkshow/contract/us-states.ts'
import { and, eq } from 'drizzle-orm'
import { changesOfEdit } from '../../activity/changes-of-edit.ts'
import type { StaffContext } from '../../context.ts'
import { getDiscount, giveBackUse, takeUse } from '../../discounts/discount-records.ts'
import type { LoggedChange } from '../../platform/db/schema/activity.ts'
import { orderProducts, orders } from '../../platform/db/schema/orders.ts'
import { nextVersion } from '../../platform/db/statement.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { assertWithinQuotas } from '../../platform/http/guards/quotas.ts'
import type { UploadedFile } from '../../platform/http/uploads.ts'
import {
  addressColumns,
  assertTotal,
  type ChosenProduct,
  chooseProducts,
  lockEvent,
  makeTotal,
  namesOf,
} from '../create/choose-parts.ts'
import { assertTakesFiles, type OrderForm, readAnswers, readForm } from '../create/read-form.ts'
import {
  attachmentKey,
  type NewAttachment,
  prepareFiles,
  storeAttachments,
} from '../files/store-attachments.ts'
import { getOrder, listAttachments, ownOrder, selectProducts } from '../queries.ts'
import { changeOf, changesOfPrice, lockOrder, recordOrder, type StoredOrder } from './record-order.ts'

/**
 * Changes the given fields of an order; omitted fields and answers stay. The total uses the prices and percent stored
 * with the order, or, on a newer template version, that version's fields and option prices; a product that is added has
 * its current price. Answers to fields the form doesn't show stay. An edit based on an older version is refused unless
 * all of it is already stored, as when a client retries after a lost response.
 *
 * @param files answers to the fields in `change.fileFieldIds`, in the same order
 * @throws AppError not_found; changed, with the stored order and who changed it, or if the total differs from the one
 *   shown; conflict for a canceled order, a code, product or event that can't be used, or one that isn't pending any
 *   more; invalid, with fields `formData.{id}` for answers and the part's name for its file
 */
export async function updateOrder(
  ctx: StaffContext,
  id: number,
  change: OrderChange,
  files: readonly UploadedFile[],
  activity: Activity = 'order.changed',
): Promise<Order> {
  await getOrder(ctx, id) // before its files are worked on
  const prepared = await prepareFiles(ctx, files)
  return inTransaction(ctx, async (ctx) => {
    const before = await lockOrder(ctx, id)
    assertAllowed(orderCan.edit(before))
    const oldForm = await readForm(ctx, before.templateId, before.templateVersion)
    const form = await readForm(ctx, before.templateId, change.templateVersion ?? before.templateVersion)
    const fieldIds = files.map((_, at) => change.fileFieldIds[at] || null)
    const added = prepared.map((file, at) => ({ fieldId: fieldIds[at]!, file }))
    if (change.version !== undefined && change.version !== before.version) {
      const current = await getOrder(ctx, id)
      await changesOfEdit(ctx, 'order', {
        current,
        view: orderView,
        seen: change.version,
        stored: editableOf(current),
        given: submittedFields(change),
        storesMore: !(await areStored(ctx, id, added)),
        words: {
          discountCodeId: current.discount?.code ?? '',
          products: productLine(current.products),
          eventId: current.event?.name ?? '',
        },
      })
      return current
    }
    assertZip(change, before)
    assertTakesFiles(form, files, fieldIds)
    let { formData } = before
    if (change.formData || form.version !== before.templateVersion) {
      const stored = await listAttachments(ctx, id)
      const all = [...stored.map(({ fieldId }) => fieldId), ...fieldIds]
      const answers = readAnswers(form, { ...formData, ...change.formData }, all, 'formData')
      formData = { ...formerAnswers(form.fields, formData), ...answers }
    }
    const items = await changeProducts(ctx, before, change.products)
    const event = await changeEvent(ctx, before, change.eventId)
    await storeAttachments(ctx, id, added)
    // After the files, since all other orders with this code wait from here on.
    const discount =
      change.discountCodeId === undefined ? {} : await swapCode(ctx, before, change.discountCodeId)
    const next = {
      ...columnsOf(before, change),
      ...event.links,
      items: namesOf(items.products),
      templateVersion: form.version,
      formData,
      ...discount,
    }
    const after = { ...before, ...next }
    const totalCents = makeTotal(after, form, items.products)
    assertTotal(change, totalCents)
    after.totalCents = totalCents
    if (added.length > 0 || items.isChanged || hasChanges(before, { ...next, totalCents })) {
      await ctx.db
        .update(orders)
        .set({ ...next, totalCents, ...nextVersion })
        .where(ownOrder(ctx, id))
      if (items.isChanged) await replaceProducts(ctx, id, items.products)
      const changes = [
        ...event.changes,
        ...items.changes,
        ...changesOfOrder([before, oldForm], [after, form]),
        ...changesOfFiles(form, added),
      ]
      await recordOrder(ctx, activity, before, changes, before.version + 1)
    }
    if (added.length > 0) await assertWithinQuotas(ctx, ctx.actor.companyId, ['files', 'bytes'])
    return getOrder(ctx, id)
  })
}

/** The submitted fields without attachment answers, which only name parts of the request. */
function submittedFields({ formData = {}, templateVersion, ...change }: OrderChange) {
  const answers = Object.entries(formData).filter(([, answer]) => !Array.isArray(answer))
  return { ...change, formData: Object.fromEntries(answers), templateVersion: templateVersion ?? undefined }
}

/** Whether the order already has all these files, byte for byte. */
async function areStored(ctx: StaffContext, id: number, files: readonly NewAttachment[]): Promise<boolean> {
  const stored = files.length > 0 ? await listAttachments(ctx, id) : []
  for (const file of files) if (!(await isStored(ctx, stored, file))) return false
  return true
}

async function isStored(ctx: StaffContext, stored: readonly Attachment[], { fieldId, file }: NewAttachment) {
  const { displayName, content } = file
  for (const row of stored) {
    if (row.fieldId !== fieldId || row.displayName !== displayName || row.fileSize !== content.size) continue
    const bytes = await ctx.files.getBytes(attachmentKey(row)).catch(() => null) // the storage may have lost it
    if (bytes && (await content.read()).equals(bytes)) return true
  }
  return false
}

/** @throws AppError invalid for a wrong ZIP code that wasn't stored */
function assertZip(
  { shippingAddress }: OrderChange,
  { customerState: state, customerZip: zip }: StoredOrder,
) {
  if (shippingAddress && isZipWrong(shippingAddress, { state, zip }))
    throw fieldError('invalid', 'shippingAddress.zip', customerMessages.zipInvalid)
}

/** Maps the change to columns. An edited address no longer refers to the customer's saved one. */
function columnsOf(before: StoredOrder, change: OrderChange) {
  const { notes, customerName, customerEmail, customerPhone, shippingAddress } = change
  const address = shippingAddress === undefined ? {} : addressColumns(shippingAddress)
  const moved = Object.entries(address).some(([name, part]) => before[name as keyof typeof before] !== part)
  return {
    ...(notes !== undefined && { notes: notes ?? '' }),
    ...(customerName !== undefined && { customerName }),
    ...(customerEmail !== undefined && { customerEmail }),
    ...(customerPhone !== undefined && { customerPhone: customerPhone || null }),
    ...(moved && { ...address, addressId: null }),
  }
}

/** Labels of the text fields in the timeline. */
const labels = { customerName: 'Customer', customerEmail: 'Email', customerPhone: 'Phone', notes: 'Notes' }
const texts = Object.keys(labels) as (keyof typeof labels)[]

/** Columns of the shipping address with their field names in the API. */
const addressParts = Object.entries(
  addressColumns({ street: 'street', street2: 'street2', city: 'city', state: 'state', zip: 'zip' }),
) as [keyof ReturnType<typeof addressColumns>, string][]

const idsOf = (...answers: object[]) => [...new Set(answers.flatMap(Object.keys))]

const addressLine = (order: StoredOrder) =>
  addressParts
    .map(([column]) => order[column])
    .filter(Boolean)
    .join(' · ')

/** Returns the field's label from the first form that has it. */
function labelOf(forms: readonly OrderForm[], fieldId: string | null, fallback: string) {
  const fields = forms.flatMap(({ fields }) => fields)
  return fields.find(({ id }) => id === fieldId)?.label ?? fallback
}

/** Describes added files, grouped by the label of their field. */
function changesOfFiles(
  form: OrderForm,
  added: readonly { fieldId: string | null; file: { displayName: string } }[],
): LoggedChange[] {
  return [...new Set(added.map(({ fieldId }) => fieldId))].flatMap((id) => {
    const names = added.filter(({ fieldId }) => fieldId === id).map(({ file }) => file.displayName)
    return changeOf(labelOf([form], id, 'Files'), null, names.join(', '))
  })
}

/** Whether any of these columns has a new value. */
const hasChanges = (before: StoredOrder, columns: Partial<StoredOrder>) =>
  Object.entries(columns).some(
    ([name, value]) => !isDeepStrictEqual(before[name as keyof StoredOrder], value),
  )

/** Lists what changed between two states of an order, each entry with its label, old value and new value. */
function changesOfOrder(
  [before, oldForm]: readonly [StoredOrder, OrderForm],
  [after, newForm]: readonly [StoredOrder, OrderForm],
): LoggedChange[] {
  const movedParts = addressParts.filter(([column]) => before[column] !== after[column])
  const addressPaths = movedParts.map(([, part]) => `shippingAddress.${part}`)
  return [
    ...texts.flatMap((name) => changeOf(labels[name], before[name], after[name], [name])),
    ...changeOf('Shipping address', addressLine(before), addressLine(after), addressPaths),
    ...changeOf('Template version', oldForm.version, newForm.version, ['templateVersion']),
    ...idsOf(before.formData, after.formData).flatMap((id) =>
      changeOf(labelOf([newForm, oldForm], id, id), before.formData[id], after.formData[id], [
        `formData.${id}`,
      ]),
    ),
    ...changesOfPrice(before, after),
  ]
}

/**
 * Returns the products that an edit leaves a locked order with: those it has keep their name and price, others have
 * their current ones (docs/product.md, Changing an order).
 *
 * @returns the products, and what to log; nothing to log if they are the same
 * @throws AppError conflict for an order that isn't pending, and as `chooseProducts` for products it doesn't have
 */
async function changeProducts(ctx: StaffContext, order: StoredOrder, chosen: OrderChange['products']) {
  const before = await selectProducts(ctx, [order.id])
  const stored = before.map(({ productId, quantity }) => ({ productId, quantity }))
  if (!chosen || isDeepStrictEqual(chosen, stored)) return { products: before, changes: [], isChanged: false }
  assertAllowed(orderCan.changeProducts({ ...order, products: before }), 'conflict', 'products')
  const added = chosen.filter(({ productId }) => !before.some((each) => each.productId === productId))
  const { templateId } = order
  const current = added.length > 0 ? await chooseProducts(ctx, { templateId, products: added }) : []
  const products = chosen.map(({ productId, quantity }, at) => {
    const { name, sku, unitPriceCents } =
      ownProduct(before, productId, at) ?? current.find((each) => each.productId === productId)!
    return { productId, name, sku, unitPriceCents, quantity }
  })
  const changes = changeOf('Products', productLine(before), productLine(products), ['products'])
  return { products, changes, isChanged: true }
}

/** Stores the products of a locked order in place of those it has. */
async function replaceProducts(
  { db, actor: { companyId } }: StaffContext,
  orderId: number,
  products: readonly ChosenProduct[],
) {
  await db
    .delete(orderProducts)
    .where(and(eq(orderProducts.orderId, orderId), eq(orderProducts.companyId, companyId)))
  await db.insert(orderProducts).values(products.map((each) => ({ ...each, companyId, orderId })))
}

/** An order's event and time slot in words: `Spring Trunk Show, Apr 16, 2027, 10:00 AM EDT`. */
function eventLine({ event, timeSlot }: Order) {
  const slot = timeSlot && [formatShortDate(timeSlot.slotDate), formatTime(timeSlot.startTime, timeSlot.zone)]
  return [event?.name, ...(slot ?? [])].filter(Boolean).join(', ')
}

/**
 * Returns the event of a locked order after an edit. Its time slot goes with the old event; the new one is locked until the
 * order is stored.
 *
 * @returns the columns to store, and what to log
 * @throws AppError conflict for an order that isn't pending or is for a booking, and for another company's event
 */
async function changeEvent(ctx: StaffContext, order: StoredOrder, eventId: OrderChange['eventId']) {
  if (eventId === undefined || eventId === order.eventId) return { links: {}, changes: [] }
  assertAllowed(orderCan.changeEvent(order), 'conflict', 'eventId')
  const event = eventId === null ? null : await lockEvent(ctx, eventId)
  const before = eventLine(await getOrder(ctx, order.id))
  const changes = changeOf('Event', before, event?.name, ['eventId'])
  return { links: { eventId, timeSlotId: null }, changes }
}

/**
 * Moves an order's discount use from its current code to another, or to none. An order that already has the code keeps
 * its percent. The order must be new or locked.
 *
 * @returns the discount to store with the order
 * @throws AppError not_found; conflict with the reason the code can't be used
 */
export async function swapCode(
  ctx: StaffContext,
  order: Pick<StoredOrder, 'discountCodeId' | 'discountCode' | 'discountPercent'>,
  codeId: number | null,
) {
  const { discountCodeId: carried, discountCode, discountPercent } = order
  if (codeId === carried) return { discountCodeId: carried, discountCode, discountPercent }
  // Locks the lower id first, so that two orders that swap codes wait for each other instead of deadlocking.
  const dropFirst = carried !== null && (codeId === null || carried < codeId)
  if (dropFirst) await giveBackUse(ctx, carried)
  const taken = codeId === null ? null : await takeUse(ctx, codeId)
  if (carried !== null && !dropFirst) await giveBackUse(ctx, carried)
  const { code = null, percent = null } = taken ?? {}
  return { discountCodeId: codeId, discountCode: code, discountPercent: percent }
}

/**
 * Replaces an order's discount code; null removes it (docs/product.md, Using a code).
 *
 * @returns the order, and the new code with its current use count
 * @throws AppError not_found for order or code; conflict for an order that can't be edited or a code that can't be used
 */
export async function applyDiscount(ctx: StaffContext, id: number, discountCodeId: number | null) {
  return inTransaction(ctx, async (ctx) => {
    const order = await updateOrder(ctx, id, orderChange.parse({ discountCodeId }), [], 'order.discounted')
    return { ...order, discountCode: discountCodeId === null ? null : await getDiscount(ctx, discountCodeId) }
  })
}
