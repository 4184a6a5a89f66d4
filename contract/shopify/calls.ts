import { z } from 'zod'
import { byId, endpoint, page } from '../endpoint.ts'
import { connectInput, enableInput, failedOrder, operation, shopifyLog, store, storeTest } from './schema.ts'
import { whichLogs } from './screens.ts'

/** The company's Shopify store. Pushing single products and syncing the catalog are product endpoints. */
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
  /** Deletes every secret. Synced records and their Shopify IDs stay. */
  disconnect: endpoint({
    method: 'DELETE',
    path: '/api/shopify/store',
    access: 'shopify.manage',
    output: store,
  }),
  /** Orders whose last operation failed, latest first, up to ten (docs/product.md, Home). */
  failedOrders: endpoint({
    method: 'GET',
    path: '/api/shopify/failed-orders',
    access: 'orders.see',
    output: z.array(failedOrder),
  }),
  /** Connects a practice store of this server, to try everything without a Shopify account. */
  practice: endpoint({
    method: 'POST',
    path: '/api/shopify/practice',
    access: 'shopify.manage',
    output: store,
  }),
  /** Checks the store's name and the scopes granted to the app. */
  test: endpoint({
    method: 'POST',
    path: '/api/shopify/test',
    access: 'shopify.manage',
    output: storeTest,
  }),
  /** Webhooks from the store, signed with the client secret (docs/shopify.md, Webhooks). */
  webhook: endpoint({
    method: 'POST',
    path: '/api/shopify/webhooks',
    access: 'public',
    body: z.string(),
    rawBody: true,
    bodyMegabytes: 5,
    output: z.object({}),
  }),
  /** Newest first. */
  logs: endpoint({
    method: 'GET',
    path: '/api/shopify/logs',
    access: 'shopify.manage',
    query: page.extend(whichLogs.shape),
    output: z.array(shopifyLog),
  }),
  /** The state of one operation, polled until it is settled. */
  operation: endpoint({
    method: 'GET',
    path: '/api/shopify/operations/:id',
    access: 'shopify.push',
    params: byId,
    output: operation,
  }),
  /** Retries a failed operation; for one with an unknown outcome, checks it in Shopify now. */
  retry: endpoint({
    method: 'POST',
    path: '/api/shopify/operations/:id/retry',
    access: 'shopify.push',
    params: byId,
    output: operation,
    mayReturnAccepted: true,
  }),
} as const
