import { z } from 'zod'
import { made } from '../endpoint.ts'
import { imageMessages } from '../images.ts'
import { amountField } from '../money.ts'
import { oneLine } from '../one-line.ts'
import { productMessages as text } from './messages.ts'

const optional = (most: number, tooLong: string) => z.string().overwrite(oneLine).max(most, tooLong).nullish()
const flag = z.union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })])

/** The product form, from the products screen and the orders dialog. */
export const productInput = z.object({
  name: z.string(text.nameRequired).overwrite(oneLine).min(1, text.nameRequired).max(200, text.nameTooLong),
  /** Comes as a decimal, is kept in cents. */
  basePrice: amountField(text.basePriceRequired),
  sku: optional(100, text.skuTooLong),
  description: z.string().trim().max(5000, text.descriptionTooLong).nullish(),
  category: optional(100, text.categoryTooLong),
  isActive: flag.optional(),
  /** A photo comes as a file; as a link, only the one that is stored is taken. */
  photoUrl: z.string(imageMessages.asFile).nullish(),
  /** Takes the stored photo away. */
  removePhoto: flag.optional(),
})
export type ProductInput = z.output<typeof productInput>

/** A change of a product: what is left out stays, so that no one reverts what they did not touch. */
export const productChange = productInput.partial()
export type ProductChange = z.output<typeof productChange>

export const productSorts = ['name', 'price', 'newest'] as const

/** What a store says of a product's sale, and how it weighs. */
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
  /**
   * Null unless the product is at Shopify too; then the store controls description and category
   * (docs/product.md, The catalog).
   */
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
  ...made,
})
export type Product = z.infer<typeof product>
