import { AppError } from '@trunkshow/contract/errors.ts'
import { shopifyMessages } from '@trunkshow/contract/shopify/messages.ts'
import { openStates } from '@trunkshow/contract/shopify/rules.ts'
import type { Operation } from '@trunkshow/contract/shopify/schema.ts'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import type { StaffContext } from '../../context.ts'
import { shopifyOperations } from '../../db/schema/shopify.ts'
import { getProduct } from '../../products/queries.ts'
import { getUsableStore } from '../queries.ts'
import { awaitOperation } from '../tasks/await-operation.ts'
import { getOperation } from '../tasks/operation-queries.ts'
import { queueOperation } from '../tasks/queue-operation.ts'
import { newProgress } from '../tasks/sync-progress.ts'

async function ask(ctx: StaffContext, kind: 'product.push' | 'product.resync', id: number) {
  const { name, shopifyProductId } = await getProduct(ctx, id)
  if (kind === 'product.resync' && !shopifyProductId)
    throw new AppError('conflict', shopifyMessages.productNotThere)
  await getUsableStore(ctx)
  const { companyId, userId } = ctx.actor
  return queueOperation(ctx.db, { companyId, userId, kind, entityId: id, subjectName: name })
}

/** A product to the store (docs/product.md, Products and codes in Shopify). @throws AppError not_found, conflict */
export async function pushProductToShopify(
  ctx: StaffContext,
  id: number,
  reply: FastifyReply,
): Promise<Operation> {
  return awaitOperation(ctx, await ask(ctx, 'product.push', id), reply)
}

/** A product as the store has it; what was changed here gives way. @throws AppError not_found, conflict */
export async function resyncProductFromShopify(
  ctx: StaffContext,
  id: number,
  reply: FastifyReply,
): Promise<Operation> {
  return awaitOperation(ctx, await ask(ctx, 'product.resync', id), reply)
}

/** Starts to bring the whole catalogue of the store here, or tells of the sync that runs. @throws AppError conflict */
export async function syncProductsFromShopify(ctx: StaffContext): Promise<Operation> {
  await getUsableStore(ctx)
  const { companyId, userId } = ctx.actor
  const id = await queueOperation(ctx.db, {
    companyId,
    userId,
    kind: 'products.sync',
    entityId: 0,
    subjectName: 'All products',
    progress: newProgress(null),
  })
  await makeWhole(ctx, id)
  ctx.wake('shopify')
  return getOperation(ctx, id)
}

/** A sync of the schedule, which only looks at what is new, becomes one of everything; who is at it has lost it. */
async function makeWhole({ db, actor: { companyId, userId } }: StaffContext, id: number) {
  await db
    .update(shopifyOperations)
    .set({
      userId,
      state: 'queued',
      progress: newProgress(null),
      tries: sql`tries + 1`,
      nextTryAt: sql`now()`,
      heldUntil: sql`now()`,
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
