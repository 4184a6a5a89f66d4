import { z } from 'zod'
import { create, del, get, paged, patch, put } from '../endpoint.ts'
import { product } from '../products/schema.ts'
import { template, templateChange, templateDetail, templateInput } from './schema.ts'
import { whichTemplates } from './screens.ts'

/** Order-form templates, by name. */
export const templateCalls = {
  list: get('/api/order-templates', 'orders.see', paged(whichTemplates, template)),
  get: get('/api/order-templates/:id', 'orders.see', { output: templateDetail }),
  /** The products its orders can include; empty means all. */
  products: get('/api/order-templates/:id/products', 'orders.see', { output: z.array(product) }),
  create: create('/api/order-templates', 'orders.edit', { body: templateInput, output: templateDetail }),
  update: put('/api/order-templates/:id', 'orders.edit', { body: templateChange, output: templateDetail }),
  /** A path without an ID that older clients request; the response says what is missing. */
  updateWithoutId: put('/api/order-templates', 'orders.edit'),
  /** Deletes a template that no order uses; others are archived (docs/product.md, Changing a form in use). */
  remove: del('/api/order-templates/:id', 'orders.edit'),
  archive: patch('/api/order-templates/:id/archive', 'orders.edit', { output: template }),
  unarchive: patch('/api/order-templates/:id/unarchive', 'orders.edit', { output: template }),
} as const
