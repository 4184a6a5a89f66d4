import { create, get, patch, post } from '../endpoint.ts'
import { importKinds, importRights } from './rules.ts'
import { csvImport, importInput, importRecheck, importStart } from './schema.ts'

/** The rights to import something; the right for this kind is checked once the kind is known. */
const access = importKinds.map((kind) => importRights[kind])

/** A check waits for others and reads the whole file. Less than the 120 seconds that our settings for proxies allow. */
const answerSeconds = 115

/** Files of customers, products, orders and bookings. */
export const importCalls = {
  /** A dry run of a CSV file; imports nothing. */
  check: create('/api/imports', access, {
    body: importInput,
    bodyMegabytes: 25,
    storedBody: true,
    answerSeconds,
    output: csvImport,
  }),
  get: get('/api/imports/:id', access, { output: csvImport }),
  /** Checks the stored file again with other columns or corrected cells. */
  recheck: patch('/api/imports/:id', access, { body: importRecheck, answerSeconds, output: csvImport }),
  start: post('/api/imports/:id/start', access, { body: importStart.nullable(), output: csvImport }),
} as const
