import { whichPerson } from '../customers/screens.ts'
import { get, post, put } from '../endpoint.ts'
import { erasure, personData, personInput, retention } from './schema.ts'

/** The personal data a company stores, and its erasure (decision 034). */
export const privacyCalls = {
  /** Previews an erasure; changes nothing. */
  preview: post('/api/erasures/preview', 'orders.delete', { body: personInput, output: erasure }),
  erase: post('/api/erasures', 'orders.delete', { body: personInput, output: erasure }),
  /** All data stored about a customer or guest, to hand over to them. */
  personData: get('/api/people/data', 'orders.delete', { query: whichPerson, output: personData }),
  retention: get('/api/company/retention', 'company.manage', { output: retention }),
  saveRetention: put('/api/company/retention', 'company.manage', { body: retention, output: retention }),
} as const
