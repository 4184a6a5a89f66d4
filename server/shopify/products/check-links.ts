import type { SyncProgress } from '@trunkshow/contract/shopify/schema.ts'
import { and, asc, eq, gt, isNotNull } from 'drizzle-orm'
import { products } from '../../db/schema/products.ts'
import { shopifyOperations, shopifyStores } from '../../db/schema/shopify.ts'
import { enqueueOperation } from '../../jobs/enqueue-operation.ts'
import { findStore } from '../queries.ts'
import type { Step } from '../tasks/operation-handler.ts'

/** Products looked for at once: each costs a point. */
const PAGE = 100

/**
 * Looks for the next products that are linked here and gone at the store, which no list of changes tells of, and has
 * each looked at by itself, as a webhook of its deletion would. A sync that a person asked for goes through all of them,
 * page by page; the schedule looks at one page each time and goes on from there the next time.
 *
 * @returns how far it is: `links.after` is null once it is through
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
    .limit(PAGE)
  const ids = linked.map(({ remoteId }) => remoteId!)
  const { nodes } = ids.length > 0 ? await step.call('nodes', { ids }) : { nodes: [] }
  const gone = linked.filter((_, at) => nodes[at] === null)
  const last = linked.length < PAGE ? null : linked.at(-1)!.id
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
