import { z } from 'zod'
import { colleague, get, patch, put } from '../endpoint.ts'
import { assigned, assigneeChange, team, teamInput } from './schema.ts'

const change = { body: assigneeChange, output: assigned }

/** Who serves whom: one colleague each for orders, customers, and bookings of the caller's own company. */
export const assigneeCalls = {
  /** The company's active users, by name. */
  colleagues: get('/api/company/colleagues', 'events.see', { output: z.array(colleague) }),
  ofOrder: patch('/api/orders/:id/assignee', 'orders.edit', change),
  ofCustomer: patch('/api/customers/:id/assignee', 'orders.edit', change),
  ofBooking: patch('/api/bookings/:id/assignee', 'orders.edit', change),
  /** Who works when at an event, and whom they serve (docs/product.md, Who works when). */
  team: get('/api/events/:id/team', 'bookings.see', { output: team }),
  /** Says who works when on one of its days, in place of what was said before. */
  saveTeam: put('/api/events/:id/team', 'events.edit', { body: teamInput, output: team }),
} as const
