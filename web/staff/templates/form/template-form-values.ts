import type { Product } from '@trunkshow/contract/products/schema.ts'
import { FIRST_FIELD } from '@trunkshow/contract/templates/rules.ts'
import { type Template, type TemplateField, templateInput } from '@trunkshow/contract/templates/schema.ts'
import { z } from 'zod'

/** A field as the screen holds it: its options as they are typed, one per line. */
export type FieldValues = Omit<TemplateField, 'options'> & { options: string }

/** A product as far as the checklist shows it. */
export type ChosenProduct = Pick<Product, 'id' | 'name'>

/** The form as the screen holds it. */
export interface TemplateFormValues extends Record<string, unknown> {
  templateName: string
  itemType: string
  products: ChosenProduct[]
  fields: FieldValues[]
  /** The tick at Confirm Safe Update. */
  safeUpdate: boolean
}

/**
 * @param template undefined for a new one: it starts with one field (docs/product.md, Fields)
 * @param products those the template is for
 */
export function valuesOf(template?: Template, products: readonly Product[] = []): TemplateFormValues {
  return {
    templateName: template?.templateName ?? '',
    itemType: template?.itemType ?? '',
    products: products.map(({ id, name }) => ({ id, name })),
    fields: template?.fields.map((field) => ({ ...field, options: field.options.join('\n') })) ?? [
      newField(FIRST_FIELD, true),
    ],
    safeUpdate: false,
  }
}

/** A text field with an id that no other field of a template has. */
export function newField(label: string, required = false): FieldValues {
  const id = `f-${Math.random().toString(36).slice(2, 10)}`
  return { id, label, type: 'text', options: '', required, placeholder: '', archived: false }
}

/** The fields as orders will have them: lines become options, and only a dropdown has any. */
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

/** What a save sends. */
export function toInput({ templateName, itemType, products, fields }: TemplateFormValues) {
  return { templateName, itemType, fields: toFields(fields), productIds: products.map(({ id }) => id) }
}

/** The rules of the contract, for the form as the screen holds it: their paths are the same. */
export const templateForm = z.preprocess((values) => toInput(values as TemplateFormValues), templateInput)
