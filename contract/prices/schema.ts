import { z } from 'zod'
import { usStateCodes } from '../us-states.ts'
import { priceMessages as text } from './messages.ts'

/** A tax rate in percent, below 100 with up to three decimals, as a number or a text. */
export const taxRate = z.union([z.number(), z.string()], text.rateInvalid).transform((rate, check) => {
  const typed = String(rate).trim().replace(/\s*%$/, '')
  if (/^\d{1,2}(\.\d{1,3})?$/.test(typed)) return Number(typed)
  check.addIssue({ code: 'custom', message: text.rateInvalid })
  return z.NEVER
})

/** Rates as they are typed, by state. Empty ones are left out. */
export const typedRates = z.preprocess(
  (given) =>
    given && typeof given === 'object'
      ? Object.fromEntries(Object.entries(given).filter(([, rate]) => rate !== '' && rate !== null))
      : given,
  z.partialRecord(z.enum(usStateCodes), taxRate),
)

/** Rates by state, in percent. */
export const taxRates = z.partialRecord(z.enum(usStateCodes), z.number())
export type TaxRates = z.output<typeof taxRates>
