import { z } from 'zod'
import { jsonId } from '../endpoint.ts'
import { privacyMessages as text } from './messages.ts'
import { retentionMonths } from './rules.ts'

const { least, most } = retentionMonths

/** Whom it is about: a customer by their number, or a guest by the number of one of their bookings. */
export const personInput = z
  .strictObject({
    customerId: jsonId(text.whoRequired).optional(),
    bookingId: jsonId(text.whoRequired).optional(),
  })
  .refine(
    ({ customerId, bookingId }) => (customerId === undefined) !== (bookingId === undefined),
    text.whoRequired,
  )
export type PersonInput = z.output<typeof personInput>

/** What an erasure reaches; of a preview what it would reach. */
export const erasure = z.object({
  /** Those by which the person is found, in lower case. */
  emails: z.array(z.string()),
  /** Names of the customers who are erased: several have the same email where duplicates were never merged. */
  customers: z.array(z.string()),
  bookings: z.int(),
  /** Of the bookings, those to come: they are canceled. */
  upcoming: z.int(),
  orders: z.int(),
  /** Of the orders, those that are not delivered, completed or canceled yet. */
  openOrders: z.int(),
  /** Of the orders, those that Shopify has: it keeps its own copy. */
  inShopify: z.int(),
  /** Files of the orders. */
  files: z.int(),
})
export type Erasure = z.infer<typeof erasure>

/** How many months after an event guests' data is erased; null while it is kept. */
export const retention = z.object({
  months: z.int(text.monthsInvalid).min(least, text.monthsInvalid).max(most, text.monthsInvalid).nullable(),
})
export type Retention = z.output<typeof retention>

const appointment = z.object({
  event: z.string(),
  date: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  status: z.string(),
  name: z.string(),
  email: z.string(),
  bookedAt: z.string(),
})

/** Everything a company keeps about one person, as the file they can download. */
export const personData = z.object({
  company: z.string().nullable(),
  /** When the file was made, ISO 8601 in UTC. */
  madeAt: z.string(),
  customers: z.array(
    z.object({
      firstName: z.string(),
      lastName: z.string(),
      emails: z.array(z.string()),
      phone: z.string().nullable(),
      /** Only in the company's own download. */
      notes: z.string().optional(),
      addresses: z.array(z.string()),
      since: z.string(),
    }),
  ),
  bookings: z.array(appointment),
  orders: z.array(
    z.object({
      number: z.string(),
      status: z.string(),
      date: z.string(),
      name: z.string(),
      email: z.string(),
      phone: z.string().nullable(),
      address: z.string().nullable(),
      items: z.string(),
      answers: z.record(z.string(), z.union([z.string(), z.boolean()])),
      files: z.array(z.string()),
      /** Only in the company's own download. */
      notes: z.string().optional(),
      total: z.string(),
    }),
  ),
  emails: z.array(z.object({ to: z.string(), subject: z.string(), sentAt: z.string() })),
})
export type PersonData = z.infer<typeof personData>
