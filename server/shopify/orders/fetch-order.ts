import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import { operationKinds } from '@trunkshow/contract/shopify/rules.ts'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { shopifyOperations } from '../../platform/db/schema/shopify.ts'
import type { OperationTypes } from '../client/shopify-types.ts'
import { RefusedError, type Step } from '../tasks/operation-handler.ts'

export type RemoteOrder = NonNullable<OperationTypes['order']['data']['order']>

/** Apps without `read_all_orders` see the orders of 60 days; a day less, since clocks differ. */
const age = sql`coalesce(${shopifyOperations.remoteCreatedAt}, ${shopifyOperations.createdAt})`
const isOld = sql`${age} < now() - interval '59 days'`

const entities = [operationKinds['order.push'].entity, operationKinds['order.cancel'].entity]

/** Whether any operation of this order meets the condition. */
async function isAny({ ctx, operation }: Step, condition: SQL | undefined): Promise<boolean> {
  const { companyId, entityId } = operation
  const ofOrder = and(
    eq(shopifyOperations.companyId, companyId),
    inArray(shopifyOperations.entityType, entities),
    eq(shopifyOperations.entityId, entityId),
  )
  return (await ctx.db.$count(shopifyOperations, and(ofOrder, condition))) > 0
}

/** Asked each time: scopes may have changed since the store was connected. */
async function seesAllOrders(step: Step): Promise<boolean> {
  const { currentAppInstallation } = await step.call('shop', {})
  return currentAppInstallation.accessScopes.some(({ handle }) => handle === 'read_all_orders')
}

/**
 * Reads an order in Shopify.
 *
 * @returns null when it was deleted there
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
 * Makes sure that Shopify hides nothing this order's operations sent, since it would be created twice.
 *
 * @param wasSentHere the operations that may have created an order in this store
 * @throws RefusedError when one of them is older than 60 days, its outcome is unknown and the app lacks `read_all_orders`
 */
export async function assertNoneHidden(step: Step, wasSentHere: SQL): Promise<void> {
  const maybe = and(wasSentHere, isNull(shopifyOperations.remoteId), isOld)
  if ((await isAny(step, maybe)) && !(await seesAllOrders(step))) throw new RefusedError(text.orderHidden)
}
