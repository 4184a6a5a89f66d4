import { AppError, fieldError } from '@trunkshow/contract/errors.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import type { OrderInput } from '@trunkshow/contract/orders/schema.ts'
import { type Answers, checkAnswers, shownFields } from '@trunkshow/contract/templates/rules.ts'
import type { StaffContext } from '../../context.ts'
import { orderFormTemplates, orderTemplateVersions } from '../../platform/db/schema/products.ts'
import { own } from '../../platform/db/statement.ts'
import type { UploadedFile } from '../../platform/http/uploads.ts'

/** One version of a template. */
export type OrderForm = Pick<typeof orderTemplateVersions.$inferSelect, 'version' | 'fields'>

function refusal(message: string) {
  return fieldError('conflict', 'templateId', message)
}

/** Returns the fields of a template version, which never change. @throws AppError conflict if it doesn't exist */
export async function readForm(ctx: StaffContext, templateId: number, version: number): Promise<OrderForm> {
  const [found] = await ctx.db
    .select({ version: orderTemplateVersions.version, fields: orderTemplateVersions.fields })
    .from(orderTemplateVersions)
    .where(own(ctx, orderTemplateVersions, { templateId, version }))
  if (!found) throw refusal(orderMessages.templateGone)
  return found
}

/**
 * Returns the form of a new order: the version that was shown, even if the template has changed since, or else the
 * newest. Locks the template until the order is stored.
 *
 * @throws AppError conflict for a deleted template, or an archived one if no version was shown
 */
export async function chooseForm(
  ctx: StaffContext,
  { templateId, templateVersion }: Pick<OrderInput, 'templateId' | 'templateVersion'>,
): Promise<OrderForm> {
  const [template] = await ctx.db
    .select({ version: orderFormTemplates.version, archivedAt: orderFormTemplates.archivedAt })
    .from(orderFormTemplates)
    .where(own(ctx, orderFormTemplates, { id: templateId }))
    .for('key share')
  if (!template) throw refusal(orderMessages.templateGone)
  if (templateVersion === undefined && template.archivedAt) throw refusal(orderMessages.templateArchived)
  return readForm(ctx, templateId, templateVersion ?? template.version)
}

/**
 * Returns the answers to store.
 *
 * @param fieldIds the field of each stored or new file; null for files of the order itself
 * @param name prefix of the field ids in the error's `fields`
 * @throws AppError invalid, with a message for each wrong answer
 */
export function readAnswers(
  { fields }: OrderForm,
  given: Readonly<Record<string, unknown>>,
  fieldIds: readonly (string | null)[],
  name: 'customFields' | 'formData',
): Answers {
  const filesOf = (fieldId: string) => fieldIds.filter((each) => each === fieldId).length
  const { answers, errors } = checkAnswers(fields, given, filesOf)
  const wrong = Object.entries(errors).map(([id, message]) => [`${name}.${id}`, message])
  if (wrong.length > 0)
    throw new AppError('invalid', orderMessages.formInvalid, { fields: Object.fromEntries(wrong) })
  return answers
}

/**
 * Refuses files for anything but an attachment field of the form.
 *
 * @param fieldIds the field of each file; null for files of the order itself
 * @throws AppError invalid, naming the part of the first wrong file
 */
export function assertTakesFiles(
  { fields }: OrderForm,
  files: readonly UploadedFile[],
  fieldIds: readonly (string | null)[],
) {
  const attachmentFields = shownFields(fields).filter(({ type }) => type === 'attachment')
  const wrong = files.find((_, at) => {
    const fieldId = fieldIds[at] ?? null
    return fieldId !== null && !attachmentFields.some(({ id }) => id === fieldId)
  })
  if (wrong) throw fieldError('invalid', wrong.field, orderMessages.fieldTakesNoFiles)
}
