import { isDeepStrictEqual } from 'node:util'
import type { Activity } from '@trunkshow/contract/activity/rules.ts'
import { customerMessages } from '@trunkshow/contract/customers/messages.ts'
import { formatShortDate, formatTime } from '@trunkshow/contract/dates.ts'
import { assertAllowed, fieldError } from '@trunkshow/contract/errors.ts'
import { centsToDecimal, formatMoney } from '@trunkshow/contract/money.ts'
import { editableOf } from '@trunkshow/contract/orders/fields.ts'
import { orderCan, ownProduct } from '@trunkshow/contract/orders/rules.ts'
import {
  type Attachment,
  type Order,
  type OrderChange,
  orderChange,
  order as orderView,
} from '@trunkshow/contract/orders/schema.ts'
import { balanceTermWords } from '@trunkshow/contract/payments/fields.ts'
import { parseDeposit } from '@trunkshow/contract/payments/rules.ts'
import { productLine } from '@trunkshow/contract/prices/rules.ts'
import { formerAnswers } from '@trunkshow/contract/templates/rules.ts'
import { isZipWrong } from '@trunkshow/contract/us-states.ts'
import { changesOfEdit } from '../../activity/changes-of-edit.ts'
import type { StaffContext } from '../../context.ts'
import { getDiscount, giveBackUse, takeUse } from '../../discounts/discount-records.ts'
import type { LoggedChange } from '../../platform/db/schema/activity.ts'
import { orderLines, orders } from '../../platform/db/schema/orders.ts'
import { changeRows, nextVersion, own } from '../../platform/db/statement.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { assertWithinQuotas } from '../../platform/http/guards/quotas.ts'
import type { UploadedFile } from '../../platform/http/uploads.ts'
import { chooseLines, type FormedLine, insertLines, makeTotal, namesOf } from '../create/choose-lines.ts'
import {
  addressColumns,
  assertTakesFiles,
  assertTotal,
  chooseTax,
  lockEvent,
  readAnswers,
  readForm,
} from '../create/choose-parts.ts'
import {
  attachmentKey,
  type NewAttachment,
  prepareFiles,
  storeAttachments,
} from '../files/store-attachments.ts'
import { settleOrder } from '../money/record-entry.ts'
import { endChanged } from '../proposals/end-changed.ts'
import { getOrder, ownOrder, selectLines } from '../queries.ts'
import { changeOf, lockOrder, recordOrder, type StoredOrder } from './record-order.ts'

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
  if (files.length > 0) await getOrder(ctx, id) // before they are worked on
  const prepared = await prepareFiles(ctx, files)
  return inTransaction(ctx, async (ctx) => {
    const stored = await lockOrder(ctx, id)
    assertAllowed(orderCan.edit(stored))
    const before = await getOrder(ctx, id)
    const form = await readForm(ctx, stored.templateId, change.templateVersion ?? stored.templateVersion)
    const editable = editableOf(before)
    const submitted = submittedFields(change, before)
    const fieldIds = files.map((_, at) => change.fileFieldIds[at] || null)
    const added = prepared.map((file, at) => ({ fieldId: fieldIds[at]!, file }))
    if (change.version !== undefined && change.version !== stored.version) {
      await changesOfEdit(ctx, 'order', {
        current: before,
        view: orderView,
        seen: change.version,
        stored: { ...editable, ...before.money.terms },
        given: submitted,
        storesMore: !(await areStored(ctx, before.attachments, added)),
        words: {
          discountCodeId: before.discount?.code ?? '',
          products: productLine(before.products),
          eventId: before.event?.name ?? '',
        },
      })
      return before
    }
    assertZip(change, stored)
    assertTakesFiles(form, files, fieldIds)
    let { formData } = stored
    if (change.formData || form.version !== stored.templateVersion) {
      const all = [...before.attachments.map(({ fieldId }) => fieldId), ...fieldIds]
      const answers = readAnswers(form, { ...formData, ...change.formData }, all, 'formData')
      formData = { ...formerAnswers(form.fields, formData), ...answers }
    }
    const stays = !submitted.products || isDeepStrictEqual(submitted.products, editable.products)
    if (!stays) assertAllowed(orderCan.changeProducts(before), 'conflict', 'products')
    const carried = await selectLines(ctx, [id])
    const lines = stays ? carried : await chooseLines(ctx, stored.templateId, change.products!, carried)
    const links = await changeEvent(ctx, stored, change.eventId)
    await storeAttachments(ctx, id, added)
    // After the files, since all other orders with this code wait from here on.
    const discount =
      change.discountCodeId === undefined ? {} : await swapCode(ctx, stored, change.discountCodeId)
    const columns = columnsOf(stored, change)
    const next = {
      ...columns,
      ...links,
      ...(await changeTax(ctx, stored, { ...stored, ...columns, ...links })),
      items: namesOf(lines),
      templateVersion: form.version,
      formData,
      ...discount,
    }
    const sums = makeTotal({ ...stored, ...next }, form, lines)
    assertTotal(change, sums.totalCents)
    const isChanged = added.length > 0 || !stays || hasChanges(stored, { ...next, ...sums })
    if (!isChanged) return before
    await changeRows(ctx, orders, ownOrder(ctx, id), { ...next, ...sums, ...nextVersion })
    if (!stays) await replaceLines(ctx, id, lines)
    const after = await getOrder(ctx, id)
    await recordOrder(ctx, activity, after, changesOfOrder(before, after), after.version)
    await endChanged(ctx, after)
    await settleOrder(ctx, { ...stored, ...sums })
    if (added.length > 0) await assertWithinQuotas(ctx, ctx.actor.companyId, ['files', 'bytes'])
    return getOrder(ctx, id)
  })
}

