import { endpoint } from '../endpoint.ts'
import { home } from './schema.ts'

export const homeCalls = {
  /** What waits for the company's staff today (docs/product.md, Home). */
  get: endpoint({ method: 'GET', path: '/api/home', access: 'orders.see', output: home }),
} as const
