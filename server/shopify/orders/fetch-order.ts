import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import { openStates, operationKinds } from '@trunkshow/contract/shopify/rules.ts'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import { applyShopifyStatus } from '../../orders/change/change-status.ts'
import { ownOrder } from '../../orders/queries.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import { shopifyOperations } from '../../platform/db/schema/shopify.ts'
import type { OperationTypes } from '../client/shopify-types.ts'
import { findStore, updateStore } from '../queries.ts'
import {
  newProgress,
  type OperationHandler,
  type OperationRow,
  OutcomeUnknownError,
  RefusedError,
  RetryLaterError,
  type Step,
} from '../tasks/operation-handler.ts'
import { findEarlier, ofRecord } from '../tasks/operation-queries.ts'

export type RemoteOrder = NonNullable<OperationTypes['order']['data']['order']>

/** Apps without `read_all_orders` see the orders of 60 days; a day less, since clocks differ. */
const age = sql`coalesce(${shopifyOperations.remoteCreatedAt}, ${shopifyOperations.createdAt})`
const isOld = sql`${age} < now() - interval '59 days'`

async function isAny({ ctx, operation: { companyId, entityId } }: Step, condition?: SQL): Promise<boolean> {
  const ofOrder = ofRecord(companyId, entityId, ['order.push', 'order.cancel'])
  return (await ctx.db.$count(shopifyOperations, and(ofOrder, condition))) > 0
}

/** Asked each time: scopes may have changed since the store was connected. */
async function seesAllOrders(step: Step): Promise<boolean> {
  const { currentAppInstallation } = await step.call('shop', {})
  return currentAppInstallation.accessScopes.some(({ handle }) => handle === 'read_all_orders')
}

/**
 * Reads an order in Shopify; null when it was deleted there.
 *
 * @throws RefusedError when Shopify may only hide it: it is older than 60 days and the app lacks `read_all_orders`
 */
export async function fetchOrder(step: Step, remoteId: string): Promise<RemoteOrder | null> {
  const { order } = await step.call('order', { id: remoteId })
  if (order) return order
  const isIt = eq(shopifyOperations.remoteId, remoteId)
  const isYoung = (await isAny(step, isIt)) && !(await isAny(step, and(isIt, isOld)))
  if (!isYoung && !(await seesAllOrders(step))) throw new RefusedError(text.orderHidden)
  return null
}

/**
 * Makes sure that Shopify hides nothing this order's operations sent to this store, since it would be created twice.
 *
 * @throws RefusedError when one of them is older than 60 days, its outcome is unknown and the app lacks `read_all_orders`
 */
async function assertNoneHidden(step: Step, sentHere: string[]): Promise<void> {
  const maybe = and(inArray(shopifyOperations.sentTo, sentHere), isNull(shopifyOperations.remoteId), isOld)
  if ((await isAny(step, maybe)) && !(await seesAllOrders(step))) throw new RefusedError(text.orderHidden)
}

/** The connected store's address. @throws RefusedError when no store is connected */
export async function storeAddressOf({ ctx, operation: { companyId } }: Step): Promise<string> {
  const store = await findStore(ctx, companyId)
  if (!store) throw new RefusedError(text.storeChanged)
  return store.address
}

/** Operations without a recorded store may have been sent to this one. */
const sentToValues = (address: string) => [address, '']

/** Defines the metafield by which orders are found at once, once for each store. */
export async function defineOrderKey(step: Step): Promise<void> {
  const { ctx, operation } = step
  const store = await findStore(ctx, operation.companyId)
  if (store?.orderKeyDefined) return
  await step.call('metafieldDefinitionCreate', {}).catch((error) => {
    if (error instanceof OutcomeUnknownError) throw new RetryLaterError(text.storeAway) // defining it twice does no harm
    if (!(error instanceof RefusedError && error.errors.some(({ code }) => code === 'TAKEN'))) throw error
  })
  await setOrderKeyDefined(step, true)
}

/** @param orderKeyDefined false makes the next operation define it again */
export function setOrderKeyDefined(step: Step, orderKeyDefined: boolean): Promise<void> {
  return step.write((ctx) => updateStore(ctx, { orderKeyDefined }))
}

