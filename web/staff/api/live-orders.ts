import { type QueryClient, useQuery } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import { call } from './client.ts'
import { knowVersion, liveQuery } from './live-query.ts'

/** Queries whose counts include orders. */
const counted = ['discounts', 'templates', 'bookings', 'customers']

/** Marks counts as stale without refetching, so a form open beside an order keeps its choices. */
export function recountOrders(queryClient: QueryClient) {
  for (const list of counted) void queryClient.invalidateQueries({ queryKey: [list], refetchType: 'none' })
}

/** Queries refetched at once if visible. */
const shown = [
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
    ask: () => call(api.orders.version),
    reload: (client) => {
      recountOrders(client)
      return Promise.all(shown.map((queryKey) => client.invalidateQueries({ queryKey })))
    },
  })
}

export const knowOrdersVersion = (client: QueryClient) => knowVersion(client, ordersVersionQuery())

/** Shows other users' changes to orders on the screen that uses it (decision 010). */
export function useLiveOrders(): void {
  useQuery({ ...ordersVersionQuery(), notifyOnChangeProps: [] })
}
