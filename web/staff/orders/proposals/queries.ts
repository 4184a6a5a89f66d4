import { queryOptions } from '@tanstack/react-query'
import { api, call } from '../../api/client.ts'

/** What an order's customer was sent and answered. */
export const agreementQuery = (id: number) =>
  queryOptions({
    queryKey: ['orders', 'proposals', id],
    queryFn: () => call(api.proposals.ofOrder, { params: { id } }),
    staleTime: 0,
  })
