import { byId, endpoint } from '../endpoint.ts'
import { importFiles, importKinds } from './rules.ts'
import { csvImport, importInput, importStart } from './schema.ts'

/** The rights to import something; the right for this kind is checked once the kind is known. */
const access = importKinds.map((kind) => importFiles[kind].right)

/** CSV files of customers and products. */
export const importCalls = {
  /** A dry run of a CSV file; imports nothing. */
  check: endpoint({
    method: 'POST',
    path: '/api/imports',
    access,
    body: importInput,
    bodyMegabytes: 25,
    output: csvImport,
    status: 201,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/imports/:id',
    access,
    params: byId,
    output: csvImport,
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/imports/:id/start',
    access,
    params: byId,
    body: importStart.nullable(),
    output: csvImport,
  }),
} as const
