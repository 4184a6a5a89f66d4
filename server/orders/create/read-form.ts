import { AppError } from '@trunkshow/contract/errors.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import type { OrderInput } from '@trunkshow/contract/orders/schema.ts'
import { type Answers, checkAnswers, shownFields } from '@trunkshow/contract/templates/rules.ts'
import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'
import { and, eq } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import { orderFormTemplates, orderTemplateVersions } from '../../db/schema/templates.ts'
import type { UploadedFile } from '../../http/uploads.ts'

/** A template as it was at one version: what an order is filled in on. */
export interface OrderForm {
  version: number
  fields: TemplateField[]
}

function refusal(message: string) {
  return new AppError('conflict', message, { fields: { templateId: message } })
}

/** The fields of a version of a template, which never change. @throws AppError conflict where there is none */
export async function readForm(ctx: StaffContext, templateId: number, version: number): Promise<OrderForm> {
  const [found] = await ctx.db
    .select({ version: orderTemplateVersions.version, fields: orderTemplateVersions.fields })
    .from(orderTemplateVersions)
    .where(
      and(
        eq(orderTemplateVersions.templateId, templateId),
        eq(orderTemplateVersions.version, version),
        eq(orderTemplateVersions.companyId, ctx.actor.companyId),
      ),
    )
  if (!found) throw refusal(orderMessages.templateGone)
  return found
}

/**
 * The form of a new order: the version that was shown, even if the template has changed since, else the newest.
 * The template stays until the order is stored.
 *
 * @throws AppError conflict for a template that is gone, or archived where no version was shown
 */
export async function chooseForm(
  ctx: StaffContext,
  { templateId, templateVersion }: Pick<OrderInput, 'templateId' | 'templateVersion'>,
): Promise<OrderForm> {
  const [template] = await ctx.db
    .select({ version: orderFormTemplates.version, archivedAt: orderFormTemplates.archivedAt })
    .from(orderFormTemplates)
    .where(and(eq(orderFormTemplates.id, templateId), eq(orderFormTemplates.companyId, ctx.actor.companyId)))
    .for('key share')
  if (!template) throw refusal(orderMessages.templateGone)
  if (templateVersion === undefined && template.archivedAt) throw refusal(orderMessages.templateArchived)
  return readForm(ctx, templateId, templateVersion ?? template.version)
}

/**
 * The answers to store.
 *
 * @param fieldIds the field of each file that the order has or gets; null for one of the order itself
 * @param name what the answers are called in the call, before the field's id in the error's fields
 * @throws AppError invalid, with a sentence for each field that is not right
 */
export function readAnswers(
  { fields }: OrderForm,
  given: Readonly<Record<string, unknown>>,
  fieldIds: readonly (string | null)[],
  name: 'customFields' | 'formData',
): Answers {
  const filesOf = (fieldId: string) => fieldIds.filter((each) => each === fieldId).length
  const { answers, errors } = checkAnswers(fields, given, filesOf)
  const wrong = Object.entries(errors).map(([id, sentence]) => [`${name}.${id}`, sentence])
  if (wrong.length > 0) {
    throw new AppError('invalid', orderMessages.formInvalid, { fields: Object.fromEntries(wrong) })
  }
  return answers
}

/**
 * Refuses files for what is no attachment field of the form.
 *
 * @param fieldIds the field of each file; null for one of the order itself
 * @throws AppError invalid, naming the first such file's part
 */
export function assertTakesFiles(
  { fields }: OrderForm,
  files: readonly UploadedFile[],
  fieldIds: readonly (string | null)[],
) {
  const takers = shownFields(fields).filter(({ type }) => type === 'attachment')
  const wrong = files.find((_, at) => {
    const fieldId = fieldIds[at] ?? null
    return fieldId !== null && !takers.some(({ id }) => id === fieldId)
  })
  if (!wrong) return
  const message = orderMessages.fieldTakesNoFiles
  throw new AppError('invalid', message, { fields: { [wrong.field]: message } })
}
