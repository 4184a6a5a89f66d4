import { z } from 'zod'
import { colleague, get, patch } from '../endpoint.ts'
import { assigned, assigneeChange } from './schema.ts'

const change = { body: assigneeChange, output: assigned }

/** Who serves whom: one colleague each for orders, customers, and bookings of the caller's own company. */
export const assigneeCalls = {
  /** The company's active users, by name. */
  colleagues: get('/api/company/colleagues', 'events.see', { output: z.array(colleague) }),
  ofOrder: patch('/api/orders/:id/assignee', 'orders.edit', change),
  ofCustomer: patch('/api/customers/:id/assignee', 'orders.edit', change),
  ofBooking: patch('/api/bookings/:id/assignee', 'orders.edit', change),
} as const
