import { create, get, put } from '../endpoint.ts'
import { agreement, proposalInput, terms, termsInput } from './schema.ts'

/** What is sent to customers to approve. */
export const proposalCalls = {
  ofOrder: get('/api/orders/:id/proposals', 'orders.see', { output: agreement }),
  /** Emails the order as it is now to its customer, as the next proposal unless nothing has changed since the last one. */
  send: create('/api/orders/:id/proposals', 'orders.edit', { body: proposalInput, output: agreement }),
  terms: get('/api/company/terms', 'orders.see', { output: terms }),
  saveTerms: put('/api/company/terms', 'company.manage', { body: termsInput, output: terms }),
} as const
