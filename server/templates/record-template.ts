import type { Activity } from '@trunkshow/contract/activity/rules.ts'
import type { Template, TemplateField } from '@trunkshow/contract/templates/schema.ts'
import { changesBetween, recordActivity } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'

/** What the log compares: the template with its products' names. */
interface LoggedTemplate extends Pick<Template, 'templateName' | 'itemType' | 'fields'> {
  products: readonly string[]
}

/** Describes a field in one line: `Fabric, dropdown, Silk (+$250), Linen, required`. */
const inWords = ({ label, type, options, placeholder, required, archived }: TemplateField) =>
  [label, type, ...options, placeholder, required && 'required', archived && 'hidden']
    .filter(Boolean)
    .join(', ')

const byId = (fields: readonly TemplateField[]): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [field.id, inWords(field)]))

/** Lists what changed in a template: its own properties, then each field under its label. */
export function templateChanges(before: LoggedTemplate, after: LoggedTemplate) {
  const whole = ({ templateName, itemType, fields, products }: LoggedTemplate) => ({
    Name: templateName,
    'Item type': itemType,
    Fields: fields.map(({ label }) => label),
    Products: products,
  })
  const labels = new Map([...before.fields, ...after.fields].map(({ id, label }) => [id, label]))
  return [
    ...changesBetween(whole(before), whole(after), ['Name', 'Item type', 'Fields', 'Products']),
    ...changesBetween(byId(before.fields), byId(after.fields), [...labels.keys()]).map((change) => ({
      ...change,
      field: labels.get(change.field)!,
    })),
  ]
}

export function recordTemplate(
  ctx: StaffContext,
  activity: Activity,
  { id, templateName }: Pick<Template, 'id' | 'templateName'>,
  changes: ReturnType<typeof changesBetween> = [],
) {
  const { companyId } = ctx.actor
  return recordActivity(ctx, {
    companyId,
    activity,
    subject: 'template',
    subjectId: id,
    subjectName: templateName,
    changes,
  })
}
