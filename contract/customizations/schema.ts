import { z } from 'zod'
import { amountField, flag, idField, jsonId, line, made, orNull } from '../endpoint.ts'
import { imageMessages } from '../images.ts'
import { customizationMessages as text } from './messages.ts'

export const customizationInput = z.object({
  name: line(text.nameRequired, 200, text.nameTooLong),
  description: z.string().trim().max(2000, text.descriptionTooLong).nullish(),
})
export type CustomizationInput = z.output<typeof customizationInput>
/** A change: omitted fields stay. If the version it started from is outdated, see docs/decisions/019. */
export const customizationChange = customizationInput.partial().extend({ version: idField().optional() })
export type CustomizationChange = z.output<typeof customizationChange>

export const customization = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  options: z.int(),
  version: z.int(),
  ...made,
})
export type Customization = z.infer<typeof customization>

/** An option and its price in cents; an empty price means none. */
export const optionInput = z.object({
  name: line(text.optionNameRequired, 200, text.optionNameTooLong),
  price: orNull(amountField('')),
  /** A new photo is uploaded as a file; a URL is accepted only if it is the stored one. */
  photo: z.string(imageMessages.asFile).nullish(),
  photoUrl: z.string(imageMessages.asFile).nullish(),
  removePhoto: flag.optional(),
})
export type OptionInput = z.output<typeof optionInput>
export const optionChange = optionInput.partial().extend({ version: idField().optional() })
export type OptionChange = z.output<typeof optionChange>

export const customizationOption = z.object({
  id: z.int(),
  customizationId: z.int(),
  name: z.string(),
  /** A decimal such as "50.00", or null for none. */
  price: z.string().nullable(),
  photoUrl: z.string().nullable(),
  /** A decimal such as "50.00", or null for none. */
  photo: z.string().nullable(),
  version: z.int(),
})
export type CustomizationOption = z.infer<typeof customizationOption>

/** A customization of a product: whether it is required, and its position. */
export const assignInput = z.object({
  customizationId: jsonId(text.notFound),
  isRequired: z.boolean().default(false),
})
export const assignmentChange = z.object({ isRequired: z.boolean() })
export const reorderInput = z.object({ customizationIds: z.array(jsonId(text.notFound)).max(500) })
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
