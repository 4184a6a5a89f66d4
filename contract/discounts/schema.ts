import { z } from 'zod'
import { isDate } from '../dates.ts'
import { jsonId, line, made, orNull, wholeNumber } from '../endpoint.ts'
import { operation } from '../shopify/schema.ts'
import { discountMessages as text } from './messages.ts'

/** A whole number from the form; empty becomes null. */
const whole = (invalid: string) => orNull(wholeNumber(invalid))

const fields = z.object({
  code: line(text.codeRequired, 50, text.codeTooLong),
  description: z.string().trim().max(500, text.descriptionTooLong).nullish(),
  discountType: z.literal('percentage'),
  /** Percent, 1 to 100. */
  discountValue: whole(text.percentageRange)
    .refine((percent) => percent !== null, { error: text.percentageRequired, abort: true })
    .refine((percent) => percent! >= 1 && percent! <= 100, text.percentageRange)
    .transform(Number),
  usageLimit: whole(text.usageInvalid).refine(
    (limit) => limit === null || (limit >= 1 && limit <= 1_000_000_000),
    text.usageInvalid,
  ),
  isActive: z.boolean(),
  /** The last valid day, yyyy-MM-dd; empty for none. */
  expiresAt: z
    .string(text.expiresInvalid)
    .nullish()
    .transform((day) => (day === undefined ? day : day || null))
    .refine((day) => !day || isDate(day), text.expiresInvalid),
})

/** The code form (docs/product.md, Making a code): whole percentages; an empty limit means unlimited. */
export const discountInput = fields.extend({
  discountType: fields.shape.discountType.default('percentage'),
  usageLimit: fields.shape.usageLimit.default(null),
  isActive: fields.shape.isActive.default(true),
})
export type DiscountInput = z.output<typeof discountInput>

/** A change to a code: omitted fields stay. If the version it started from is outdated, see docs/decisions/019. */
export const discountChange = fields.partial().extend({ version: jsonId().optional() })
export type DiscountChange = z.output<typeof discountChange>

export const discountCode = z.object({
  id: z.int(),
  code: z.string(),
  description: z.string(),
  discountType: z.literal('percentage'),
  discountValue: z.int(),
  isActive: z.boolean(),
  usageLimit: z.int().nullable(),
  /** Number of orders that use it. */
  usedCount: z.int(),
  expiresAt: z.string().nullable(),
  /** Its ID in Shopify; null until it exists there. */
  shopifyPriceRuleId: z.string().nullable(),
  /** When Shopify received its current state, ISO 8601 in UTC; null if it hasn't. */
  shopifySyncedAt: z.string().nullable(),
  version: z.int(),
  ...made,
})
export type DiscountCode = z.infer<typeof discountCode>

/** The result of a sync to Shopify, and the code's title in Shopify. */
export const syncedDiscount = operation.extend({ shopifyPriceRuleId: z.string().nullable() })
export type SyncedDiscount = z.infer<typeof syncedDiscount>
