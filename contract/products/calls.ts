import { z } from 'zod'
import {
  assignInput,
  assignmentChange,
  productCustomization,
  reorderInput,
} from '../customizations/schema.ts'
import { create, csv, del, get, paged, patch, post, put } from '../endpoint.ts'
import { photoImage } from '../images.ts'
import { operation } from '../shopify/schema.ts'
import { product, productChange, productInput } from './schema.ts'
import { whichProducts } from './screens.ts'

/** The catalog, and each product's customizations. */
export const productCalls = {
  list: get('/api/products', 'orders.see', paged(whichProducts, product)),
  export: get('/api/products.csv', 'orders.see', { query: whichProducts, output: csv }),
  get: get('/api/products/:id', 'orders.see', { output: product }),
  create: create('/api/products', 'products.edit', {
    body: productInput,
    images: photoImage,
    output: product,
  }),
  update: put('/api/products/:id', 'products.edit', {
    body: productChange,
    images: photoImage,
    output: product,
  }),
  remove: del('/api/products/:id', 'products.edit'),
  /** Creates the product in Shopify once, then updates it (docs/product.md, Products and codes in Shopify). */
  push: post('/api/products/:id/push-to-shopify', 'shopify.push', {
    output: operation,
    mayReturnAccepted: true,
  }),
  resync: post('/api/products/:id/resync-from-shopify', 'shopify.push', {
    output: operation,
    mayReturnAccepted: true,
  }),
  /** Imports the store's whole catalog in the background. */
  sync: post('/api/products/sync-shopify', 'shopify.manage', { output: operation }),
  /** The running sync, or else the last one. */
  lastSync: get('/api/products/sync-shopify', 'shopify.manage', { output: operation.nullable() }),
  customizations: get('/api/products/:id/customizations', 'orders.see', {
    output: z.array(productCustomization),
  }),
  assign: create('/api/products/:id/customizations', 'products.edit', {
    body: assignInput,
    output: z.array(productCustomization),
  }),
  /** All of the product's customizations, each once, in their new order. */
  reorder: put('/api/products/:id/customizations', 'products.edit', {
    body: reorderInput,
    output: z.array(productCustomization),
  }),
  setRequired: patch('/api/products/:id/customizations/:customizationId', 'products.edit', {
    body: assignmentChange,
    output: z.array(productCustomization),
  }),
  unassign: del('/api/products/:id/customizations/:customizationId', 'products.edit'),
} as const
