import { type QueryClient, useQuery } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import { call } from './client.ts'
import { knowVersion, liveQuery } from './live-query.ts'

/** What counts orders, or tells whether there are some. */
const counted = ['discounts', 'templates', 'bookings', 'customers']

/** They are loaded again when they are next shown; a form that is filled in beside an order keeps its choices. */
export function recountOrders(queryClient: QueryClient) {
  for (const list of counted) void queryClient.invalidateQueries({ queryKey: [list], refetchType: 'none' })
}

/** What is loaded again at once where it is on the screen. */
const shown = [
  ['orders'],
  ['discounts', 'list'],
  ['customers', 'one'],
  ['customers', 'totals'],
  ['customers', 'bookings'],
]

/** Whether the company's orders are still as they were loaded. */
function ordersVersionQuery() {
  return liveQuery({
    queryKey: ['orders-version'],
    ask: () => call(api.orders.version),
    reload: (client) => {
      recountOrders(client)
      return Promise.all(shown.map((queryKey) => client.invalidateQueries({ queryKey })))
    },
  })
}

export const knowOrdersVersion = (client: QueryClient) => knowVersion(client, ordersVersionQuery())

/** While a screen has this, what colleagues do with orders shows on it by itself (decision 010). */
export function useLiveOrders(): void {
  useQuery({ ...ordersVersionQuery(), notifyOnChangeProps: [] })
}
