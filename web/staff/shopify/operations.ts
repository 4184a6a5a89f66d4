import { api } from '@trunkshow/contract/api.ts'
import { type OperationKind, openStates } from '@trunkshow/contract/shopify/rules.ts'
import type { Operation } from '@trunkshow/contract/shopify/schema.ts'
import { CallError } from '../api/call-error.ts'
import { call } from '../api/client.ts'
import type { FailedCall } from '../api/query-client.ts'
import { showToast } from '../ui/feedback/toast.ts'

const POLL_MS = 2000

/**
 * Polls an operation until it is settled, after showing what it is waiting for.
 *
 * @param onWaiting called if it isn't settled yet
 * @throws CallError with the reason if it failed
 */
export async function settleOperation(
  answer: Promise<Operation>,
  onWaiting: () => void = () => {},
): Promise<Operation> {
  let operation = await answer
  if (openStates.includes(operation.state)) {
    showToast({ title: operation.message })
    onWaiting()
  }
  while (openStates.includes(operation.state)) {
    await new Promise((done) => setTimeout(done, POLL_MS))
    operation = await call(api.shopify.operation, { params: { id: operation.id } }).catch((error) => {
      if (error instanceof CallError && error.isRefusal) throw error
      return operation // no response, but the operation continues
    })
  }
  const { state, message } = operation
  if (state === 'failed') throw new CallError({ message, sentence: message })
  return operation
}

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
