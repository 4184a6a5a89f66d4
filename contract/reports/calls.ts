import { csv, get } from '../endpoint.ts'
import { report, reportFileQuery, reportQuery } from './schema.ts'

export const reportCalls = {
  /** What an event, or a period, brought (docs/product.md, Reports). */
  get: get('/api/reports', 'orders.see', { query: reportQuery, output: report }),
  /** One of its tables as a file. */
  export: get('/api/reports.csv', 'orders.see', { query: reportFileQuery, output: csv }),
} as const
