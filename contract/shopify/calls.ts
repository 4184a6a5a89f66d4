import { z } from 'zod'
import { del, get, paged, patch, post, put } from '../endpoint.ts'
import { connectInput, enableInput, failedOrder, operation, shopifyLog, store, storeTest } from './schema.ts'
import { whichLogs } from './screens.ts'

/** The company's Shopify store. Pushing single products and syncing the catalog are product endpoints. */
export const shopifyCalls = {
  store: get('/api/shopify/store', 'orders.see', { output: store }),
  connect: put('/api/shopify/store', 'shopify.manage', { body: connectInput, output: store }),
  enable: patch('/api/shopify/store', 'shopify.manage', { body: enableInput, output: store }),
  /** Deletes every secret. Synced records and their Shopify IDs stay. */
  disconnect: del('/api/shopify/store', 'shopify.manage', { output: store }),
  /** Orders whose last operation failed, latest first, up to ten (docs/product.md, Home). */
  failedOrders: get('/api/shopify/failed-orders', 'orders.see', { output: z.array(failedOrder) }),
  /** Connects a practice store of this server, to try everything without a Shopify account. */
  practice: post('/api/shopify/practice', 'shopify.manage', { output: store }),
  /** Checks the store's name and the scopes granted to the app. */
  test: post('/api/shopify/test', 'shopify.manage', { output: storeTest }),
  /** Webhooks from the store, signed with the client secret (docs/shopify.md, Webhooks). */
  webhook: post('/api/shopify/webhooks', 'public', {
    body: z.string(),
    rawBody: true,
    bodyMegabytes: 5,
    output: z.object({}),
  }),
  /** Newest first. */
  logs: get('/api/shopify/logs', 'shopify.manage', paged(whichLogs, shopifyLog)),
  /** The state of one operation, polled until it is settled. */
  operation: get('/api/shopify/operations/:id', 'shopify.push', { output: operation }),
  /** Retries a failed operation; for one with an unknown outcome, checks it in Shopify now. */
  retry: post('/api/shopify/operations/:id/retry', 'shopify.push', {
    output: operation,
    mayReturnAccepted: true,
  }),
} as const
