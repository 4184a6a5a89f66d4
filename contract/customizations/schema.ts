import { z } from 'zod'
import { jsonId, made } from '../endpoint.ts'
import { imageMessages } from '../images.ts'
import { amountField } from '../money.ts'
import { oneLine } from '../one-line.ts'
import { customizationMessages as text } from './messages.ts'

export const customizationInput = z.object({
  name: z.string(text.nameRequired).overwrite(oneLine).min(1, text.nameRequired).max(200, text.nameTooLong),
  description: z.string().trim().max(2000, text.descriptionTooLong).nullish(),
})
export type CustomizationInput = z.output<typeof customizationInput>

export const customization = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  /** How many options it has. */
  options: z.int(),
  ...made,
})
export type Customization = z.infer<typeof customization>

const flag = z.union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })])

/** An option with its price, in cents; an empty one means none. */
export const optionInput = z.object({
  name: z
    .string(text.optionNameRequired)
    .overwrite(oneLine)
    .min(1, text.optionNameRequired)
    .max(200, text.optionNameTooLong),
  price: z.preprocess(
    (price) => (price === '' || price === undefined ? null : price),
    amountField('').nullable(),
  ),
  /** A photo comes as a file; as a link, only the one that is stored is taken. */
  photo: z.string(imageMessages.asFile).nullish(),
  photoUrl: z.string(imageMessages.asFile).nullish(),
  removePhoto: flag.optional(),
})
export type OptionInput = z.output<typeof optionInput>

export const customizationOption = z.object({
  id: z.int(),
  customizationId: z.int(),
  name: z.string(),
  /** A decimal such as "50.00", or null for none. */
  price: z.string().nullable(),
  photoUrl: z.string().nullable(),
  /** The same. */
  photo: z.string().nullable(),
})
export type CustomizationOption = z.infer<typeof customizationOption>

/** A customization of a product: whether a customer must choose, and where it stands among the others. */
export const assignInput = z.object({
  customizationId: jsonId(text.notFound),
  isRequired: z.boolean().default(false),
})
export const assignmentChange = z.object({ isRequired: z.boolean() })
export const orderInput = z.object({ customizationIds: z.array(jsonId(text.notFound)).max(500) })
export type AssignInput = z.output<typeof assignInput>

export const productCustomization = z.object({
  id: z.int(),
  productId: z.int(),
  customizationId: z.int(),
  isRequired: z.boolean(),
  displayOrder: z.int(),
  customization,
})
export type ProductCustomization = z.infer<typeof productCustomization>
