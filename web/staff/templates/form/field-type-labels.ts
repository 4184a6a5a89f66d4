import type { FieldType } from '@trunkshow/contract/templates/schema.ts'

/** The six types of a field, as people read them (docs/product.md, Fields). */
export const fieldTypeLabels: Record<FieldType, string> = {
  text: 'Text',
  number: 'Number',
  dropdown: 'Dropdown',
  textarea: 'Text area',
  attachment: 'Attachment',
  checkbox: 'Checkbox',
}
