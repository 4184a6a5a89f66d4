import { z } from 'zod'
import { byId, csv, endpoint, id, page, soughtEmail } from '../endpoint.ts'
import {
  address,
  customer,
  customerMerge,
  customerTotals,
  customerVersions,
  historyBooking,
  sentAddress,
  sentAddressChange,
  sentCustomer,
  sentCustomerChange,
} from './schema.ts'
import { whichCustomers } from './screens.ts'

/** Customers, and the bookings made with their emails. */
export const customerCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/customers',
    access: 'orders.see',
    query: page.extend(whichCustomers.shape),
    output: z.array(customer),
  }),
  /** All matching customers as a CSV file that can be imported again. */
  export: endpoint({
    method: 'GET',
    path: '/api/customers.csv',
    access: 'orders.see',
    query: whichCustomers,
    output: csv,
  }),
  /** Up to five customers with this email or phone, for the hint while staff type. */
  similar: endpoint({
    method: 'GET',
    path: '/api/customers/similar',
    access: 'orders.see',
    query: z.strictObject({
      email: soughtEmail.optional(),
      phone: z.string().trim().max(50).optional(),
      besides: id.optional(),
    }),
    output: z.array(customer),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/customers/:id',
    access: 'orders.see',
    params: byId,
    output: customer,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/customers',
    access: 'orders.edit',
    body: sentCustomer,
    output: customer,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/customers/:id',
    access: 'orders.edit',
    params: byId,
    body: sentCustomerChange,
    output: customer,
  }),
  archive: endpoint({
    method: 'PATCH',
    path: '/api/customers/:id/archive',
    access: 'orders.edit',
    params: byId,
    output: customer,
  }),
  restore: endpoint({
    method: 'PATCH',
    path: '/api/customers/:id/restore',
    access: 'orders.edit',
    params: byId,
    output: customer,
  }),
  remove: endpoint({ method: 'DELETE', path: '/api/customers/:id', access: 'orders.delete', params: byId }),
  /** Previews merging the other customer into this one; changes nothing. */
  previewMerge: endpoint({
    method: 'GET',
    path: '/api/customers/:id/merge/:otherId',
    access: 'orders.delete',
    params: z.strictObject({ id, otherId: id }),
    output: customerMerge,
  }),
  merge: endpoint({
    method: 'POST',
    path: '/api/customers/:id/merge/:otherId',
    access: 'orders.delete',
    params: z.strictObject({ id, otherId: id }),
    body: customerVersions,
    output: customerMerge,
  }),
  totals: endpoint({
    method: 'GET',
    path: '/api/customers/:id/totals',
    access: 'orders.see',
    params: byId,
    output: customerTotals,
  }),
  /** Bookings made with an email, for a history; with a customer ID, also those of their other emails. */
  bookings: endpoint({
    method: 'GET',
    path: '/api/bookings',
    access: 'orders.see',
    query: page.extend({ email: soughtEmail.min(1), customerId: id.optional() }),
    output: z.array(historyBooking),
  }),
} as const

/** Addresses of a customer. */
export const addressCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/customers/:id/addresses',
    access: 'orders.see',
    params: byId,
    output: z.array(address),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/customers/:id/addresses',
    access: 'orders.edit',
    params: byId,
    body: sentAddress,
    output: address,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/addresses/:id',
    access: 'orders.edit',
    params: byId,
    body: sentAddressChange,
    output: address,
  }),
  remove: endpoint({ method: 'DELETE', path: '/api/addresses/:id', access: 'orders.edit', params: byId }),
} as const
