import { z } from 'zod'
import { isDate } from '../dates.ts'
import { made, wholeNumber } from '../endpoint.ts'
import { oneLine } from '../one-line.ts'
import { operation } from '../shopify/schema.ts'
import { discountMessages as text } from './messages.ts'

/** A whole number of the form; empty is null. */
const whole = (invalid: string) =>
  z.preprocess(
    (value) => (value === '' || value === undefined ? null : value),
    wholeNumber(invalid).nullable(),
  )

const fields = z.object({
  code: z.string(text.codeRequired).overwrite(oneLine).min(1, text.codeRequired).max(50, text.codeTooLong),
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
  /** The last day it can be used on, yyyy-MM-dd; empty for none. */
  expiresAt: z
    .string(text.expiresInvalid)
    .nullish()
    .transform((day) => (day === undefined ? day : day || null))
    .refine((day) => !day || isDate(day), text.expiresInvalid),
})

/** The code form (docs/product.md, Making a code): percentages are whole, an empty limit means none. */
export const discountInput = fields.extend({
  discountType: fields.shape.discountType.default('percentage'),
  usageLimit: fields.shape.usageLimit.default(null),
  isActive: fields.shape.isActive.default(true),
})
export type DiscountInput = z.output<typeof discountInput>

/** A change of a code: what is left out stays, so that no one reverts what they did not touch. */
export const discountChange = fields.partial()
export type DiscountChange = z.output<typeof discountChange>

export const discountCode = z.object({
  id: z.int(),
  code: z.string(),
  description: z.string(),
  discountType: z.literal('percentage'),
  discountValue: z.int(),
  isActive: z.boolean(),
  usageLimit: z.int().nullable(),
  /** Orders that carry it. */
  usedCount: z.int(),
  expiresAt: z.string().nullable(),
  /** Its id in Shopify; null until it is there. */
  shopifyPriceRuleId: z.string().nullable(),
  /** When the store got it as it is now, ISO 8601 in UTC; null while it has not. */
  shopifySyncedAt: z.string().nullable(),
  ...made,
})
export type DiscountCode = z.infer<typeof discountCode>

/** How a sync to the store went, and its name there now. */
export const syncedDiscount = operation.extend({ shopifyPriceRuleId: z.string().nullable() })
export type SyncedDiscount = z.infer<typeof syncedDiscount>
