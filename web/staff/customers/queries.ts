import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import type { Customer } from '@trunkshow/contract/customers/schema.ts'
import { CallError } from '../api/call-error.ts'
import { call, callPage } from '../api/client.ts'
import { knowOrdersVersion } from '../api/live-orders.ts'

/** Which customers are looked at: the address of the page holds it. */
export interface CustomerFilter {
  /** A part of a name, email, or phone number. */
  q?: string | undefined
  archived?: true | undefined
  /** By name unless given. */
  sort?: 'newest' | undefined
}

/** Cards on one page. */
const PAGE = 50

/** Throws the failure of the list again: its message names the list, the status, and what the server says. */
function nameFailure(error: unknown): never {
  if (error instanceof CallError && error.status !== undefined) {
    const { status, sentence, statusText } = error
    error.message = `Failed to fetch customers: ${status} ${sentence ?? statusText}`
  }
  throw error
}

/** The company's customers, page by page, and how many there are; the rows before stay while others load. */
export function customersQuery(filter: CustomerFilter) {
  return infiniteQueryOptions({
    queryKey: ['customers', 'list', filter],
    queryFn: ({ pageParam }) =>
      callPage(api.customers.list, { query: { ...filter, limit: PAGE, cursor: pageParam } }).catch(
        nameFailure,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => ({ rows: pages.flatMap((page) => page.rows), total: pages.at(-1)?.total }),
    placeholderData: keepPreviousData,
  })
}

export function customerQuery(id: number) {
  return queryOptions({
    queryKey: ['customers', 'one', id],
    queryFn: () => call(api.customers.get, { params: { id } }),
  })
}

interface Contact {
  email?: string | undefined
  phone?: string | undefined
  /** The customer who is looked at themselves. */
  besides?: number | undefined
}

/** Customers with this email or phone: possible duplicates. */
export function similarQuery(contact: Contact) {
  return queryOptions({
    queryKey: ['customers', 'similar', contact],
    queryFn: () => call(api.customers.similar, { query: contact }),
    placeholderData: keepPreviousData,
  })
}

/** The bookings made with the customer's emails, page by page, the latest first. */
export function bookingsOfQuery({ id, email }: Customer) {
  return infiniteQueryOptions({
    queryKey: ['customers', 'bookings', id, email],
    queryFn: ({ pageParam }) =>
      callPage(api.customers.bookings, { query: { email, customerId: id, limit: PAGE, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => pages.flatMap((page) => page.rows),
    staleTime: 0,
  })
}

/** A customer's history in numbers; orders and bookings change them, so they are loaded again each time. */
export function totalsQuery(id: number) {
  return queryOptions({
    queryKey: ['customers', 'totals', id],
    queryFn: async ({ client }) => {
      await knowOrdersVersion(client)
      return call(api.customers.totals, { params: { id } })
    },
    staleTime: 0,
  })
}

/** A customer's orders, page by page, the latest first. */
export function ordersOfQuery(customerId: number) {
  return infiniteQueryOptions({
    queryKey: ['orders', 'customer', customerId],
    queryFn: async ({ pageParam, client }) => {
      await knowOrdersVersion(client)
      return callPage(api.orders.list, {
        query: { customerId, sort: 'newest', limit: PAGE, cursor: pageParam },
      })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => pages.flatMap((page) => page.rows),
    staleTime: 0,
  })
}

/** What merging the other customer into this one would leave; it changes nothing. */
export function mergePreviewQuery(id: number, otherId: number) {
  return queryOptions({
    queryKey: ['customers', 'merge', id, otherId],
    queryFn: () => call(api.customers.previewMerge, { params: { id, otherId } }),
    staleTime: 0,
  })
}
