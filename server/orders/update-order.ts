import { AppError } from '@trunkshow/contract/errors.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import { orderCan } from '@trunkshow/contract/orders/rules.ts'
import type { Order, OrderChange } from '@trunkshow/contract/orders/schema.ts'
import { sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { orders } from '../db/schema/orders.ts'
import { inTransaction } from '../db/transaction.ts'
import type { UploadedFile } from '../http/uploads.ts'
import { swapCode } from './apply-discount.ts'
import { addressColumns } from './choose-customer.ts'
import { changesOfFiles, changesOfOrder, differs, newsOf } from './compare-orders.ts'
import { lockOrder, type StoredOrder } from './lock-order.ts'
import { makeTotal } from './make-total.ts'
import { getOrder, listAttachments, ownOrder, selectProducts } from './queries.ts'
import { assertTakesFiles, readAnswers, readForm } from './read-form.ts'
import { recordOrder } from './record-order.ts'
import { type Given, prepareFiles, storeAttachments } from './store-attachments.ts'

/**
 * Changes an order; what is left out stays. Its total is made anew from the prices and the percent that stand with
 * it; moved to a newer version of its template, from that version's fields and option prices. Who saves a version
 * that somebody else has changed meanwhile is told what is new, and nothing is stored.
 *
 * @param files of the fields in `change.fileFieldIds`, in their order
 * @throws AppError not_found; changed, with what the fields are now; conflict for a cancelled order or a code that
 *   cannot be used; invalid, with fields `formData.{id}` for answers and a part's name for its file
 */
export async function updateOrder(
  ctx: StaffContext,
  id: number,
  change: OrderChange,
  files: readonly UploadedFile[],
): Promise<Order> {
  await getOrder(ctx, id) // before its files are worked on
  const prepared = await prepareFiles(files)
  return inTransaction(ctx, async (ctx) => {
    const before = await lockOrder(ctx, id)
    const refusal = orderCan.edit(before)
    if (refusal) throw new AppError('conflict', refusal)
    const oldForm = await readForm(ctx, before.templateId, before.templateVersion)
    const form = await readForm(ctx, before.templateId, change.templateVersion ?? before.templateVersion)
    const fieldIds = files.map((_, at) => change.fileFieldIds[at] || null)
    const added = prepared.map((file, at) => ({ fieldId: fieldIds[at]!, file }))
    if (change.version !== undefined && change.version !== before.version) {
      const fields = newsOf(before, oldForm, change)
      const isNew = form.version !== oldForm.version || Object.keys(fields).length > 0
      if (!isNew && (await areStored(ctx, id, added))) return getOrder(ctx, id)
      throw new AppError('changed', orderMessages.changed, { fields, version: before.version })
    }
    assertTakesFiles(form, files, fieldIds)
    let { formData } = before
    if (change.formData || form.version !== before.templateVersion) {
      const stored = await listAttachments(ctx, id)
      const all = [...stored.map(({ fieldId }) => fieldId), ...fieldIds]
      formData = readAnswers(form, change.formData ?? formData, all, 'formData')
    }
    await storeAttachments(ctx, id, added)
    // After that, since every other order with this code waits from here on.
    const discount =
      change.discountCodeId === undefined ? {} : await swapCode(ctx, before, change.discountCodeId)
    const next = { ...columnsOf(before, change), templateVersion: form.version, formData, ...discount }
    const after = { ...before, ...next }
    const totalCents = makeTotal(after, form, await selectProducts(ctx, [id]))
    after.totalCents = totalCents
    if (added.length > 0 || differs(before, { ...next, totalCents })) {
      await ctx.db
        .update(orders)
        .set({ ...next, totalCents, version: sql`version + 1`, updatedAt: sql`now()` })
        .where(ownOrder(ctx, id))
      const changes = [...changesOfOrder([before, oldForm], [after, form]), ...changesOfFiles(form, added)]
      await recordOrder(ctx, 'order.changed', before, changes)
    }
    return getOrder(ctx, id)
  })
}

/** Whether the order has all these files. */
async function areStored(ctx: StaffContext, id: number, files: readonly Given[]): Promise<boolean> {
  const stored = files.length > 0 ? await listAttachments(ctx, id) : []
  return files.every(({ fieldId, file }) =>
    stored.some(
      (row) =>
        row.fieldId === fieldId && row.displayName === file.displayName && row.fileSize === file.content.size,
    ),
  )
}

/** The columns that are as they were typed. An address that was changed is no longer the customer's saved one. */
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
