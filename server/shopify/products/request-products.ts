import { AppError } from '@trunkshow/contract/errors.ts'
import { shopifyMessages } from '@trunkshow/contract/shopify/messages.ts'
import { openStates } from '@trunkshow/contract/shopify/rules.ts'
import type { Operation } from '@trunkshow/contract/shopify/schema.ts'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import { shopifyOperations } from '../../platform/db/schema/shopify.ts'
import { getProduct } from '../../products/queries.ts'
import { getUsableStore } from '../queries.ts'
import { awaitOperation, enqueueOnce } from '../tasks/await-operation.ts'
import { newProgress } from '../tasks/operation-handler.ts'
import { getOperation } from '../tasks/operation-queries.ts'

async function requestProduct(ctx: StaffContext, kind: 'product.push' | 'product.resync', id: number) {
  const { name, shopifyProductId } = await getProduct(ctx, id)
  if (kind === 'product.resync' && !shopifyProductId)
    throw new AppError('conflict', shopifyMessages.productNotInShopify)
  await getUsableStore(ctx)
  const { companyId, userId } = ctx.actor
  return enqueueOnce(ctx.db, { companyId, userId, kind, entityId: id, subjectName: name })
}

/**
 * Creates a product in Shopify, or updates the one that is there (docs/product.md, Products and codes in Shopify).
 *
 * @throws AppError not_found, conflict
 */
export async function pushProductToShopify(ctx: StaffContext, id: number): Promise<Operation> {
  return awaitOperation(ctx, await requestProduct(ctx, 'product.push', id))
}

/** Overwrites a product with what Shopify has, changes made here included. @throws AppError not_found, conflict */
export async function resyncProductFromShopify(ctx: StaffContext, id: number): Promise<Operation> {
  return awaitOperation(ctx, await requestProduct(ctx, 'product.resync', id))
}

/** Starts an import of the store's whole catalog. @returns it, or the one already running @throws AppError conflict */
export async function syncProductsFromShopify(ctx: StaffContext): Promise<Operation> {
  await getUsableStore(ctx)
  const { companyId, userId } = ctx.actor
  const id = await enqueueOnce(ctx.db, {
    companyId,
    userId,
    kind: 'products.sync',
    entityId: 0,
    subjectName: 'All products',
    progress: newProgress(null),
  })
  await widenScheduledSync(ctx, id)
  ctx.wake('shopify')
  return getOperation(ctx, id)
}

/** A scheduled sync only imports changes: it starts over as one of the whole catalog, and its worker loses it. */
async function widenScheduledSync({ db, actor: { companyId, userId } }: StaffContext, id: number) {
  await db
    .update(shopifyOperations)
    .set({
      userId,
      state: 'queued',
      progress: newProgress(null),
      tries: sql`tries + 1`,
      nextTryAt: sql`now()`,
      leasedUntil: sql`now()`,
    })
    .where(
      and(
        eq(shopifyOperations.id, id),
        eq(shopifyOperations.companyId, companyId),
        isNull(shopifyOperations.userId),
        inArray(shopifyOperations.state, openStates),
      ),
    )
}
