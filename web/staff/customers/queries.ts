import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { customersScreen, type WhichPerson } from '@trunkshow/contract/customers/screens.ts'
import { ordersScreen } from '@trunkshow/contract/orders/screens.ts'
import type { z } from 'zod'
import { api, CallError, call, callPage, pagedQuery } from '../api/client.ts'
import { ensureOrdersVersion } from '../api/query-client.ts'

/** The customers' filters, kept in the page's URL; by name by default. */
export type CustomerFilter = z.output<typeof customersScreen.search>

/** Rethrows a list failure with a message that has the list's name, the status and the server's text. */
function nameFailure(error: unknown): never {
  if (error instanceof CallError && error.status !== undefined) {
    const { status, sentence, statusText } = error
    error.message = `Failed to fetch customers: ${status} ${sentence ?? statusText}`
  }
  throw error
}

/** The company's customers, paged, with their total; the previous rows stay while new ones load. */
export function customersQuery(filter: CustomerFilter) {
  return pagedQuery(['customers', 'list', filter], (cursor) =>
    callPage(api.customers.list, { query: { ...customersScreen.rows(filter), cursor } }).catch(nameFailure),
  )
}

/** The tags in use, the most used first. */
export function tagsQuery() {
  return queryOptions({ queryKey: ['customers', 'tags'], queryFn: () => call(api.customers.tags) })
}

/** A customer's addresses, the default one first. */
export function addressesQuery(customerId: number) {
  return queryOptions({
    queryKey: ['customers', 'addresses', customerId],
    queryFn: () => call(api.addresses.list, { params: { id: customerId } }),
  })
}

type Contact = z.output<typeof api.customers.similar.query>

/** Finds customers with this email or phone: possible duplicates. */
export function similarQuery(contact: Contact) {
  return queryOptions({
    queryKey: ['customers', 'similar', contact],
    queryFn: () => call(api.customers.similar, { query: contact }),
    placeholderData: keepPreviousData,
  })
}

/** A customer, or a guest by a booking or a wait. Orders and bookings change what is counted, so it is always refetched. */
export function personQuery(who: WhichPerson) {
  return queryOptions({
    queryKey: ['customers', 'person', who],
    queryFn: ({ client }) =>
      ensureOrdersVersion(client).then(() => call(api.customers.person, { query: who })),
    staleTime: 0,
  })
}

/** A person's bookings, paged, latest first. */
export function bookingsOfQuery(who: WhichPerson) {
  return pagedQuery(
    ['customers', 'bookings', who],
    (cursor) => callPage(api.customers.bookings, { query: { ...who, limit: 50, cursor } }),
    { staleTime: 0, keepsRows: false },
  )
}

/** A customer's orders, paged, latest first. */
export function ordersOfQuery(customerId: number) {
  const query = ordersScreen.rows({ customerId, sort: 'newest' })
  const fetchPage = async (cursor: string | undefined, client: QueryClient) => {
    await ensureOrdersVersion(client)
    return callPage(api.orders.list, { query: { ...query, cursor } })
  }
  return pagedQuery(['orders', 'customer', customerId], fetchPage, { staleTime: 0, keepsRows: false })
}
