import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import { eq, inArray } from 'drizzle-orm'
import { shopifyOperations, shopifyStores } from '../../platform/db/schema/shopify.ts'
import { findStore } from '../queries.ts'
import {
  type OperationRow,
  OutcomeUnknownError,
  RefusedError,
  RetryLaterError,
  type Step,
} from '../tasks/operation-handler.ts'
import { findEarlier } from '../tasks/operation-queries.ts'
import { assertNoneHidden, type RemoteOrder } from './fetch-order.ts'

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
export async function setOrderKeyDefined(step: Step, orderKeyDefined: boolean): Promise<void> {
  const { companyId } = step.operation
  await step.write((db) =>
    db.update(shopifyStores).set({ orderKeyDefined }).where(eq(shopifyStores.companyId, companyId)),
  )
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

/**
 * The order that this operation sent and got no answer for.
 *
 * @returns null when the store has none, or not yet
 * @throws RefusedError when Shopify may hide it
 */
export async function findOwn(step: Step): Promise<RemoteOrder | null> {
  const { operation } = step
  const order = (await findByKey(step, operation.attemptKey)) ?? (await search(step, [operation]))[0]
  if (!order)
    await assertNoneHidden(step, inArray(shopifyOperations.sentTo, sentToValues(await storeAddressOf(step))))
  return order ?? null
}

/**
 * An order that an earlier operation created in Shopify, and that is neither linked nor replaced.
 *
 * @throws RefusedError when Shopify may hide it
 */
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
  if (!found) await assertNoneHidden(step, inArray(shopifyOperations.sentTo, sentHere))
  return found
}
