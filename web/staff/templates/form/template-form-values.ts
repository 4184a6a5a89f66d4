import { FIRST_FIELD } from '@trunkshow/contract/templates/rules.ts'
import { type Template, type TemplateField, templateInput } from '@trunkshow/contract/templates/schema.ts'
import { z } from 'zod'

/** A field's form values: options are typed one per line. */
export type FieldValues = Omit<TemplateField, 'options'> & { options: string }

/** The form's values. @param template undefined for a new one, which starts with one field (docs/product.md, Fields) */
export function valuesOf(template?: Template) {
  return {
    templateName: template?.templateName ?? '',
    itemType: template?.itemType ?? '',
    productIds: template?.productIds ?? [],
    fields: template ? toFieldValues(template.fields) : [newField(FIRST_FIELD, true)],
    /** The checkbox at Confirm Safe Update. */
    safeUpdate: false,
  }
}
export type TemplateFormValues = ReturnType<typeof valuesOf>

/** A text field with a new random ID. */
export function newField(label: string, required = false): FieldValues {
  const id = `f-${Math.random().toString(36).slice(2, 10)}`
  return { id, label, type: 'text', options: '', required, placeholder: '', archived: false }
}

export const toFieldValues = (fields: readonly TemplateField[]): FieldValues[] =>
  fields.map((field) => ({ ...field, options: field.options.join('\n') }))

/** Converts fields for the API: lines become options, for dropdowns only. */
export function toFields(fields: readonly FieldValues[]): TemplateField[] {
  return fields.map((field) => ({
    ...field,
    options: field.type === 'dropdown' ? linesOf(field.options) : [],
  }))
}

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

export const toInput = ({ safeUpdate: _, fields, ...values }: TemplateFormValues) => ({
  ...values,
  fields: toFields(fields),
})

/** The contract's rules for the form's values, which have the same paths. */
export const templateForm = z.preprocess((values) => toInput(values as TemplateFormValues), templateInput)
