import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import { venueNow } from '@trunkshow/contract/dates.ts'
import { discountCan } from '@trunkshow/contract/discounts/rules.ts'
import type { OrderStatus } from '@trunkshow/contract/orders/rules.ts'
import { call, callAll, callPage } from '../api/client.ts'
import { knowOrdersVersion } from '../api/live-orders.ts'
import { fresh } from '../api/query-client.ts'

/** Which orders are looked at: the address of the page holds it. */
export interface OrderFilter {
  /** Words of a name, an e-mail, a product, or an order's number. */
  q?: string | undefined
  status?: OrderStatus | undefined
  /** An event's number, or `none` for orders taken at no event. */
  event?: number | 'none' | undefined
  /** The booking they were taken for. */
  bookingId?: number | undefined
  /** The oldest first unless given. */
  sort?: 'newest' | undefined
}

/** Orders to print or to export: those chosen one by one, or all that fit a filter. */
export type WhichOrders = OrderFilter & { ids?: number[] | undefined }

/** Rows on one page. */
const PAGE = 50

/** The company's orders, page by page, and how many there are; the rows before stay while others load. */
export function ordersQuery(filter: OrderFilter) {
  return infiniteQueryOptions({
    queryKey: ['orders', 'list', filter],
    queryFn: async ({ pageParam, client }) => {
      await knowOrdersVersion(client)
      return callPage(api.orders.list, { query: { ...filter, limit: PAGE, cursor: pageParam } })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => ({ rows: pages.flatMap((page) => page.rows), total: pages.at(-1)?.total }),
    placeholderData: keepPreviousData,
  })
}

/** One order with everything its detail shows. */
export function orderQuery(id: number) {
  return queryOptions({
    queryKey: ['orders', 'one', id],
    queryFn: async ({ client }) => {
      await knowOrdersVersion(client)
      return call(api.orders.get, { params: { id } })
    },
  })
}

/** What happened to an order, page by page, the latest first. */
export function timelineQuery(id: number) {
  return infiniteQueryOptions({
    queryKey: ['orders', 'timeline', id],
    queryFn: async ({ pageParam, client }) => {
      await knowOrdersVersion(client)
      return callPage(api.orders.timeline, { params: { id }, query: { limit: PAGE, cursor: pageParam } })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => pages.flatMap((page) => page.rows),
    staleTime: 0,
  })
}

/** Orders whole, as they are at this moment, at most 200. */
export function ordersToPrintQuery(which: WhichOrders) {
  return queryOptions({
    queryKey: ['orders', 'print', which],
    queryFn: () => call(api.orders.details, { query: which }),
    staleTime: 0,
  })
}

/** The filters somebody has kept for themselves, by name. */
export function savedFiltersQuery() {
  return queryOptions({ queryKey: ['order-filters'], queryFn: () => call(api.savedFilters.list) })
}

/** Every event of the company to choose from, the latest first, however many pages they fill. */
export function eventChoicesQuery() {
  return queryOptions({
    queryKey: ['events', 'choices'],
    queryFn: async () => {
      const events = await callAll(api.events.list)
      return events.filter(({ coHosted }) => !coHosted).reverse()
    },
    staleTime: fresh.long,
  })
}

/** Every template a new order can be taken on, as it is at this moment. */
export function templateChoicesQuery() {
  return queryOptions({
    queryKey: ['templates', 'choices'],
    queryFn: () => callAll(api.templates.list),
    staleTime: 0,
  })
}

/** How many orders an event has brought, and their sum. */
export function ordersOfEventQuery(id: number) {
  return queryOptions({
    queryKey: ['orders', 'event', id],
    queryFn: async ({ client }) => {
      await knowOrdersVersion(client)
      return call(api.orders.ofEvent, { params: { id } })
    },
    staleTime: 0,
  })
}

/** The discount codes an order can be given now. */
export function usableCodesQuery() {
  return queryOptions({
    queryKey: ['discounts', 'usable'],
    queryFn: async () => {
      const codes = await callAll(api.discounts.list, { query: { isActive: true } })
      const today = venueNow(new Date()).date
      return codes.filter((code) => discountCan.apply(code, today) === null)
    },
    staleTime: 0,
  })
}