/** The order with this attempt's key, by its metafield: not affected by the lag of searches. */
export async function findByKey(step: Step, attemptKey: string): Promise<RemoteOrder | null> {
  const read = async () => (await step.call('orderByIdentifier', { attemptKey })).orderByIdentifier
  await defineOrderKey(step)
  return read().catch(async (error) => {
    if (!(error instanceof RefusedError)) throw error
    await setOrderKeyDefined(step, false) // the definition may have been deleted in Shopify
    await defineOrderKey(step)
    return read()
  })
}

/** The orders of these attempts, by a search: it lags, but finds orders without the metafield too. */
async function search(step: Step, attempts: readonly OperationRow[]): Promise<RemoteOrder[]> {
  const query = attempts.map(({ attemptKey }) => `source_identifier:${attemptKey}`).join(' OR ')
  return (await step.call('orders', { query, first: attempts.length })).orders.nodes
}

/** The order that this operation sent, or null. @throws RefusedError when Shopify may hide it */
export async function findOwn(step: Step): Promise<RemoteOrder | null> {
  const { operation } = step
  const order = (await findByKey(step, operation.attemptKey)) ?? (await search(step, [operation]))[0]
  if (!order) await assertNoneHidden(step, sentToValues(await storeAddressOf(step)))
  return order ?? null
}

/** An earlier operation's order, neither linked nor replaced. @throws RefusedError when Shopify may hide it */
export async function findEarlierOrder(step: Step, shopifyOrderId: string | null) {
  const sentHere = sentToValues(await storeAddressOf(step))
  const known = new Set([shopifyOrderId])
  const found = await findEarlier(step, async (attempts) => {
    for (const { replacedId } of attempts) known.add(replacedId)
    const sent = attempts.filter(({ sentTo }) => sentTo !== null && sentHere.includes(sentTo))
    if (sent.length === 0) return
    const made = await search(step, sent)
    for (const { attemptKey } of sent)
      made.push(...[await findByKey(step, attemptKey)].filter((each) => each !== null))
    const active = made.filter(({ id, cancelledAt }) => !cancelledAt && !known.has(id))
    return sent
      .map(({ attemptKey }) => active.find(({ sourceIdentifier }) => sourceIdentifier === attemptKey))
      .find(Boolean)
  })
  if (!found) await assertNoneHidden(step, sentHere)
  return found
}

const ORDERS_PER_PAGE = 50

/** Fetches one order that a webhook named. */
export const checkOrder: OperationHandler = {
  withoutPrices: true,
  async run(step) {
    const [found] = await step.ctx.db
      .select({ id: orders.shopifyOrderId })
      .from(orders)
      .where(ownOrder(step.ctx, step.operation.entityId))
    const order = found?.id ? await fetchOrder(step, found.id) : null
    if (order) await step.write((ctx) => applyShopifyStatus(ctx, order))
    return { message: text.orderChecked }
  },
}

/** Fetches all orders that changed in Shopify since the last poll, a page per turn. */
export const checkOrders: OperationHandler = {
  withoutPrices: true,
  async run(step) {
    const before = step.operation.progress ?? newProgress(null)
    const query = `updated_at:>='${before.since}'`
    const { orders: page } = await step.call('orders', {
      query,
      first: ORDERS_PER_PAGE,
      after: before.cursor,
    })
    const progress = {
      ...before,
      seen: before.seen + page.nodes.length,
      cursor: page.pageInfo.endCursor ?? before.cursor,
      until: page.nodes.at(-1)?.updatedAt ?? before.until,
    }
    for (const order of page.nodes) await step.write((ctx) => applyShopifyStatus(ctx, order))
    if (page.pageInfo.hasNextPage) return { again: progress }
    await step.write((ctx) => saveChecked(ctx, progress.until))
    return { message: text.ordersChecked }
  },
}

/** An order that is still being sent is linked later, so the next poll starts no later than that. */
async function saveChecked(ctx: TenantContext, until: string | null) {
  const onTheWay = sql`
    SELECT min(created_at) FROM shopify_operations
    WHERE company_id = ${ctx.actor.companyId} AND entity_type = ${operationKinds['order.push'].entity}
      AND ${inArray(shopifyOperations.state, openStates)}`
  const ordersSyncedUntil = sql`greatest(orders_synced_until, least(${until}::timestamptz, (${onTheWay})))`
  await updateStore(ctx, { ordersSyncedUntil })
}
