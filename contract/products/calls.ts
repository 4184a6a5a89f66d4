import { z } from 'zod'
import {
  assignInput,
  assignmentChange,
  productCustomization,
  reorderInput,
} from '../customizations/schema.ts'
import { byId, csv, endpoint, id, page } from '../endpoint.ts'
import { photoImage } from '../images.ts'
import { operation } from '../shopify/schema.ts'
import { product, productChange, productInput } from './schema.ts'
import { whichProducts } from './screens.ts'

/** The catalog, and each product's customizations. */
export const productCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/products',
    access: 'orders.see',
    query: page.extend(whichProducts.shape),
    output: z.array(product),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/products.csv',
    access: 'orders.see',
    query: whichProducts,
    output: csv,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/products/:id',
    access: 'orders.see',
    params: byId,
    output: product,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/products',
    access: 'products.edit',
    body: productInput,
    images: photoImage,
    output: product,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/products/:id',
    access: 'products.edit',
    params: byId,
    body: productChange,
    images: photoImage,
    output: product,
  }),
  remove: endpoint({ method: 'DELETE', path: '/api/products/:id', access: 'products.edit', params: byId }),
  /** Creates the product in Shopify once, then updates it (docs/product.md, Products and codes in Shopify). */
  push: endpoint({
    method: 'POST',
    path: '/api/products/:id/push-to-shopify',
    access: 'shopify.push',
    params: byId,
    output: operation,
    mayReturnAccepted: true,
  }),
  resync: endpoint({
    method: 'POST',
    path: '/api/products/:id/resync-from-shopify',
    access: 'shopify.push',
    params: byId,
    output: operation,
    mayReturnAccepted: true,
  }),
  /** Imports the store's whole catalog in the background. */
  sync: endpoint({
    method: 'POST',
    path: '/api/products/sync-shopify',
    access: 'shopify.manage',
    output: operation,
  }),
  /** The running sync, or else the last one. */
  lastSync: endpoint({
    method: 'GET',
    path: '/api/products/sync-shopify',
    access: 'shopify.manage',
    output: operation.nullable(),
  }),
  customizations: endpoint({
    method: 'GET',
    path: '/api/products/:id/customizations',
    access: 'orders.see',
    params: byId,
    output: z.array(productCustomization),
  }),
  assign: endpoint({
    method: 'POST',
    path: '/api/products/:id/customizations',
    access: 'products.edit',
    params: byId,
    body: assignInput,
    output: z.array(productCustomization),
    status: 201,
  }),
  /** All of the product's customizations, each once, in their new order. */
  reorder: endpoint({
    method: 'PUT',
    path: '/api/products/:id/customizations',
    access: 'products.edit',
    params: byId,
    body: reorderInput,
    output: z.array(productCustomization),
  }),
  setRequired: endpoint({
    method: 'PATCH',
    path: '/api/products/:id/customizations/:customizationId',
    access: 'products.edit',
    params: z.strictObject({ id, customizationId: id }),
    body: assignmentChange,
    output: z.array(productCustomization),
  }),
  unassign: endpoint({
    method: 'DELETE',
    path: '/api/products/:id/customizations/:customizationId',
    access: 'products.edit',
    params: z.strictObject({ id, customizationId: id }),
  }),
} as const
