import type { FieldType } from '@trunkshow/contract/templates/schema.ts'

/** The names of the six field types (docs/product.md, Fields). */
export const fieldTypeLabels: Record<FieldType, string> = {
  text: 'Text',
  number: 'Number',
  dropdown: 'Dropdown',
  textarea: 'Text area',
  attachment: 'Attachment',
  checkbox: 'Checkbox',
}
