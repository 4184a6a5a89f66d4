import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import type { OperationHandler } from '../tasks/operation-handler.ts'
import { RefusedError } from '../tasks/operation-handler.ts'
import { fetchOrder } from './fetch-order.ts'
import { cancelReplaced, findThere, makeThere, readPushableOrder, tidyUp } from './push-order.ts'

/** An order at the store anew: first the new one, then the old is cancelled, so that there is never none. */
export const recreateOrder: OperationHandler = {
  async run(step) {
    if (step.operation.remoteId) return tidyUp(step)
    const order = await readPushableOrder(step)
    const { shopifyOrderId } = order
    if (!shopifyOrderId) throw new RefusedError(text.orderNotThere)
    const { replacedId } = step.operation
    if (replacedId) await cancelReplaced(step, shopifyOrderId, replacedId) // before a third one is made
    const there = await fetchOrder(step, shopifyOrderId)
    if (there && !there.cancelledAt && there.displayFulfillmentStatus !== 'UNFULFILLED')
      throw new RefusedError(text.orderFulfilledThere)
    return makeThere(step, order)
  },
  find: async (step) => (step.operation.remoteId ? 'resend' : findThere(step)),
}
