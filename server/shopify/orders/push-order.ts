import { setTimeout } from 'node:timers/promises'
import { orderCan } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import { applyShopifyOrder } from '../../orders/change/change-status.ts'
import { lockOrder } from '../../orders/change/record-order.ts'
import { markPaidInShopify } from '../../orders/money/record-entry.ts'
import { recordTransactions } from '../../orders/money/record-transactions.ts'
import { getOrders, ownOrder } from '../../orders/queries.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import { products } from '../../platform/db/schema/products.ts'
import { shopifyOperations } from '../../platform/db/schema/shopify.ts'
import { own, rowsOf, setRows } from '../../platform/db/statement.ts'
import {
  type OperationHandler,
  type OperationResult,
  OutcomeUnknownError,
  RefusedError,
  RetryLaterError,
  type Step,
} from '../tasks/operation-handler.ts'
import {
  defineOrderKey,
  fetchOrder,
  findByKey,
  findEarlierOrder,
  findOwn,
  type ListedOrder,
  type RemoteOrder,
  setOrderKeyDefined,
  storeAddressOf,
} from './fetch-order.ts'
import { makeOrderInput, makeOrderUpdate, markOfItems } from './make-order-input.ts'
import { findOrderName } from './order-at-store.ts'

/** The order an operation is about. @throws RefusedError when it was deleted */
async function readOrder(step: Step): Promise<Order> {
  const [found] = await getOrders(step.ctx, [step.operation.entityId])
  if (!found) throw new RefusedError(text.orderDeleted)
  return found
}

/** The order, if it can go to the store as it is now. @throws RefusedError */
async function readPushableOrder(step: Step): Promise<Order> {
  const order = await readOrder(step)
  const refusal = orderCan.push(order)
  if (refusal) throw new RefusedError(refusal)
  return order
}

type SentState = Pick<typeof orders.$inferSelect, 'shopifyVersion' | 'shopifyItems' | 'shopifyEmail'>

/**
 * Records which state of the order is sent, so that later changes show, and to which store; null if it created none.
 *
 * @returns the state recorded before
 */
function saveSentState(step: Step, state: SentState, sentTo: string | null): Promise<SentState> {
  const { entityId, id } = step.operation
  return step.write(async (ctx) => {
    const { shopifyVersion, shopifyItems, shopifyEmail } = await lockOrder(ctx, entityId)
    await ctx.db.update(orders).set(state).where(ownOrder(ctx, entityId))
    await ctx.db.update(shopifyOperations).set({ sentTo }).where(eq(shopifyOperations.id, id))
    return { shopifyVersion, shopifyItems, shopifyEmail }
  })
}

const sentStateOf = (order: Order): SentState => ({
  shopifyVersion: order.version,
  shopifyItems: markOfItems(order),
  shopifyEmail: order.customerEmail,
})

/** Creates the order in Shopify and cancels the one it replaces. The state is recorded first: the answer may be lost. */
async function createOrder(step: Step, order: Order): Promise<OperationResult> {
  await defineOrderKey(step)
  const earlier = await findEarlierOrder(step, order.shopifyOrderId)
  if (earlier) return adopt(step, earlier, text.orderAlreadyInShopify)
  const { variants, missing } = await findVariants(step, order)
  const before = await saveSentState(step, sentStateOf(order), await storeAddressOf(step))
  const sending = step.call('orderCreate', {
    order: makeOrderInput(order, step.operation.attemptKey, step.ctx.config.publicUrl, variants),
    options: { inventoryBehaviour: 'BYPASS', sendReceipt: false },
  })
  const made = await sending.then(
    ({ orderCreate }) => orderCreate?.order,
    async (error) => {
      const remote = await findConflicting(step, error)
      if (remote) return remote
      if (error instanceof RefusedError || error instanceof RetryLaterError)
        await saveSentState(step, before, null)
      throw error
    },
  )
  if (!made) throw new OutcomeUnknownError('The answer had no order.')
  return adopt(step, made, missing.length > 0 ? text.orderPushedWithout(missing) : undefined)
}

/** The Shopify order that already has this attempt's key, which Shopify lets no second order have. */
async function findConflicting(step: Step, error: unknown): Promise<RemoteOrder | null> {
  if (!(error instanceof RefusedError && error.errors.some(({ field }) => field?.includes('metafields'))))
    return null
  const remote = await findByKey(step, step.operation.attemptKey)
  if (!remote) await setOrderKeyDefined(step, false)
  return remote
}

