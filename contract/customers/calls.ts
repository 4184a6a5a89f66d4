import { z } from 'zod'
import { create, csv, del, get, id, paged, patch, post, put, soughtEmail } from '../endpoint.ts'
import {
  address,
  customer,
  customerMerge,
  customerVersions,
  historyBooking,
  person,
  sentAddress,
  sentAddressChange,
  sentCustomer,
  sentCustomerChange,
} from './schema.ts'
import { whichCustomers, whichPerson } from './screens.ts'

/** Customers, and the bookings made with their emails. */
export const customerCalls = {
  list: get('/api/customers', 'orders.see', paged(whichCustomers, customer)),
  /** All matching customers as a CSV file that can be imported again. */
  export: get('/api/customers.csv', 'orders.see', { query: whichCustomers, output: csv }),
  /** The tags in use, the most used first. */
  tags: get('/api/customers/tags', 'orders.see', { output: z.array(z.string()) }),
  /** Up to five customers with this email or phone, for the hint while staff type. */
  similar: get('/api/customers/similar', 'orders.see', {
    query: z.strictObject({
      email: soughtEmail.optional(),
      phone: z.string().trim().max(50).optional(),
      besides: id.optional(),
    }),
    output: z.array(customer),
  }),
  get: get('/api/customers/:id', 'orders.see', { output: customer }),
  create: create('/api/customers', 'orders.edit', { body: sentCustomer, output: customer }),
  update: put('/api/customers/:id', 'orders.edit', { body: sentCustomerChange, output: customer }),
  archive: patch('/api/customers/:id/archive', 'orders.edit', { output: customer }),
  restore: patch('/api/customers/:id/restore', 'orders.edit', { output: customer }),
  remove: del('/api/customers/:id', 'orders.delete'),
  /** Previews merging the other customer into this one; changes nothing. */
  previewMerge: get('/api/customers/:id/merge/:otherId', 'orders.delete', { output: customerMerge }),
  merge: post('/api/customers/:id/merge/:otherId', 'orders.delete', {
    body: customerVersions,
    output: customerMerge,
  }),
  /** A customer, or a guest by a booking or a wait, who may be a customer: with what their page counts. */
  person: get('/api/people', 'orders.see', { query: whichPerson, output: person }),
  /** Bookings made with an email, or by a person, latest first. */
  bookings: get(
    '/api/bookings',
    'orders.see',
    paged(whichPerson.extend({ email: soughtEmail.optional() }), historyBooking),
  ),
} as const

export const addressCalls = {
  list: get('/api/customers/:id/addresses', 'orders.see', { output: z.array(address) }),
  create: create('/api/customers/:id/addresses', 'orders.edit', { body: sentAddress, output: address }),
  update: put('/api/addresses/:id', 'orders.edit', { body: sentAddressChange, output: address }),
  remove: del('/api/addresses/:id', 'orders.edit'),
} as const