/**
 * The submitted fields, shaped as in the form: without attachment answers, which only name parts of the request, and with
 * what was left out of a line as it is stored.
 */
function submittedFields(
  { formData = {}, templateVersion, products, ...change }: OrderChange,
  { products: stored }: Order,
) {
  const answers = Object.entries(formData).filter(([, answer]) => !Array.isArray(answer))
  return {
    ...change,
    formData: Object.fromEntries(answers),
    templateVersion: templateVersion ?? undefined,
    products: products?.map((line, at) => {
      if (line.productId === null) return { ...line, amount: centsToDecimal(line.amount) }
      const kept = ownProduct(stored, line.productId, at)
      const { productId, quantity, options = kept?.options ?? [], formData = kept?.formData ?? {} } = line
      const { templateId = kept?.templateId ?? null } = line
      const templateVersion = line.templateVersion ?? kept?.templateVersion ?? null
      const ids = options.map(({ customizationId, optionId }) => ({ customizationId, optionId }))
      return { productId, quantity, options: ids, templateId, templateVersion, formData }
    }),
  }
}

/** Whether the order already has all these files, byte for byte. */
async function areStored(ctx: StaffContext, stored: readonly Attachment[], files: readonly NewAttachment[]) {
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
  const { deposit, balanceDue, balanceDueOn, neededBy, promisedOn } = change
  const address = shippingAddress === undefined ? {} : addressColumns(shippingAddress)
  const moved = Object.entries(address).some(([name, part]) => before[name as keyof typeof before] !== part)
  return {
    ...(notes !== undefined && { notes: notes ?? '' }),
    ...(customerName !== undefined && { customerName }),
    ...(customerEmail !== undefined && { customerEmail }),
    ...(customerPhone !== undefined && { customerPhone: customerPhone || null }),
    ...(moved && { ...address, addressId: null }),
    ...(deposit !== undefined && { deposit: parseDeposit(deposit) }),
    ...(balanceDue !== undefined && { balanceDue }),
    ...(balanceDueOn !== undefined && { balanceDueOn: balanceDueOn || null }),
    ...datesOf({ ...before, ...given({ neededBy, promisedOn }) }),
  }
}

/** Labels of the text fields in the timeline. */
const labels = { customerName: 'Customer', customerEmail: 'Email', customerPhone: 'Phone', notes: 'Notes' }
const texts = Object.keys(labels) as (keyof typeof labels)[]

/** Columns of the shipping address with their field names in the API. */
const addressParts = Object.entries(
  addressColumns({ street: 'street', street2: 'street2', city: 'city', state: 'state', zip: 'zip' }),
) as [keyof ReturnType<typeof addressColumns>, string][]

const addressLine = (order: Order) =>
  addressParts
    .map(([column]) => order[column])
    .filter(Boolean)
    .join(' · ')

const dayWords = (day: string | null) => day && formatShortDate(day)

/** Those that were given. */
const given = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>

/** The columns of an order's dates, of which one is due: ours, or else the customer's. */
export function datesOf(dates: { neededBy?: string | null; promisedOn?: string | null }) {
  const [neededBy, promisedOn] = [dates.neededBy || null, dates.promisedOn || null]
  return { neededBy, promisedOn, dueOn: promisedOn ?? neededBy ?? '0001-01-01' }
}

const balanceWords = ({ money: { terms } }: Order) =>
  terms.balanceDue === 'date' && terms.balanceDueOn
    ? formatShortDate(terms.balanceDueOn)
    : balanceTermWords[terms.balanceDue]

/** Whether any of these columns has a new value. */
const hasChanges = (before: StoredOrder, columns: Partial<StoredOrder>) =>
  Object.entries(columns).some(
    ([name, value]) => !isDeepStrictEqual(before[name as keyof StoredOrder], value),
  )

