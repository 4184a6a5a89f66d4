import { z } from 'zod'
import { byId, endpoint, page } from '../endpoint.ts'
import { product } from '../products/schema.ts'
import { template, templateChange, templateDetail, templateInput } from './schema.ts'
import { whichTemplates } from './screens.ts'

/** Order-form templates, by name. */
export const templateCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/order-templates',
    access: 'orders.see',
    query: page.extend(whichTemplates.shape),
    output: z.array(template),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/order-templates/:id',
    access: 'orders.see',
    params: byId,
    output: templateDetail,
  }),
  /** The products its orders can include; empty means all. */
  products: endpoint({
    method: 'GET',
    path: '/api/order-templates/:id/products',
    access: 'orders.see',
    params: byId,
    output: z.array(product),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/order-templates',
    access: 'orders.edit',
    body: templateInput,
    output: templateDetail,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/order-templates/:id',
    access: 'orders.edit',
    params: byId,
    body: templateChange,
    output: templateDetail,
  }),
  /** A path without an ID that older clients request; the response says what is missing. */
  updateWithoutId: endpoint({ method: 'PUT', path: '/api/order-templates', access: 'orders.edit' }),
  /** Deletes a template that no order uses; others are archived (docs/product.md, Changing a form in use). */
  remove: endpoint({
    method: 'DELETE',
    path: '/api/order-templates/:id',
    access: 'orders.edit',
    params: byId,
  }),
  archive: endpoint({
    method: 'PATCH',
    path: '/api/order-templates/:id/archive',
    access: 'orders.edit',
    params: byId,
    output: template,
  }),
  unarchive: endpoint({
    method: 'PATCH',
    path: '/api/order-templates/:id/unarchive',
    access: 'orders.edit',
    params: byId,
    output: template,
  }),
} as const
