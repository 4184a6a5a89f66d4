import type { OperationKind } from '@trunkshow/contract/shopify/rules.ts'

const synced = { done: 'Sync completed', failed: 'Sync failed' }

/** What is told of each kind of operation when it is through (spec back-office §8). */
export const operationToasts: Record<OperationKind, { done: string; failed: string }> = {
  'product.push': { done: 'Product synced', failed: 'Sync failed' },
  'product.resync': { done: 'Product synced', failed: 'Re-sync failed' },
  'products.sync': synced,
  'discount.sync': { done: 'Discount code synced', failed: 'Sync Failed' },
  'order.push': { done: 'Order pushed to Shopify', failed: 'Failed to Push to Shopify' },
  'order.recreate': { done: 'Order recreated in Shopify', failed: 'Failed to Recreate Shopify Order' },
  'order.cancel': { done: 'Order cancelled in Shopify', failed: 'Failed to Cancel Order' },
  'order.look': synced,
  'orders.look': synced,
}
