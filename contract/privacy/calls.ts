import { byId, endpoint } from '../endpoint.ts'
import { erasure, personData, personInput, retention } from './schema.ts'

/** What a company keeps about a person, and its end (decision 034). */
export const privacyCalls = {
  /** What erasing would reach, changing nothing. */
  preview: endpoint({
    method: 'POST',
    path: '/api/erasures/preview',
    access: 'orders.delete',
    body: personInput,
    output: erasure,
  }),
  erase: endpoint({
    method: 'POST',
    path: '/api/erasures',
    access: 'orders.delete',
    body: personInput,
    output: erasure,
  }),
  /** Everything kept about a customer, for them to be given. */
  customerData: endpoint({
    method: 'GET',
    path: '/api/customers/:id/data',
    access: 'orders.delete',
    params: byId,
    output: personData,
  }),
  retention: endpoint({
    method: 'GET',
    path: '/api/company/retention',
    access: 'company.manage',
    output: retention,
  }),
  saveRetention: endpoint({
    method: 'PUT',
    path: '/api/company/retention',
    access: 'company.manage',
    body: retention,
    output: retention,
  }),
} as const
