import { z } from 'zod'
import { firstCall, id, isMine, searchOf, words } from '../endpoint.ts'
import { paths } from '../paths.ts'

/** Filters and sort order of the company's customers; by name by default. */
export const whichCustomers = z.strictObject({
  /** Part of a name, email, phone number, or tag. */
  q: words.optional(),
  archived: z.stringbool().optional(),
  tag: z.string().trim().max(100).optional(),
  sort: z.enum(['name', 'newest']).optional(),
  mine: isMine,
})
const search = searchOf(whichCustomers)
const rows = (filter: z.output<typeof search>) => ({ ...filter, limit: 50 })

export const customersScreen = { path: paths.customers, search, rows }
export const firstCallsOfCustomers = (filter: z.output<typeof search>) => [
  firstCall('customers.list', rows(filter)),
  firstCall('customers.tags'),
]

/** One person by a record of theirs: a customer, or a guest by a booking or a place on a waitlist (docs/product.md, History). */
export const whichPerson = z.object({
  customerId: id.optional(),
  bookingId: id.optional(),
  waitlistEntryId: id.optional(),
})
export type WhichPerson = z.output<typeof whichPerson>

/** A person's visits, orders and emails. No email is in its address. */
export const customerHistoryScreen = { path: paths.customerHistory, search: searchOf(whichPerson) }
