import type { FieldType } from '@trunkshow/contract/templates/schema.ts'

/** The names of the six field types of order forms (docs/product.md, Fields), and of an event's questions. */
export const fieldTypeLabels: Record<'fields' | 'questions', Record<FieldType, string>> = {
  fields: {
    text: 'Text',
    number: 'Number',
    dropdown: 'Dropdown',
    textarea: 'Text area',
    attachment: 'Attachment',
    checkbox: 'Checkbox',
  },
  questions: {
    text: 'Text',
    number: 'Number',
    dropdown: 'Choice',
    textarea: 'Longer text',
    attachment: 'Photo',
    checkbox: 'Checkbox',
  },
}

/** What one of them is called. */
export const fieldNouns = { fields: 'Field', questions: 'Question' } as const
