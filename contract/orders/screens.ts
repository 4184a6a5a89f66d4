import { z } from 'zod'
import { discountsTab, firstCallsOfDiscounts } from '../discounts/screens.ts'
import { firstCall, id, isMine, searchOf, words } from '../endpoint.ts'
import { paths } from '../paths.ts'
import { firstCallsOfCatalog, productsTab, whichProducts } from '../products/screens.ts'
import { firstCallsOfTemplates, templatesTab } from '../templates/screens.ts'
import { agreementStates, orderStatuses } from './rules.ts'

/**
 * Filters and sort order of the company's orders; oldest first by default (docs/product.md, The orders list). What they
 * have, the list's address, saved filters, prints and exports have too.
 */
export const whichOrders = z.strictObject({
  /** Words of a name, address or product; or our number (`1042`, `#1042`, `Order 1042`), Shopify's, or an imported one. */
  q: words.optional(),
  status: z.enum(orderStatuses).optional(),
  /** Owes something, or should have paid it before today; holds its total; or holds more than it should. */
  money: z.enum(['due', 'overdue', 'paid', 'refundDue']).optional(),
  /** How far their customers agreed; `waiting` for an answer. */
  agreement: z
    .enum(['waiting', ...agreementStates])
    .exclude(['notSent', 'sent', 'seen'])
    .optional(),
  /** Its stage's ID, or `none`; and those that are made, late, at risk, or paid for and not started. */
  stage: z.union([z.literal('none'), id]).optional(),
  making: z.enum(['open', 'late', 'atRisk', 'notStarted']).optional(),
  /** An event's ID, or `none` for orders without an event. */
  event: z.union([z.literal('none'), id]).optional(),
  /** A product that they contain. */
  productId: id.optional(),
  customerId: id.optional(),
  bookingId: id.optional(),
  /** Oldest or newest first, or by the day they are due, those without one first. */
  sort: z.enum(['oldest', 'newest', 'due']).optional(),
  /** Only those assigned to the caller. */
  mine: isMine,
  /** Comma-separated IDs of the selected orders. */
  ids: z.preprocess(
    (ids) => (typeof ids === 'string' ? ids.split(',') : ids),
    z.array(id).max(200).optional(),
  ),
})
const rows = (filter: z.output<typeof whichOrders>) => ({ ...filter, fields: 'summary' as const, limit: 50 })

/** The tab of the orders; which orders are printed or exported can have been selected, too. */
const filter = searchOf(whichOrders.omit({ customerId: true, ids: true }))
export type OrderFilter = z.output<typeof filter>

/** Each tab has its own filter. */
const search = filter
  .extend(templatesTab.search.shape)
  .extend(discountsTab.search.shape)
  .extend(productsTab.search.shape)
  .extend(
    searchOf(
      z.object({
        tab: z.enum(['templates', 'discounts', 'products']).optional(),
        sort: z.union([whichOrders.shape.sort, whichProducts.shape.sort]),
        /** An order to open; removed from the URL afterwards (docs/product.md, The orders list). */
        orderId: id.optional(),
        /** An order opened from the list, so that Back closes it. */
        view: id.optional(),
        /** Whether the dialog for a new order is open. */
        create: z.stringbool().optional(),
      }),
    ).shape,
  )

/** The company's orders, with its order forms, discount codes and products as tabs. */
export const ordersScreen = { path: paths.orders, search, filter, rows }
export const firstCallsOfOrders = ({ tab, ...given }: z.output<typeof search>) => [
  firstCall('orders.version'),
  ...(tab === 'templates'
    ? firstCallsOfTemplates(templatesTab.search.parse(given))
    : tab === 'discounts'
      ? firstCallsOfDiscounts(discountsTab.search.parse(given))
      : tab === 'products'
        ? firstCallsOfCatalog(productsTab.search.parse(given))
        : [
            firstCall('orders.list', rows(filter.parse(given))),
            firstCall('events.list', { limit: 500 }),
            firstCall('savedFilters.list'),
          ]),
]

/** The sheets of some orders: those of a filter, or selected ones. */
export const printScreen = {
  path: paths.printOrders,
  search: searchOf(
    whichOrders
      .omit({ customerId: true })
      // A work ticket, one without prices for its maker, or a packing slip.
      .extend({ kind: z.enum(['maker', 'slip']).optional() }),
  ),
}
