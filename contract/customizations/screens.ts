import { z } from 'zod'
import { firstCall, searchOf, words } from '../endpoint.ts'

/** Filters of the company's customizations, which are a tab of the products. */
export const whichCustomizations = z.strictObject({
  /** Part of a name. */
  q: words.optional(),
})
export const customizationsTab = { search: searchOf(whichCustomizations) }
export const firstCallsOfCustomizations = (filter: z.output<typeof customizationsTab.search>) => [
  firstCall('customizations.list', filter),
]
