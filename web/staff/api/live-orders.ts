import { type QueryClient, useQuery } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import { call } from './client.ts'
import { ensureVersion, liveQuery } from './live-query.ts'

/** Queries whose counts include orders. */
const queriesWithCounts = ['discounts', 'templates', 'bookings', 'customers']

/** Marks counts as stale without refetching, so a form open beside an order keeps its choices. */
export function invalidateOrderCounts(queryClient: QueryClient) {
  for (const list of queriesWithCounts)
    void queryClient.invalidateQueries({ queryKey: [list], refetchType: 'none' })
}

/** Queries refetched at once if visible. */
const liveQueries = [
  ['orders'],
  ['discounts', 'list'],
  ['customers', 'one'],
  ['customers', 'totals'],
  ['customers', 'bookings'],
]

/** Polls the version of the company's orders. */
function ordersVersionQuery() {
  return liveQuery({
    queryKey: ['orders-version'],
    fetchVersion: () => call(api.orders.version),
    reload: (client) => {
      invalidateOrderCounts(client)
      return Promise.all(liveQueries.map((queryKey) => client.invalidateQueries({ queryKey })))
    },
  })
}

export const ensureOrdersVersion = (client: QueryClient) => ensureVersion(client, ordersVersionQuery())

/** Shows other users' changes to orders on the screen that uses it (decision 010). */
export function useLiveOrders(): void {
  useQuery({ ...ordersVersionQuery(), notifyOnChangeProps: [] })
}
