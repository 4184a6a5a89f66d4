import { byId, endpoint } from '../endpoint.ts'
import { csvImport, importInput } from './schema.ts'

/** CSV files of customers and products. */
export const importCalls = {
  /** The dry run of a CSV file: nothing is imported yet. */
  check: endpoint({
    method: 'POST',
    path: '/api/imports',
    access: 'orders.edit',
    body: importInput,
    bodyMegabytes: 25,
    output: csvImport,
    status: 201,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/imports/:id',
    access: 'orders.edit',
    params: byId,
    output: csvImport,
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/imports/:id/start',
    access: 'orders.edit',
    params: byId,
    output: csvImport,
  }),
} as const
