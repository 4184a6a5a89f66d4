import { and, desc, eq, lt } from 'drizzle-orm'
import { shopifyOperations } from '../../platform/db/schema/shopify.ts'
import type { OperationRow, Step } from './operation-handler.ts'

const ATTEMPTS_PER_SEARCH = 25

/**
 * Looks in Shopify for what an earlier operation of the same record created and the record is not linked to: its answer
 * was lost, or another store was connected in between. Every handler calls it before it creates a record.
 *
 * @param search searches for what these attempts created; the newest attempt comes first
 */
export async function findEarlier<Found>(
  { ctx, operation }: Step,
  search: (attempts: OperationRow[]) => Promise<Found | undefined>,
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
  for (let at = 0; at < attempts.length; at += ATTEMPTS_PER_SEARCH) {
    const found = await search(attempts.slice(at, at + ATTEMPTS_PER_SEARCH))
    if (found) return found
  }
}
