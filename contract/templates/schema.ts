import { z } from 'zod'
import { jsonId, line, made, shortText } from '../endpoint.ts'
import { templateMessages as text } from './messages.ts'

export const fieldTypes = [
  'text',
  'number',
  'dropdown',
  'textarea',
  'attachment',
  'checkbox',
  'date',
  'measurements',
] as const
export type FieldType = (typeof fieldTypes)[number]

/** A list may come as JSON text (docs/product.md, Ids and numbers). */
export const listField = <Item extends z.ZodType>(
  item: Item,
  most: number,
  invalid: string,
  tooMany = invalid,
) => z.preprocess(parseJson, z.array(item, invalid).max(most, tooMany))

/** Parses a text; anything else, and what is no JSON, stays. */
export function parseJson(value: unknown) {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

const option = shortText(200, text.optionTooLong)

/** One field of an order form, in order (docs/product.md, Fields). */
export const templateField = z
  .object({
    /**
     * Stays the same through every change, since orders find their answers by it. Names that every object has, such
     * as `constructor`, are rejected.
     */
    id: z
      .string(text.fieldsInvalid)
      .regex(/^[\w-]{1,50}$/, text.fieldsInvalid)
      .refine((id) => !(id in {}), text.fieldsInvalid),
    label: line(text.fieldLabelRequired, 200, text.fieldLabelTooLong),
    type: z.enum(fieldTypes, text.fieldTypeInvalid),
    /** For a dropdown: each option with its price modifiers. */
    options: z
      .array(option)
      .max(200, text.tooManyOptions)
      .overwrite((options) => options.filter(Boolean))
      .default([]),
    /** For measurements: their set; those of any if left out. */
    setId: jsonId(text.fieldsInvalid).optional(),
    required: z.boolean().default(false),
    placeholder: shortText(200, text.placeholderTooLong).default(''),
    /** Hidden from new orders. */
    archived: z.boolean().default(false),
  })
  .superRefine((field, check) => {
    if (field.type !== 'dropdown') return
    const wrong = !field.options.length
      ? text.optionsRequired
      : new Set(field.options).size < field.options.length
        ? text.optionTwice
        : null
    if (wrong) check.addIssue({ code: 'custom', path: ['options'], message: wrong })
  })
export type TemplateField = z.output<typeof templateField>

export const templateInput = z.object({
  templateName: line(text.nameRequired, 200, text.nameTooLong),
  itemType: shortText(100, text.itemTypeTooLong).nullish(),
  fields: listField(templateField, 100, text.fieldsInvalid, text.tooManyFields)
    .refine((fields) => fields.length > 0, text.fieldsRequired)
    .refine((fields) => new Set(fields.map(({ id }) => id)).size === fields.length, text.fieldTwice),
  /** Products an order can include; empty means all. */
  productIds: listField(jsonId(text.productsInvalid), 1000, text.productsInvalid).default([]),
})
export type TemplateInput = z.output<typeof templateInput>

/** A change to a template; one in use requires `safeUpdate` (docs/product.md, Changing a form in use). */
export const templateChange = templateInput.extend({
  safeUpdate: z.boolean().default(false),
  /** The edited version; if a newer one is stored, nothing is saved. */
  version: z.int().optional(),
})
export type TemplateChange = z.output<typeof templateChange>

export const template = z.object({
  id: z.int(),
  templateName: z.string(),
  itemType: z.string(),
  fields: z.array(templateField),
  productIds: z.array(z.int()),
  archived: z.boolean(),
  /** Whether orders use it. */
  inUse: z.boolean(),
  /** Increases with every change to it or its products; an order keeps the version it was made with. */
  version: z.int(),
  ...made,
})
export type Template = z.infer<typeof template>

/** One template, with the IDs of the fields used in orders. */
export const templateDetail = template.extend({ fieldsInUse: z.array(z.string()) })
export type TemplateDetail = z.infer<typeof templateDetail>
