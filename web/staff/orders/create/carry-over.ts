import { shownFields } from '@trunkshow/contract/templates/rules.ts'
import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'

/**
 * Brings what was filled in on one form to another one that was chosen instead: to the field of the same id, or of the
 * same name and type. An option that the other form does not offer is left behind.
 *
 * @param given answers or files, by field id; those that the other form has no place for stay, for the way back
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
