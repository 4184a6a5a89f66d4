import { get, patch, put } from '../endpoint.ts'
import { order } from '../orders/schema.ts'
import { board, making, makingInput, promise, stageChange } from './schema.ts'
import { whichBoard } from './screens.ts'

/** How orders are made, and by when. */
export const makingCalls = {
  get: get('/api/company/making', 'orders.see', { output: making }),
  save: put('/api/company/making', 'company.manage', { body: makingInput, output: making }),
  /** The orders that are made, by stage; of one event, or those at risk. */
  board: get('/api/making', 'orders.see', { query: whichBoard, output: board }),
  promise: get('/api/company/making/promise', 'orders.see', { output: promise }),
  move: patch('/api/orders/:id/stage', 'orders.edit', { body: stageChange, output: order }),
} as const
