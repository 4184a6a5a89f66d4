import { and, desc, eq, lt } from 'drizzle-orm'
import { shopifyOperations } from '../../db/schema/shopify.ts'
import type { OperationRow, Step } from './operation-handler.ts'

/** How many attempts one search at the store names. */
const AT_ONCE = 25

/**
 * Looks at the store for what an operation before this one made of the same record, and the record knows nothing of:
 * its answer was lost, or another store was connected in between. Whatever makes a record there asks this first.
 *
 * @param look asks for what these attempts made, the newest of which come first
 */
export async function findEarlier<Found>(
  { ctx, operation }: Step,
  look: (attempts: OperationRow[]) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const { companyId, entityType, entityId, id } = operation
  const attempts = await ctx.db
    .select()
    .from(shopifyOperations)
    .where(
      and(
        eq(shopifyOperations.companyId, companyId),
        eq(shopifyOperations.entityType, entityType),
        eq(shopifyOperations.entityId, entityId),
        lt(shopifyOperations.id, id),
      ),
    )
    .orderBy(desc(shopifyOperations.id))
  for (let at = 0; at < attempts.length; at += AT_ONCE) {
    const found = await look(attempts.slice(at, at + AT_ONCE))
    if (found) return found
  }
}
