import { operationKinds } from '@trunkshow/contract/shopify/rules.ts'
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { shopifyOperations } from '../../platform/db/schema/shopify.ts'
import type { Database } from '../../platform/db/transaction.ts'

/**
 * An order's name in Shopify, such as `#1009`.
 *
 * @param remoteId the order's id in Shopify
 * @returns null when it was never recorded
 */
export async function findOrderName(
  db: Database,
  { companyId, id }: { companyId: number; id: number },
  remoteId: string,
): Promise<string | null> {
  const [found] = await db
    .select({ name: shopifyOperations.remoteName })
    .from(shopifyOperations)
    .where(
      and(
        eq(shopifyOperations.companyId, companyId),
        eq(shopifyOperations.entityType, operationKinds['order.push'].entity),
        eq(shopifyOperations.entityId, id),
        eq(shopifyOperations.remoteId, remoteId),
        isNotNull(shopifyOperations.remoteName),
      ),
    )
    .orderBy(desc(shopifyOperations.id))
    .limit(1)
  return found?.name ?? null
}
