import { centsOf } from '@trunkshow/contract/money.ts'
import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import { openStates, operationKinds } from '@trunkshow/contract/shopify/rules.ts'
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import { applyShopifyOrder, seenIn } from '../../orders/change/change-status.ts'
import type { StoredOrder } from '../../orders/change/record-order.ts'
import { isPaidUntold } from '../../orders/money/record-entry.ts'
import { untoldOf } from '../../orders/money/record-transactions.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import { shopifyOperations } from '../../platform/db/schema/shopify.ts'
import { own, rowsOf } from '../../platform/db/statement.ts'
import { enqueueLook } from '../../platform/jobs/enqueue-operation.ts'
import type { OperationTypes } from '../client/shopify-types.ts'
import { findStore, updateStore } from '../queries.ts'
import {
  afterPage,
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
/** One that a search found, without its transactions. */
export type ListedOrder = OperationTypes['orders']['data']['orders']['nodes'][number]

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
async function search(step: Step, attempts: readonly OperationRow[]): Promise<ListedOrder[]> {
  const query = attempts.map(({ attemptKey }) => `source_identifier:${attemptKey}`).join(' OR ')
  return (await step.call('orders', { query, first: attempts.length })).orders.nodes
}

/** The order that this operation sent, or null. @throws RefusedError when Shopify may hide it */
export async function findOwn(step: Step): Promise<ListedOrder | null> {
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

/**
 * Has an order of ours looked at, of which the store has news.
 *
 * @param news what a list says of it: nothing new is skipped
 * @param again also when that is under way
 * @returns false when it is under way, and has to be asked for later
 */
export async function enqueueOrderCheck(
  { db, actor }: TenantContext,
  remoteId: string,
  again: boolean,
  news?: Parameters<typeof seenIn>[0],
): Promise<boolean> {
  // Also of one that was replaced or canceled: it may still be refunded.
  const sentAs = db
    .select({ id: shopifyOperations.entityId })
    .from(shopifyOperations)
    .where(own({ actor }, shopifyOperations, { remoteId, entityType: operationKinds['order.push'].entity }))
  const [found] = await db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.companyId, actor.companyId),
        or(eq(orders.shopifyOrderId, remoteId), inArray(orders.id, sentAs)),
      ),
    )
  const isKnown = news && found?.shopifyOrderId === remoteId && found.shopifySeen === seenIn(news)
  return !found || isKnown || enqueueLook(db, found, again)
}

/** An order's Shopify orders: those it replaced, then the last, which is linked unless the order was canceled. */
async function fetchAll(step: Step): Promise<RemoteOrder[]> {
  const { ctx, operation } = step
  const { companyId, entityId } = operation
  const [order] = await rowsOf(ctx, orders, { id: entityId }, { id: orders.shopifyOrderId })
  const sent = await ctx.db
    .select({ id: shopifyOperations.remoteId })
    .from(shopifyOperations)
    .where(ofRecord(companyId, entityId, ['order.push']))
    .orderBy(shopifyOperations.id)
  const ids = [...sent, order].flatMap((each) => each?.id ?? [])
  const last = ids.at(-1)
  const found: (RemoteOrder | null)[] = []
  for (const id of new Set(ids)) if (id !== last) found.push((await step.call('order', { id })).order)
  return [...found, last ? await fetchOrder(step, last) : null].filter((each) => each !== null)
}

/**
 * Reads an order in Shopify, and those it replaced, and records what is new. If it owes nothing here, it is then marked as
 * paid there, when the rest there is what Shopify wasn't told, to the cent.
 */
export const checkOrder: OperationHandler = {
  withoutPrices: true,
  async run(step) {
    const { entityId, id, sentTo } = step.operation
    for (const remote of await fetchAll(step)) {
      const order = await step.write((ctx) => applyShopifyOrder(ctx, entityId, remote, sentTo !== null))
      if (!order || !mayMarkPaid(order, remote)) continue
      // Recorded first: if the answer is lost, the payment that the next look finds is ours.
      const marking = { sentTo: await storeAddressOf(step) }
      await step.write(({ db }) =>
        db.update(shopifyOperations).set(marking).where(eq(shopifyOperations.id, id)),
      )
      const { orderMarkAsPaid } = await step.call('orderMarkAsPaid', { id: remote.id })
      const marked = orderMarkAsPaid?.order
      if (marked) await step.write((ctx) => applyShopifyOrder(ctx, entityId, marked, true))
      return { message: text.orderMarkedPaid, timeline: text.orderMarkedPaidInShopify }
    }
    return { message: text.orderChecked }
  },
}

/** Whether to mark it as paid. A card that waits to be charged would be charged by that. */
function mayMarkPaid(order: StoredOrder, remote: RemoteOrder): boolean {
  const { cancelledAt, displayFinancialStatus, capturable, totalOutstandingSet } = remote
  if (cancelledAt || displayFinancialStatus === 'PAID' || capturable) return false
  const isTheRest = centsOf(totalOutstandingSet.shopMoney.amount) === untoldOf(order)
  return order.shopifyOrderId === remote.id && isPaidUntold(order) && isTheRest
}

/** Finds the orders that changed in Shopify since the last poll, a page per turn, and has each looked at. */
export const checkOrders: OperationHandler = {
  withoutPrices: true,
  async run(step) {
    const before = step.operation.progress ?? newProgress(null)
    const asked = { query: `updated_at:>='${before.since}'`, first: ORDERS_PER_PAGE, after: before.cursor }
    const { orders: page } = await step.call('orders', asked)
    const progress = afterPage(before, page)
    for (const order of page.nodes) await step.write((ctx) => enqueueOrderCheck(ctx, order.id, true, order))
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
