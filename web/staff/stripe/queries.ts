import { queryOptions } from '@tanstack/react-query'
import { api, call } from '../api/client.ts'

/** The connection to the company's Stripe, without its keys. */
export function stripeQuery() {
  return queryOptions({ queryKey: ['stripe'], queryFn: () => call(api.stripe.account) })
}

const POLL_MS = 5000

/** An order's payments by link, read again while one is open. */
export function paymentsQuery(id: number) {
  return queryOptions({
    queryKey: ['orders', 'payments', id],
    queryFn: () => call(api.payments.ofOrder, { params: { id } }),
    refetchInterval: ({ state }) =>
      state.data?.payments.some(({ state }) => state === 'open' || state === 'onTheWay') ? POLL_MS : false,
    staleTime: 0,
  })
}