/** Lists what changed between two states of an order, each entry with its label, old value and new value. */
function changesOfOrder(before: Order, after: Order): LoggedChange[] {
  const moved = addressParts.filter(([column]) => before[column] !== after[column])
  const answered = new Set([before, after].flatMap(({ formData }) => Object.keys(formData)))
  const added = after.attachments.filter(({ id }) => !before.attachments.some((file) => file.id === id))
  const fields = [...after.template.fields, ...before.template.fields]
  const labelOf = (fieldId: string | null) => fields.find(({ id }) => id === fieldId)?.label
  return [
    ...(before.eventId === after.eventId
      ? []
      : changeOf('Event', eventLine(before), eventLine(after), ['eventId'])),
    ...changeOf('Products', linesInWords(before), linesInWords(after), ['products']),
    ...texts.flatMap((name) => changeOf(labels[name], before[name], after[name], [name])),
    ...changeOf(
      'Shipping address',
      addressLine(before),
      addressLine(after),
      moved.map(([, part]) => `shippingAddress.${part}`),
    ),
    ...changeOf('Template version', before.template.version, after.template.version, ['templateVersion']),
    ...[...answered].flatMap((id) => {
      const [was, is] = [before.formData[id], after.formData[id]]
      const hides = was !== is && fields.some((field) => field.id === id && field.type === 'measurements')
      const shown = hides ? [was && 'Earlier ones', is && 'Newer ones'] : [was, is]
      return changeOf(labelOf(id) ?? id, shown[0], shown[1], [`formData.${id}`])
    }),
    ...changeOf('Discount', before.discount?.code, after.discount?.code, ['discountCodeId']),
    ...changeOf('Deposit', before.money.terms.deposit, after.money.terms.deposit, ['deposit']),
    ...changeOf('Balance due', balanceWords(before), balanceWords(after), ['balanceDue', 'balanceDueOn']),
    ...changeOf('Needed by', dayWords(before.neededBy), dayWords(after.neededBy), ['neededBy']),
    ...changeOf('Promised', dayWords(before.promisedOn), dayWords(after.promisedOn), ['promisedOn']),
    ...changeOf('Total', formatMoney(before.total), formatMoney(after.total)),
    ...[...new Set(added.map(({ fieldId }) => fieldId))].flatMap((id) => {
      const names = added.filter(({ fieldId }) => fieldId === id).map(({ displayName }) => displayName)
      return changeOf(labelOf(id) ?? 'Files', null, names.join(', '))
    }),
  ]
}

/** Returns the tax of a pending order that moved to another event or state; any other keeps the tax it was taken with. */
async function changeTax(ctx: StaffContext, before: StoredOrder, after: StoredOrder) {
  const { status, customerId, eventId, customerState: state } = after
  const isMoved = eventId !== before.eventId || state !== before.customerState
  return status === 'pending' && isMoved ? chooseTax(ctx, { customerId, eventId, state }) : {}
}

/** Stores the lines of a locked order in place of those it has. */
async function replaceLines(ctx: StaffContext, orderId: number, lines: readonly FormedLine[]) {
  await ctx.db.delete(orderLines).where(own(ctx, orderLines, { orderId }))
  await insertLines(ctx, orderId, lines)
}

/** An order's lines in words, with what was chosen for each: `Lumen veil × 2 (Edge: Lace), Rush fee $75.00`. */
const linesInWords = ({ products }: Order) =>
  products
    .map((line) => {
      const { productId, basePrice, options, fields, formData } = line
      if (productId === null) return `${line.name} ${formatMoney(basePrice)}`
      const answers = fields.flatMap(({ id, label, type }) => {
        const answer = type !== 'measurements' && formData[id]
        return answer ? [`${label}: ${answer === true ? 'Yes' : answer}`] : []
      })
      const chosen = [...options.map(({ name, option }) => `${name}: ${option}`), ...answers].join(', ')
      return productLine([line]) + (chosen && ` (${chosen})`)
    })
    .join(', ')

/** An order's event and time slot in words: `Spring Trunk Show, Apr 16, 2027, 10:00 AM EDT`. */
function eventLine({ event, timeSlot }: Order) {
  const slot = timeSlot && [formatShortDate(timeSlot.slotDate), formatTime(timeSlot.startTime, timeSlot.zone)]
  return [event?.name, ...(slot ?? [])].filter(Boolean).join(', ')
}

/**
 * Returns the columns of a locked order's new event, which is locked until the order is stored; its time slot goes with
 * the old one.
 *
 * @throws AppError conflict for an order that isn't pending or is for a booking, and for another company's event
 */
async function changeEvent(ctx: StaffContext, order: StoredOrder, eventId: OrderChange['eventId']) {
  if (eventId === undefined || eventId === order.eventId) return {}
  assertAllowed(orderCan.changeEvent(order), 'conflict', 'eventId')
  if (eventId !== null) await lockEvent(ctx, eventId)
  return { eventId, timeSlotId: null }
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
