import { z } from 'zod'
import { byId, endpoint, page } from '../endpoint.ts'
import { connectInput, enableInput, logFilter, operation, shopifyLog, store, storeTest } from './schema.ts'

/** The company's Shopify store. Single products and the catalogue are pushed and synced by calls of products. */
export const shopifyCalls = {
  store: endpoint({ method: 'GET', path: '/api/shopify/store', access: 'orders.see', output: store }),
  connect: endpoint({
    method: 'PUT',
    path: '/api/shopify/store',
    access: 'shopify.manage',
    body: connectInput,
    output: store,
  }),
  enable: endpoint({
    method: 'PATCH',
    path: '/api/shopify/store',
    access: 'shopify.manage',
    body: enableInput,
    output: store,
  }),
  /** Forgets every secret. What was synced stays, with its numbers at the store. */
  disconnect: endpoint({
    method: 'DELETE',
    path: '/api/shopify/store',
    access: 'shopify.manage',
    output: store,
  }),
  /** Connects a store of this server's own, to try everything without an account at Shopify. */
  practice: endpoint({
    method: 'POST',
    path: '/api/shopify/practice',
    access: 'shopify.manage',
    output: store,
  }),
  /** Asks the store who it is and what the app may do there. */
  test: endpoint({
    method: 'POST',
    path: '/api/shopify/test',
    access: 'shopify.manage',
    output: storeTest,
  }),
  /** What the store says of its changes, signed with the client secret (docs/shopify.md, Webhooks). */
  webhook: endpoint({
    method: 'POST',
    path: '/api/shopify/webhooks',
    access: 'public',
    body: z.string(),
    rawBody: true,
    bodyMegabytes: 5,
    output: z.object({}),
  }),
  /** The newest first. */
  logs: endpoint({
    method: 'GET',
    path: '/api/shopify/logs',
    access: 'shopify.manage',
    query: page.extend(logFilter.shape),
    output: z.array(shopifyLog),
  }),
  /** How it stands with one operation: asked again and again while it goes on. */
  operation: endpoint({
    method: 'GET',
    path: '/api/shopify/operations/:id',
    access: 'shopify.push',
    params: byId,
    output: operation,
  }),
  /** Once more what failed, or, where an answer is missing, asks the store at once what came of it. */
  retry: endpoint({
    method: 'POST',
    path: '/api/shopify/operations/:id/retry',
    access: 'shopify.push',
    params: byId,
    output: operation,
    mayGoOn: true,
  }),
} as const
