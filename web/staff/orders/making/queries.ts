import { queryOptions } from '@tanstack/react-query'
import type { whichBoard } from '@trunkshow/contract/making/screens.ts'
import type { z } from 'zod'
import { api, call } from '../../api/client.ts'
import { ensureOrdersVersion } from '../../api/query-client.ts'

/** The orders that are made, by stage. */
export const boardQuery = (query: z.output<typeof whichBoard>) =>
  queryOptions({
    queryKey: ['orders', 'board', query],
    queryFn: ({ client }) => ensureOrdersVersion(client).then(() => call(api.making.board, { query })),
  })

/** The day that can be promised to a new order. */
export const promiseQuery = () =>
  queryOptions({ queryKey: ['orders', 'promise'], queryFn: () => call(api.making.promise) })