async function findSentOrder(step: Step): Promise<OperationResult | 'absent'> {
  const remote = await findOwn(step)
  return remote ? adopt(step, remote) : 'absent'
}

/**
 * Links the order to this one in Shopify. The operation keeps both ids, so that it can cancel the replaced order even
 * after an interruption; an order that an earlier operation could not cancel counts as replaced.
 */
async function adopt(
  step: Step,
  remote: RemoteOrder | ListedOrder,
  pushed?: string,
): Promise<OperationResult> {
  const remoteId = remote.id
  const columns = { remoteId, remoteName: remote.name, remoteCreatedAt: new Date(remote.createdAt) }
  const { entityId, id, replacedId: uncanceledId } = step.operation
  const replacedId = await step.write(async (ctx) => {
    const { status, shopifyOrderId } = await lockOrder(ctx, entityId)
    const replacedId = shopifyOrderId ?? uncanceledId
    await setRows(ctx, shopifyOperations, eq(shopifyOperations.id, id), { ...columns, replacedId })
    if (status !== 'cancelled')
      await ctx.db
        .update(orders)
        .set({ shopifyOrderId: remoteId, shopifySeen: null, shopifyCents: null })
        .where(ownOrder(ctx, entityId))
    // What was recorded while it was sent may have paid it.
    const order = 'transactions' in remote ? await applyShopifyOrder(ctx, entityId, remote) : null
    if (order) await markPaidInShopify(ctx, order)
    return replacedId
  })
  Object.assign(step.operation, { ...columns, replacedId })
  return finishPush(step, pushed)
}

/** Cancels the replaced order in Shopify, or the new one if the order was canceled here while it was being sent. */
async function finishPush(step: Step, pushed: string = text.orderPushed): Promise<OperationResult> {
  const { remoteId, remoteName, replacedId } = step.operation
  const { shopifyOrderId } = await readOrder(step)
  const replaced = replacedId ? await cancelReplaced(step, remoteId!, replacedId) : null
  if (shopifyOrderId !== remoteId) {
    await cancelInShopify(step, remoteId!)
    return { message: text.orderCanceledWhileSent, remoteId, timeline: text.orderCanceledInShopify }
  }
  const name = remoteName ?? (await nameOf(step, remoteId!))
  if (!replacedId) {
    const timeline = pushed === text.orderAlreadyInShopify ? text.orderFoundAs(name) : text.orderSentAs(name)
    return { message: pushed, remoteId, timeline }
  }
  const message = text.orderRecreated(name, replaced?.name ?? (await nameOf(step, replacedId)))
  return { message, remoteId, timeline: message }
}

/** Cancels the replaced order in Shopify. @throws RefusedError that names both orders when the store refuses */
function cancelReplaced(step: Step, remoteId: string, replacedId: string): Promise<RemoteOrder | null> {
  return cancelInShopify(step, replacedId).catch(async (error) => {
    if (!(error instanceof RefusedError)) throw error
    const [made, replaced] = [await nameOf(step, remoteId), await nameOf(step, replacedId)]
    throw new RefusedError(text.orderTwice(made, replaced, error.message))
  })
}

/** An order's name in Shopify, or the number in its id where the name was not recorded. */
async function nameOf({ ctx, operation }: Step, remoteId: string): Promise<string> {
  const name = await findOrderName(ctx, operation.entityId, remoteId)
  return name ?? `#${remoteId.split('/').at(-1)}`
}

/** Updates address, email, notes and attributes; new items need a recreated order. */
async function update(step: Step, order: Order, remoteId: string): Promise<OperationResult> {
  const remote = await fetchOrder(step, remoteId)
  if (!remote) return unlinkOrder(step)
  if (remote.cancelledAt) throw new RefusedError(text.orderIsCanceled)
  const [sent] = await rowsOf(step.ctx, orders, ownOrder(step.ctx, order.id), { email: orders.shopifyEmail })
  const { publicUrl } = step.ctx.config
  await step.call('orderUpdate', { input: makeOrderUpdate(order, remoteId, publicUrl, sent?.email ?? null) })
  const { shopifyVersion, shopifyEmail } = sentStateOf(order)
  const sameItems = await step.write(async (ctx) => {
    const { shopifyItems } = await lockOrder(ctx, order.id)
    await ctx.db.update(orders).set({ shopifyVersion, shopifyEmail }).where(ownOrder(ctx, order.id))
    return shopifyItems === null || shopifyItems === markOfItems(order)
  })
  const { replacedId } = step.operation
  if (replacedId) await cancelReplaced(step, remoteId, replacedId)
  const message = sameItems ? text.orderUpdated : text.orderUpdatedInPart
  return { message, remoteId, timeline: text.orderUpdatedInShopify }
}

