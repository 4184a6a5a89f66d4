import { queryOptions } from '@tanstack/react-query'
import type { StripeAccountView } from '@trunkshow/contract/stripe/schema.ts'
import { api, call } from '../api/client.ts'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'

/** The connection to the company's Stripe, without its keys. */
export function stripeQuery() {
  return queryOptions({ queryKey: ['stripe'], queryFn: () => call(api.stripe.account) })
}

/** Changes the connection; the screen shows the response. */
export function useStripeCall<Input>(
  call: (input: Input) => Promise<StripeAccountView>,
  texts: { done: string; failed?: string; failedTo?: string; keepsForm?: boolean },
) {
  const { queryKey } = stripeQuery()
  return useReportedCall({
    call,
    ...texts,
    onDone: (account, client) => client.setQueryData(queryKey, account),
    onFailed: (_error, client) => client.invalidateQueries({ queryKey }),
  })
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
