import { shownFields } from '@trunkshow/contract/templates/rules.ts'
import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'

/**
 * Carries answers over to another form: to the field with the same ID, or with the same name and type. An option the
 * other form doesn't offer is dropped.
 *
 * @param given answers or files by field ID; those without a matching field stay, in case the user switches back
 */
export function carryOver<Given>(
  given: Readonly<Record<string, Given>>,
  from: readonly TemplateField[],
  to: readonly TemplateField[],
): Record<string, Given> {
  const brought = { ...given }
  for (const field of shownFields(to)) {
    const twin = shownFields(from).find((other) => isTwin(other, field))
    const value = given[field.id] ?? (twin && given[twin.id])
    if (value === undefined) continue
    const offered = field.type !== 'dropdown' || field.options.includes(String(value))
    if (offered) brought[field.id] = value
    else delete brought[field.id]
  }
  return brought
}

function isTwin(a: TemplateField, b: TemplateField) {
  return a.type === b.type && a.label.toLowerCase() === b.label.toLowerCase()
}
