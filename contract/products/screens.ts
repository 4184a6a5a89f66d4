import { z } from 'zod'
import { customizationsTab, firstCallsOfCustomizations } from '../customizations/screens.ts'
import { firstCall, id, searchOf, words } from '../endpoint.ts'
import { paths } from '../paths.ts'

export const productSorts = ['name', 'price', 'newest'] as const

/** Filters and sort order of the company's products. */
export const whichProducts = z.strictObject({
  /** Words of a name, SKU, category or description. */
  q: words.optional(),
  isActive: z.stringbool().optional(),
  sort: z.enum(productSorts).optional(),
})
/** The catalog, a tab of the products and of the orders. */
export const productsTab = { search: searchOf(whichProducts) }
export const firstCallsOfCatalog = (given: z.output<typeof productsTab.search>) => [
  firstCall('products.lastSync'),
  firstCall('products.list', given),
  firstCall('shopify.store'),
]

const search = searchOf(
  whichProducts.extend({
    tab: z.literal('customizations').optional(),
    /** The product whose dialog is open. */
    productId: id.optional(),
  }),
)

export const productsScreen = { path: paths.products, search }
export const firstCallsOfProducts = ({ tab, ...given }: z.output<typeof search>) =>
  tab
    ? firstCallsOfCustomizations(customizationsTab.search.parse(given))
    : firstCallsOfCatalog(productsTab.search.parse(given))
