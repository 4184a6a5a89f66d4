import { csv, get, put } from '../endpoint.ts'
import { commissionInput, report, reportFileQuery, reportQuery, statement } from './schema.ts'

export const reportCalls = {
  /** What an event, or a period, brought (docs/product.md, Reports). */
  get: get('/api/reports', 'orders.see', { query: reportQuery, output: report }),
  /** One of its tables as a file. */
  export: get('/api/reports.csv', 'orders.see', { query: reportFileQuery, output: csv }),
  /** What an event brought by who serves the orders. */
  statement: get('/api/events/:id/statement', 'orders.see', { output: statement }),
  statementFile: get('/api/events/:id/statement.csv', 'orders.see', { output: csv }),
  saveCommission: put('/api/events/:id/commission', 'events.edit', {
    body: commissionInput,
    output: statement,
  }),
} as const
