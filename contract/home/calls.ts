import { get } from '../endpoint.ts'
import { home } from './schema.ts'
import { whichHome } from './screens.ts'

export const homeCalls = {
  /** What waits for the company's staff today (docs/product.md, Home). */
  get: get('/api/home', 'orders.see', { query: whichHome, output: home }),
} as const
