import type { OperationKind } from '@trunkshow/contract/shopify/rules.ts'
import type { FailedCall } from '../api/query-client.ts'

const syncFailed = (fallback: string): FailedCall => ({ title: 'Sync failed', fallback })
const synced = { done: 'Sync completed', failed: syncFailed('Failed to sync with Shopify') }

/** The success and failure toasts of each kind of operation. */
export const operationToasts: Record<OperationKind, { done: string; failed: string | FailedCall }> = {
  'product.push': { done: 'Product synced', failed: syncFailed('Failed to push product to Shopify') },
  'product.resync': { done: 'Product synced', failed: 'Re-sync failed' },
  'products.sync': synced,
  'discount.sync': { done: 'Discount code synced', failed: 'Sync Failed' },
  'order.push': { done: 'Order pushed to Shopify', failed: 'Failed to Push to Shopify' },
  'order.recreate': { done: 'Order recreated in Shopify', failed: 'Failed to Recreate Shopify Order' },
  'order.cancel': { done: 'Order canceled in Shopify', failed: 'Failed to Cancel Order' },
  'order.look': synced,
  'orders.look': synced,
}