/** The order was deleted in Shopify: the next push creates it again. */
async function unlinkOrder(step: Step): Promise<never> {
  const sent = { shopifyVersion: null, shopifyItems: null, shopifyEmail: null, shopifySeen: null }
  await step.write((ctx) =>
    setRows(ctx, orders, ownOrder(ctx, step.operation.entityId), { shopifyOrderId: null, ...sent }),
  )
  throw new RefusedError(text.orderGone)
}

/** Creates an order in Shopify, or updates the one that is there. */
export const pushOrder: OperationHandler = {
  async run(step) {
    if (step.operation.remoteId) return finishPush(step)
    const order = await readPushableOrder(step)
    return order.shopifyOrderId ? update(step, order, order.shopifyOrderId) : createOrder(step, order)
  },
  async find(step) {
    if (step.operation.remoteId) return 'resend'
    const { shopifyOrderId } = await readOrder(step)
    return shopifyOrderId ? 'resend' : findSentOrder(step)
  },
}

/** Records what was paid for the order that is replaced: it is sent with the new one. */
async function recordPayments(ctx: TenantContext, id: number, remote: RemoteOrder) {
  const actor = { companyId: ctx.actor.companyId, name: 'Shopify' }
  await recordTransactions({ ...ctx, actor }, await lockOrder(ctx, id), remote)
}

/** Creates the order in Shopify again, then cancels the old one, so that Shopify always has one. */
export const recreateOrder: OperationHandler = {
  async run(step) {
    if (step.operation.remoteId) return finishPush(step)
    const { shopifyOrderId } = await readPushableOrder(step)
    if (!shopifyOrderId) throw new RefusedError(text.orderNotInShopify)
    const { replacedId } = step.operation
    if (replacedId) await cancelReplaced(step, shopifyOrderId, replacedId) // before a third one is made
    const remote = await fetchOrder(step, shopifyOrderId)
    if (remote && !remote.cancelledAt && remote.displayFulfillmentStatus !== 'UNFULFILLED')
      throw new RefusedError(text.orderIsFulfilled)
    if (remote) await step.write((ctx) => recordPayments(ctx, step.operation.entityId, remote))
    return createOrder(step, await readPushableOrder(step))
  },
  find: async (step) => (step.operation.remoteId ? 'resend' : findSentOrder(step)),
}

const MAX_JOB_CHECKS = 5
const JOB_CHECK_INTERVAL_MS = 400

/** Cancels an order in Shopify unless it is deleted or canceled already; repeating it does no harm. */
async function cancelInShopify(step: Step, remoteId: string): Promise<RemoteOrder | null> {
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

/**
 * Finds the Shopify variants of an order's linked products. A variant that was deleted, or that the app may not see, does
 * not stop the order: its line is sent without it.
 *
 * @returns variant ids by product id, and the names of products whose variant was deleted
 */
async function findVariants(step: Step, order: Order) {
  const ids = order.products.flatMap(({ productId }) => productId ?? [])
  const linked = await step.ctx.db
    .select({ id: products.id, name: products.name, variantId: products.shopifyVariantId })
    .from(products)
    .where(and(own({ actor: step.operation }, products, { id: ids }), isNotNull(products.shopifyVariantId)))
  if (linked.length === 0) return { variants: new Map<number, string>(), missing: [] }
  const variantIds = linked.map(({ variantId }) => variantId!)
  const { nodes } = await step.call('nodes', { ids: variantIds }).catch((error) => {
    if (!(error instanceof RefusedError)) throw error
    return { nodes: [] } // the app may not see them, so none is reported as deleted
  })
  return {
    variants: new Map(linked.flatMap(({ id, variantId }, at) => (nodes[at] ? [[id, variantId!]] : []))),
    missing: linked.filter((_, at) => nodes[at] === null).map(({ name }) => name),
  }
}
