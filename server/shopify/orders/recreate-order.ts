import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import type { OperationHandler } from '../tasks/operation-handler.ts'
import { RefusedError } from '../tasks/operation-handler.ts'
import { fetchOrder } from './fetch-order.ts'
import { cancelReplaced, createOrder, findSentOrder, finishPush, readPushableOrder } from './push-order.ts'

/** Creates the order in Shopify again, then cancels the old one, so that Shopify always has one. */
export const recreateOrder: OperationHandler = {
  async run(step) {
    if (step.operation.remoteId) return finishPush(step)
    const order = await readPushableOrder(step)
    const { shopifyOrderId } = order
    if (!shopifyOrderId) throw new RefusedError(text.orderNotInShopify)
    const { replacedId } = step.operation
    if (replacedId) await cancelReplaced(step, shopifyOrderId, replacedId) // before a third one is made
    const remote = await fetchOrder(step, shopifyOrderId)
    if (remote && !remote.cancelledAt && remote.displayFulfillmentStatus !== 'UNFULFILLED')
      throw new RefusedError(text.orderIsFulfilled)
    return createOrder(step, order)
  },
  find: async (step) => (step.operation.remoteId ? 'resend' : findSentOrder(step)),
}
