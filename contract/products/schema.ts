import { z } from 'zod'
import { amountField, flag, idField, line, made, shortText } from '../endpoint.ts'
import { imageMessages } from '../images.ts'
import { productMessages as text } from './messages.ts'

/** The product form, on the products screen and in the order dialog. */
export const productInput = z.object({
  name: line(text.nameRequired, 200, text.nameTooLong),
  /** A decimal in the request, stored in cents. */
  basePrice: amountField(text.basePriceRequired),
  sku: shortText(100, text.skuTooLong).nullish(),
  description: z.string().trim().max(5000, text.descriptionTooLong).nullish(),
  category: shortText(100, text.categoryTooLong).nullish(),
  isActive: flag.optional(),
  /** A new photo is uploaded as a file; a URL is accepted only if it is the stored one. */
  photoUrl: z.string(imageMessages.asFile).nullish(),
  removePhoto: flag.optional(),
})
export type ProductInput = z.output<typeof productInput>

/** A change to a product: omitted fields stay. If the version it started from is outdated, see docs/decisions/019. */
export const productChange = productInput.partial().extend({ version: idField().optional() })
export type ProductChange = z.output<typeof productChange>

/** Sale and weight data from Shopify. */
export const productStatuses = ['active', 'draft', 'archived', 'unlisted'] as const
export const weightUnits = ['kg', 'g', 'lb', 'oz'] as const

export const product = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  sku: z.string(),
  category: z.string(),
  photoUrl: z.string().nullable(),
  /** A decimal such as "1250.50". */
  basePrice: z.string(),
  isActive: z.boolean(),
  /** Null if it isn't in Shopify, which otherwise controls description and category (docs/product.md, The catalog). */
  shopifyProductId: z.string().nullable(),
  shopifyVariantId: z.string().nullable(),
  shopifyHandle: z.string().nullable(),
  vendor: z.string(),
  productType: z.string(),
  tags: z.array(z.string()),
  status: z.enum(productStatuses),
  inventoryQuantity: z.int(),
  weight: z.number().nullable(),
  weightUnit: z.enum(weightUnits),
  requiresShipping: z.boolean(),
  taxable: z.boolean(),
  version: z.int(),
  ...made,
})
export type Product = z.infer<typeof product>
