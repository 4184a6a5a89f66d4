import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { formatDate } from '@trunkshow/contract/dates.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { type OrderFilter, ordersScreen, type whichOrders } from '@trunkshow/contract/orders/screens.ts'
import type { z } from 'zod'
import { api, call, callAll, callPage, pagedQuery } from '../api/client.ts'
import { ensureOrdersVersion, fresh, invalidateOrderCounts } from '../api/query-client.ts'

/** Orders to print or export: selected ones, or all that match a filter. */
export type WhichOrders = z.output<typeof whichOrders>

/** Rows on one page. */
const PAGE = 50

/** The company's orders, paged, with their total; the previous rows stay while new ones load. */
export function ordersQuery(filter: OrderFilter) {
  return pagedQuery(['orders', 'list', filter], (cursor, client) =>
    ensureOrdersVersion(client).then(() =>
      callPage(api.orders.list, { query: { ...ordersScreen.rows(filter), cursor } }),
    ),
  )
}

/** What the orders of a filter owe together. */
export const dueQuery = ({ sort: _, ...filter }: OrderFilter) =>
  queryOptions({
    queryKey: ['orders', 'due', filter],
    queryFn: ({ client }) => ensureOrdersVersion(client).then(() => call(api.orders.due, { query: filter })),
  })

/** One order with all its details. */
export function orderQuery(id: number) {
  return queryOptions({
    queryKey: ['orders', 'one', id],
    queryFn: ({ client }) => ensureOrdersVersion(client).then(() => call(api.orders.get, { params: { id } })),
  })
}

/** An order's history, paged, latest first. */
export function timelineQuery(id: number) {
  const fetchPage = async (cursor: string | undefined, client: QueryClient) => {
    await ensureOrdersVersion(client)
    return callPage(api.orders.timeline, { params: { id }, query: { limit: PAGE, cursor } })
  }
  return pagedQuery(['orders', 'timeline', id], fetchPage, { staleTime: 0, keepsRows: false })
}

/** The user's saved filters, by name. */
export function savedFiltersQuery() {
  return queryOptions({ queryKey: ['order-filters'], queryFn: () => call(api.savedFilters.list) })
}

/** All of the company's events from all pages, latest first. */
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

/** An event as a choice of a select. */
export function eventChoice({ id, name, eventDate }: Event) {
  return [id, `${name}, ${formatDate(eventDate)}`] as const
}

/** An event's number of orders and their total. */
export function ordersOfEventQuery(id: number) {
  return queryOptions({
    queryKey: ['orders', 'event', id],
    queryFn: ({ client }) =>
      ensureOrdersVersion(client).then(() => call(api.orders.ofEvent, { params: { id } })),
    staleTime: 0,
  })
}

/** Stores an order's new state in the cache for every screen. */
export function useCacheOrder() {
  const queryClient = useQueryClient()
  return (order: Order) => {
    queryClient.setQueryData(orderQuery(order.id).queryKey, order)
    invalidateOrderCounts(queryClient)
    return order
  }
}
