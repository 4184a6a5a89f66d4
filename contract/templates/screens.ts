import { z } from 'zod'
import { firstCall, searchOf, words } from '../endpoint.ts'

/** Filters of the company's order forms, which are a tab of the orders. */
export const whichTemplates = z.strictObject({
  /** Part of a name. */
  q: words.optional(),
  archived: z.stringbool().optional(),
})
export const templatesTab = { search: searchOf(whichTemplates) }
export const firstCallsOfTemplates = (filter: z.output<typeof templatesTab.search>) => [
  firstCall('templates.list', filter),
]
