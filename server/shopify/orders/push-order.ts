import { orderCan } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import { and, eq } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import { orders } from '../../db/schema/orders.ts'
import { shopifyOperations } from '../../db/schema/shopify.ts'
import { lockOrder } from '../../orders/change/lock-order.ts'
import { getOrders } from '../../orders/queries.ts'
import { findVariants } from '../products/find-variants.ts'
import type { OperationHandler, OperationResult } from '../tasks/operation-handler.ts'
import { OutcomeUnknownError, RefusedError, RetryLaterError, type Step } from '../tasks/operation-handler.ts'
import { cancelThere } from './cancel-order.ts'
import { fetchOrder, type RemoteOrder } from './fetch-order.ts'
import { findOrderName } from './find-order-name.ts'
import { addressOf, defineOrderKey, findByKey, findEarlierOrder, findOwn, noteOrderKey } from './find-sent.ts'
import { makeOrderInput, makeOrderUpdate, markOfItems } from './make-order-input.ts'

const tenantOf = ({ ctx, operation: { companyId } }: Step): TenantContext => ({
  db: ctx.db,
  actor: { companyId },
})

/** The order an operation is about. @throws RefusedError when it was deleted meanwhile */
async function readOrder(step: Step): Promise<Order> {
  const [found] = await getOrders(tenantOf(step), [step.operation.entityId])
  if (!found) throw new RefusedError(text.orderNotHere)
  return found
}

/** The order, if it can go to the store as it is now. @throws RefusedError */
export async function readPushableOrder(step: Step): Promise<Order> {
  const order = await readOrder(step)
  const refusal = orderCan.push(order)
  if (refusal) throw new RefusedError(refusal)
  return order
}

type Told = Pick<typeof orders.$inferSelect, 'shopifyVersion' | 'shopifyItems' | 'shopifyEmail'>

/**
 * Writes down what the store is told of the order, so that later changes are seen, and which store it is made in.
 *
 * @param sentTo null where the store has made nothing
 * @returns what it was told before
 */
function noteTold(step: Step, told: Told, sentTo: string | null): Promise<Told> {
  const { companyId, entityId, id } = step.operation
  return step.write(async (db) => {
    const { shopifyVersion, shopifyItems, shopifyEmail } = await lockOrder(
      { db, actor: { companyId } },
      entityId,
    )
    await db
      .update(orders)
      .set(told)
      .where(and(eq(orders.id, entityId), eq(orders.companyId, companyId)))
    await db.update(shopifyOperations).set({ sentTo }).where(eq(shopifyOperations.id, id))
    return { shopifyVersion, shopifyItems, shopifyEmail }
  })
}

const toldOf = (order: Order): Told => ({
  shopifyVersion: order.version,
  shopifyItems: markOfItems(order),
  shopifyEmail: order.customerEmail,
})

/**
 * Makes the order at the store, in place of the one it may have there, and sees to that one. What is sent is noted
 * before: its answer may be lost.
 */
export async function makeThere(step: Step, order: Order): Promise<OperationResult> {
  await defineOrderKey(step)
  const earlier = await findEarlierOrder(step, order.shopifyOrderId)
  if (earlier) return adopt(step, earlier, text.orderFoundThere)
  const { variants, missing } = await findVariants(step, order)
  const before = await noteTold(step, toldOf(order), await addressOf(step))
  const sending = step.call('orderCreate', {
    order: makeOrderInput(order, step.operation.attemptKey, step.ctx.config.publicUrl, variants),
    options: { inventoryBehaviour: 'BYPASS', sendReceipt: false },
  })
  const made = await sending.then(
    ({ orderCreate }) => orderCreate?.order,
    async (error) => {
      const there = await findRefused(step, error)
      if (there) return there
      if (error instanceof RefusedError || error instanceof RetryLaterError)
        await noteTold(step, before, null)
      throw error
    },
  )
  if (!made) throw new OutcomeUnknownError('The answer had no order.')
  return adopt(step, made, missing.length > 0 ? text.orderPushedWithout(missing) : undefined)
}

/** The order there that stands in the way of one with the same key: a key is one order's alone. */
async function findRefused(step: Step, error: unknown): Promise<RemoteOrder | null> {
  if (!(error instanceof RefusedError && error.errors.some(({ field }) => field?.includes('metafields'))))
    return null
  const there = await findByKey(step, step.operation.attemptKey)
  if (!there) await noteOrderKey(step, false)
  return there
}

/** Looks for what was sent with the attempt's key and never answered, and goes on from there. */
export async function findThere(step: Step): Promise<OperationResult | 'absent'> {
  const there = await findOwn(step)
  return there ? adopt(step, there) : 'absent'
}

/**
 * The one at the store is the order's from now on; both numbers stay with the operation, whatever interrupts it. Where
 * the order has none there, what an operation before this one left behind is still to be cancelled.
 */
