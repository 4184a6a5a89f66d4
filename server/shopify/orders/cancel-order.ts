import { setTimeout } from 'node:timers/promises'
import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import type { OperationHandler } from '../tasks/operation-handler.ts'
import { RefusedError, RetryLaterError, type Step } from '../tasks/operation-handler.ts'
import { fetchOrder, type RemoteOrder } from './fetch-order.ts'

/** How often in a row the store is asked whether a cancellation is through, and how long between, in milliseconds. */
const LOOKS = 5
const BETWEEN = 400

/** Cancels an order at the store, if it is there and not cancelled yet: doing it again does no harm. */
export async function cancelThere(step: Step, remoteId: string): Promise<RemoteOrder | null> {
  const order = await fetchOrder(step, remoteId)
  if (!order || order.cancelledAt) return order
  const cancelling = step.call('orderCancel', {
    orderId: remoteId,
    reason: 'OTHER',
    restock: false,
    notifyCustomer: false,
  })
  const answer = await cancelling.catch((error) => {
    if (error instanceof RefusedError && /already been cancell?ed/i.test(error.message)) return null
    throw error
  })
  const job = answer?.orderCancel?.job
  if (job && !job.done) await awaitJob(step, job.id)
  return order
}

async function awaitJob(step: Step, id: string) {
  for (let looks = 0; looks < LOOKS; looks++) {
    const { job } = await step.call('job', { id })
    if (!job || job.done) return
    await setTimeout(BETWEEN)
  }
  throw new RetryLaterError(text.waiting, 5 * BETWEEN) // then the order itself tells whether it is cancelled
}

/** What became of an order here that is cancelled: the store cancels the one it had of it. */
export const cancelOrderThere: OperationHandler = {
  withoutPrices: true,
  async run(step) {
    const { remoteId } = step.operation
    if (!remoteId) throw new RefusedError(text.storeChanged)
    await cancelThere(step, remoteId)
    return { message: text.orderCancelled, remoteId, told: text.orderCanceledInShopify }
  },
}
