import type { SyncProgress } from '@trunkshow/contract/shopify/schema.ts'
import { and, asc, eq, gt, isNotNull } from 'drizzle-orm'
import { products } from '../../platform/db/schema/products.ts'
import { shopifyOperations, shopifyStores } from '../../platform/db/schema/shopify.ts'
import { enqueueOperation } from '../../platform/jobs/enqueue-operation.ts'
import { findStore } from '../queries.ts'
import type { Step } from '../tasks/operation-handler.ts'

/** Each product of a page costs a point. */
const LINKS_PER_PAGE = 100

/**
 * Finds linked products that were deleted in Shopify, which no list of changes shows, and enqueues a resync of each, as
 * the webhook of a deletion does. A sync that a person started checks all of them, a page per turn; the schedule checks
 * one page each time.
 *
 * @returns the progress; `links.after` is null after the last page
 */
export async function checkLinks(step: Step, before: SyncProgress): Promise<SyncProgress> {
  const { companyId, id, userId } = step.operation
  const ofSchedule = userId === null
  const store = ofSchedule && !before.links ? await findStore(step.ctx, companyId) : null
  const linked = await step.ctx.db
    .select({ id: products.id, name: products.name, remoteId: products.shopifyProductId })
    .from(products)
    .where(
      and(
        eq(products.companyId, companyId),
        isNotNull(products.shopifyProductId),
        gt(products.id, before.links?.after ?? store?.linksCheckedTo ?? 0),
      ),
    )
    .orderBy(asc(products.id))
    .limit(LINKS_PER_PAGE)
  const ids = linked.map(({ remoteId }) => remoteId!)
  const { nodes } = ids.length > 0 ? await step.call('nodes', { ids }) : { nodes: [] }
  const gone = linked.filter((_, at) => nodes[at] === null)
  const last = linked.length < LINKS_PER_PAGE ? null : linked.at(-1)!.id
  const progress = { ...before, links: { after: ofSchedule ? null : last } }
  await step.write(async (db) => {
    for (const { id: entityId, name: subjectName } of gone)
      await enqueueOperation(db, { companyId, userId: null, kind: 'product.resync', entityId, subjectName })
    await db.update(shopifyOperations).set({ progress }).where(eq(shopifyOperations.id, id))
    if (ofSchedule)
      await db
        .update(shopifyStores)
        .set({ linksCheckedTo: last ?? 0 })
        .where(eq(shopifyStores.companyId, companyId))
  })
  return progress
}
