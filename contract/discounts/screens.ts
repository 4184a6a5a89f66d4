import { z } from 'zod'
import { firstCall, searchOf, words } from '../endpoint.ts'

/** Filters of the company's discount codes, which are a tab of the orders. */
export const whichDiscounts = z.strictObject({
  /** Part of a code. */
  q: words.optional(),
  isActive: z.stringbool().optional(),
})
export const discountsTab = { search: searchOf(whichDiscounts) }
export const firstCallsOfDiscounts = (filter: z.output<typeof discountsTab.search>) => [
  firstCall('discounts.list', filter),
]
