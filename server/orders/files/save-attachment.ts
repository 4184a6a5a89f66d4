import type { Activity } from '@trunkshow/contract/activity/rules.ts'
import { AppError, fieldError } from '@trunkshow/contract/errors.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import { orderCan } from '@trunkshow/contract/orders/rules.ts'
import type { Attachment, AttachmentInput } from '@trunkshow/contract/orders/schema.ts'
import { shownFields } from '@trunkshow/contract/templates/rules.ts'
import type { StaffContext } from '../../context.ts'
import { own } from '../../platform/db/rows.ts'
import { attachments } from '../../platform/db/schema/orders.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { assertWithinQuotas } from '../../platform/http/guards/quotas.ts'
import type { UploadedFile } from '../../platform/http/uploads.ts'
import { changeOf, lockOrder, recordOrder, type StoredOrder } from '../change/record-order.ts'
import { assertTakesFiles, type OrderForm, readForm } from '../create/read-form.ts'
import { attachmentView, getOrder } from '../queries.ts'
import { prepareFiles, removeFiles, storeAttachments } from './store-attachments.ts'

/** Returns the locked order with its form. @throws AppError not_found, conflict if its files can't be changed */
async function lockForEdit(ctx: StaffContext, id: number): Promise<[StoredOrder, OrderForm]> {
  const order = await lockOrder(ctx, id)
  const refusal = orderCan.edit(order)
  if (refusal) throw new AppError('conflict', refusal)
  return [order, await readForm(ctx, order.templateId, order.templateVersion)]
}

/** Logs the file under the label of its field. */
function record(
  ctx: StaffContext,
  activity: Activity,
  order: StoredOrder,
  { fields }: OrderForm,
  { fieldId }: { fieldId: string | null },
  [from, to]: [string | null, string | null],
) {
  const label = fields.find(({ id }) => id === fieldId)?.label ?? 'Files'
  return recordOrder(ctx, activity, order, changeOf(label, from, to))
}

/**
 * Adds one file to an order or to an attachment field of its form (docs/product.md, Files). The order's version stays,
 * so that an open edit doesn't become outdated.
 *
 * @throws AppError not_found; conflict for a canceled order or too many files; invalid for a file type that isn't
 *   allowed or a field that takes no files
 */
export async function addAttachment(
  ctx: StaffContext,
  { orderId, fieldId }: AttachmentInput,
  files: readonly UploadedFile[],
): Promise<Attachment> {
  await getOrder(ctx, orderId) // before its file is worked on
  const [file] = await prepareFiles(ctx, files)
  if (!file) {
    throw fieldError('invalid', 'file', orderMessages.attachmentNotAllowed)
  }
  return inTransaction(ctx, async (ctx) => {
    const [order, form] = await lockForEdit(ctx, orderId)
    assertTakesFiles(form, files, [fieldId])
    const [stored] = await storeAttachments(ctx, orderId, [{ fieldId, file }])
    await record(ctx, 'order.attached', order, form, stored!, [null, stored!.displayName])
    await assertWithinQuotas(ctx, ctx.actor.companyId, ['files', 'bytes'])
    return attachmentView(stored!)
  })
}

/**
 * Deletes a file of an order.
 *
 * @throws AppError not_found; conflict for a canceled order or the only file of a required field
 */
export async function removeAttachment(ctx: StaffContext, orderId: number, id: number): Promise<void> {
  const { filename } = await inTransaction(ctx, async (ctx) => {
    const [order, form] = await lockForEdit(ctx, orderId)
    const [deleted] = await ctx.db
      .delete(attachments)
      .where(own(ctx, attachments, { id, orderId }))
      .returning()
    if (!deleted) throw new AppError('not_found', orderMessages.attachmentNotFound)
    await assertNotLast(ctx, form, deleted)
    await record(ctx, 'order.detached', order, form, deleted, [deleted.displayName, null])
    return deleted
  })
  await removeFiles(ctx, orderId, filename)
}

/** Refuses to remove the last file of a required field. The order is locked, so two removals can't both pass. */
async function assertNotLast(
  { db, actor }: StaffContext,
  { fields }: OrderForm,
  { orderId, fieldId }: typeof attachments.$inferSelect,
) {
  const field = shownFields(fields).find(({ id }) => id === fieldId)
  if (fieldId === null || !field?.required) return
  const others = await db.$count(attachments, own({ actor }, attachments, { orderId, fieldId }))
  if (others > 0) return
  throw fieldError('conflict', `formData.${fieldId}`, orderMessages.lastRequiredFile(field.label))
}
