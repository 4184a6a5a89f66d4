import { byId, endpoint } from '../endpoint.ts'
import { erasure, personData, personInput, retention } from './schema.ts'

/** The personal data a company stores, and its erasure (decision 034). */
export const privacyCalls = {
  /** Previews an erasure; changes nothing. */
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
  /** All data stored about a customer, to hand over to them. */
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
