import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import { eq, inArray } from 'drizzle-orm'
import { shopifyOperations, shopifyStores } from '../../db/schema/shopify.ts'
import { findStore } from '../queries.ts'
import { findEarlier } from '../tasks/find-earlier.ts'
import {
  type OperationRow,
  OutcomeUnknownError,
  RefusedError,
  RetryLaterError,
  type Step,
} from '../tasks/operation-handler.ts'
import { assertNoneHidden, type RemoteOrder } from './fetch-order.ts'

/** The address of the store that operations are sent to now. @throws RefusedError when there is none */
export async function addressOf({ ctx, operation: { companyId } }: Step): Promise<string> {
  const store = await findStore(ctx, companyId)
  if (!store) throw new RefusedError(text.storeChanged)
  return store.address
}

/** Those whose store was not recorded may have been sent to this one. */
const stores = (address: string) => [address, '']

/** Has the store know the metafield by which orders are found at once; one that knows it already is not asked again. */
export async function defineOrderKey(step: Step): Promise<void> {
  const { ctx, operation } = step
  const store = await findStore(ctx, operation.companyId)
  if (store?.orderKeyDefined) return
  await step.call('metafieldDefinitionCreate', {}).catch((error) => {
    if (error instanceof OutcomeUnknownError) throw new RetryLaterError(text.storeAway) // asking once more does no harm
    if (!(error instanceof RefusedError && error.errors.some(({ code }) => code === 'TAKEN'))) throw error
  })
  await noteOrderKey(step, true)
}

/** @param orderKeyDefined false where the store has lost it, so that the next operation defines it again */
export async function noteOrderKey(step: Step, orderKeyDefined: boolean): Promise<void> {
  const { companyId } = step.operation
  await step.write((db) =>
    db.update(shopifyStores).set({ orderKeyDefined }).where(eq(shopifyStores.companyId, companyId)),
  )
}

/** The order that was made with this attempt's key, found by its metafield: at once, however far the search lags. */
export async function findByKey(step: Step, attemptKey: string): Promise<RemoteOrder | null> {
  const ask = async () => (await step.call('orderByIdentifier', { attemptKey })).orderByIdentifier
  await defineOrderKey(step)
  return ask().catch(async (error) => {
    if (!(error instanceof RefusedError)) throw error
    await noteOrderKey(step, false) // somebody may have deleted the definition
    await defineOrderKey(step)
    return ask()
  })
}

/** What these attempts made, as the search knows it: it lags, but also finds what was made without the metafield. */
async function search(step: Step, attempts: readonly OperationRow[]): Promise<RemoteOrder[]> {
  const query = attempts.map(({ attemptKey }) => `source_identifier:${attemptKey}`).join(' OR ')
  return (await step.call('orders', { query, first: attempts.length })).orders.nodes
}

/**
 * What this operation has sent and was not answered; null where the store has no such order, or not yet.
 *
 * @throws RefusedError where the store may hide it
 */
export async function findOwn(step: Step): Promise<RemoteOrder | null> {
  const { operation } = step
  const there = (await findByKey(step, operation.attemptKey)) ?? (await search(step, [operation]))[0]
  if (!there) await assertNoneHidden(step, inArray(shopifyOperations.sentTo, stores(await addressOf(step))))
  return there ?? null
}

/**
 * The order there that an operation before this one made, other than the one that is known and those replaced since.
 *
 * @throws RefusedError where the store may hide it
 */
export async function findEarlierOrder(step: Step, shopifyOrderId: string | null) {
  const here = stores(await addressOf(step))
  const known = new Set([shopifyOrderId])
  const found = await findEarlier(step, async (attempts) => {
    for (const { replacedId } of attempts) known.add(replacedId)
    const sent = attempts.filter(({ sentTo }) => sentTo !== null && here.includes(sentTo))
    if (sent.length === 0) return
    const made = await search(step, sent)
    for (const { attemptKey } of sent)
      made.push(...[await findByKey(step, attemptKey)].filter((each) => each !== null))
    const there = made.filter(({ id, cancelledAt }) => !cancelledAt && !known.has(id))
    return sent
      .map(({ attemptKey }) => there.find(({ sourceIdentifier }) => sourceIdentifier === attemptKey))
      .find(Boolean)
  })
  if (!found) await assertNoneHidden(step, inArray(shopifyOperations.sentTo, here))
  return found
}
