import { csv, endpoint } from '../endpoint.ts'
import { report, reportFileQuery, reportQuery } from './schema.ts'

export const reportCalls = {
  /** What an event, or a period, brought (docs/product.md, Reports). */
  get: endpoint({
    method: 'GET',
    path: '/api/reports',
    access: 'orders.see',
    query: reportQuery,
    output: report,
  }),
  /** One of its tables as a file. */
  export: endpoint({
    method: 'GET',
    path: '/api/reports.csv',
    access: 'orders.see',
    query: reportFileQuery,
    output: csv,
  }),
} as const
