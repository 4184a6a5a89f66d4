import { setTimeout } from 'node:timers/promises'
import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import type { OperationHandler } from '../tasks/operation-handler.ts'
import { RefusedError, RetryLaterError, type Step } from '../tasks/operation-handler.ts'
import { fetchOrder, type RemoteOrder } from './fetch-order.ts'

const MAX_JOB_CHECKS = 5
const JOB_CHECK_INTERVAL_MS = 400

/** Cancels an order in Shopify unless it is deleted or canceled already; repeating it does no harm. */
export async function cancelInShopify(step: Step, remoteId: string): Promise<RemoteOrder | null> {
  const order = await fetchOrder(step, remoteId)
  if (!order || order.cancelledAt) return order
  const canceling = step.call('orderCancel', {
    orderId: remoteId,
    reason: 'OTHER',
    restock: false,
    notifyCustomer: false,
  })
  const answer = await canceling.catch((error) => {
    if (error instanceof RefusedError && /already been cancell?ed/i.test(error.message)) return null
    throw error
  })
  const job = answer?.orderCancel?.job
  if (job && !job.done) await awaitJob(step, job.id)
  return order
}

async function awaitJob(step: Step, id: string) {
  for (let checks = 0; checks < MAX_JOB_CHECKS; checks++) {
    const { job } = await step.call('job', { id })
    if (!job || job.done) return
    await setTimeout(JOB_CHECK_INTERVAL_MS)
  }
  throw new RetryLaterError(text.waiting, 5 * JOB_CHECK_INTERVAL_MS) // the next run reads the order itself
}

/** Cancels in Shopify an order that was canceled here. */
export const cancelOrder: OperationHandler = {
  withoutPrices: true,
  async run(step) {
    const { remoteId } = step.operation
    if (!remoteId) throw new RefusedError(text.storeChanged)
    await cancelInShopify(step, remoteId)
    return { message: text.orderCanceled, remoteId, timeline: text.orderCanceledInShopify }
  },
}
