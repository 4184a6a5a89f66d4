import type { z } from 'zod'
import { searchOf } from '../endpoint.ts'
import type { orderCalls } from './calls.ts'
import { whichOrders } from './schema.ts'

const search = searchOf({ query: whichOrders.omit({ customerId: true, ids: true }) })
export type OrderFilter = z.output<typeof search>

/**
 * The list of orders: what its address says, and the query of its first rows. The router, the server's documents, and the
 * list's own calls read it here.
 */
export const ordersScreen = {
  search,
  query: (filter: OrderFilter) =>
    ({ ...filter, fields: 'summary', limit: 50 }) satisfies Partial<z.output<typeof orderCalls.list.query>>,
}