async function adopt(step: Step, there: RemoteOrder, pushed?: string): Promise<OperationResult> {
  const remoteId = there.id
  const remote = { remoteId, remoteName: there.name, remoteCreatedAt: new Date(there.createdAt) }
  const { companyId, entityId, id, replacedId: leftBehind } = step.operation
  const replacedId = await step.write(async (db) => {
    const { status, shopifyOrderId } = await lockOrder({ db, actor: { companyId } }, entityId)
    const replacedId = shopifyOrderId ?? leftBehind
    await db
      .update(shopifyOperations)
      .set({ ...remote, replacedId })
      .where(eq(shopifyOperations.id, id))
    if (status !== 'cancelled')
      await db
        .update(orders)
        .set({ shopifyOrderId: remoteId, shopifySeen: null })
        .where(and(eq(orders.id, entityId), eq(orders.companyId, companyId)))
    return replacedId
  })
  Object.assign(step.operation, { ...remote, replacedId })
  return tidyUp(step, pushed)
}

/** Cancels what the order left behind at the store: the one before, or the new one if it was cancelled here meanwhile. */
export async function tidyUp(step: Step, pushed: string = text.orderPushed): Promise<OperationResult> {
  const { remoteId, remoteName, replacedId } = step.operation
  const { shopifyOrderId } = await readOrder(step)
  const replaced = replacedId ? await cancelReplaced(step, remoteId!, replacedId) : null
  if (shopifyOrderId !== remoteId) {
    await cancelThere(step, remoteId!)
    return { message: text.orderCancelledMeanwhile, remoteId, told: text.orderCanceledInShopify }
  }
  const name = remoteName ?? (await nameOf(step, remoteId!))
  if (!replacedId) {
    const told = pushed === text.orderFoundThere ? text.orderFoundAs(name) : text.orderSentAs(name)
    return { message: pushed, remoteId, told }
  }
  const message = text.orderRecreated(name, replaced?.name ?? (await nameOf(step, replacedId)))
  return { message, remoteId, told: message }
}

/** Cancels the order there that another one is in place of. @throws RefusedError that tells of both where the store refuses it */
export function cancelReplaced(
  step: Step,
  remoteId: string,
  replacedId: string,
): Promise<RemoteOrder | null> {
  return cancelThere(step, replacedId).catch(async (error) => {
    if (!(error instanceof RefusedError)) throw error
    const [made, replaced] = [await nameOf(step, remoteId), await nameOf(step, replacedId)]
    throw new RefusedError(text.orderTwice(made, replaced, error.message))
  })
}

/** What Shopify calls an order; the number of its id where that was never recorded. */
async function nameOf({ ctx, operation: { companyId, entityId } }: Step, remoteId: string): Promise<string> {
  const name = await findOrderName(ctx.db, { companyId, id: entityId }, remoteId)
  return name ?? `#${remoteId.split('/').at(-1)}`
}

/** Brings address, e-mail, notes and attributes up to date: for its items an order has to be recreated. */
async function update(step: Step, order: Order, remoteId: string): Promise<OperationResult> {
  const there = await fetchOrder(step, remoteId)
  if (!there) return disown(step)
  if (there.cancelledAt) throw new RefusedError(text.orderCancelledThere)
  const [told] = await step.ctx.db
    .select({ email: orders.shopifyEmail })
    .from(orders)
    .where(and(eq(orders.id, order.id), eq(orders.companyId, step.operation.companyId)))
  const { publicUrl } = step.ctx.config
  await step.call('orderUpdate', { input: makeOrderUpdate(order, remoteId, publicUrl, told?.email ?? null) })
  const { shopifyVersion, shopifyEmail } = toldOf(order)
  const { companyId, entityId } = step.operation
  const sameItems = await step.write(async (db) => {
    const { shopifyItems } = await lockOrder({ db, actor: { companyId } }, entityId)
    await db
      .update(orders)
      .set({ shopifyVersion, shopifyEmail })
      .where(and(eq(orders.id, entityId), eq(orders.companyId, companyId)))
    return shopifyItems === null || shopifyItems === markOfItems(order)
  })
  const { replacedId } = step.operation
  if (replacedId) await cancelReplaced(step, remoteId, replacedId)
  const message = sameItems ? text.orderUpdated : text.orderUpdatedInPart
  return { message, remoteId, told: text.orderUpdatedInShopify }
}

/** The store has deleted it: it is as one that never was there, for whoever pushes next. */
async function disown(step: Step): Promise<never> {
  const { companyId, entityId } = step.operation
  await step.write((db) =>
    db
      .update(orders)
      .set({
        shopifyOrderId: null,
        shopifyVersion: null,
        shopifyItems: null,
        shopifyEmail: null,
        shopifySeen: null,
      })
      .where(and(eq(orders.id, entityId), eq(orders.companyId, companyId))),
  )
  throw new RefusedError(text.orderGone)
}

/** An order to the store: made there once, and brought up to date after that. */
export const pushOrder: OperationHandler = {
  async run(step) {
    if (step.operation.remoteId) return tidyUp(step)
    const order = await readPushableOrder(step)
    return order.shopifyOrderId ? update(step, order, order.shopifyOrderId) : makeThere(step, order)
  },
  async find(step) {
    if (step.operation.remoteId) return 'resend'
    const { shopifyOrderId } = await readOrder(step)
    return shopifyOrderId ? 'resend' : findThere(step)
  },
}
