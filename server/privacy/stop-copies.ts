import { AppError } from '@trunkshow/contract/errors.ts'
import { privacyMessages } from '@trunkshow/contract/privacy/messages.ts'
import { openStates } from '@trunkshow/contract/shopify/rules.ts'
import { eraseInShop, type Shop } from '@trunkshow/practice-store/shop.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { TenantContext } from '../context.ts'
import { practiceStores, shopifyOperations } from '../platform/db/schema/shopify.ts'
import type { Person } from './find-person.ts'

/**
 * Deletes checked but not yet started imports that mention the person; the user can upload the file again. A running
 * import must end first, or it would bring the person back.
 *
 * @throws AppError conflict while a file with the person is being imported
 */
export async function deleteImports({ db, actor }: TenantContext, pattern: string): Promise<void> {
  const { rows } = await db.execute<{ id: number; state: string }>(sql`
    SELECT id, state FROM imports
    WHERE company_id = ${actor.companyId} AND csv <> ''
      AND (replace(csv, '"', '') ~* ${pattern} OR replace(mended::text, '"', '') ~* ${pattern}) FOR UPDATE`)
  if (rows.some(({ state }) => state === 'running'))
    throw new AppError('conflict', privacyMessages.importRunning)
  const ids = rows.map(({ id }) => id)
  await db.execute(
    sql`DELETE FROM imports WHERE company_id = ${actor.companyId} AND id = ANY(${sql.param(ids)}::int[])`,
  )
}

/**
 * Stops sending these orders to Shopify and invalidates attempts in progress. Cancellations and status checks contain
 * no personal data and continue.
 */
export async function stopPushes({ db, actor }: TenantContext, orderIds: readonly number[]): Promise<void> {
  await db
    .update(shopifyOperations)
    .set({ state: 'failed', lastError: privacyMessages.orderErased, tries: sql`tries + 1` })
    .where(
      and(
        eq(shopifyOperations.companyId, actor.companyId),
        eq(shopifyOperations.entityType, 'order'),
        inArray(shopifyOperations.entityId, [...orderIds]),
        inArray(shopifyOperations.state, openStates),
      ),
    )
}

/** Also erases the person from the practice store, which is in the same database. */
export async function blankPracticeStore(
  { db, actor: { companyId } }: TenantContext,
  { emails, orderIds }: Pick<Person, 'emails' | 'orderIds'>,
): Promise<void> {
  const ofCompany = eq(practiceStores.companyId, companyId)
  const [found] = await db
    .select({ content: practiceStores.content })
    .from(practiceStores)
    .where(ofCompany)
    .for('update')
  if (!found) return
  const { rows } = await db.execute<{ remoteId: string }>(sql`
    SELECT remote_id AS "remoteId" FROM shopify_operations
    WHERE company_id = ${companyId} AND entity_type = 'order' AND remote_id IS NOT NULL
      AND entity_id = ANY(${sql.param(orderIds)}::int[])
    UNION SELECT shopify_order_id FROM orders
    WHERE company_id = ${companyId} AND shopify_order_id IS NOT NULL AND id = ANY(${sql.param(orderIds)}::int[])`)
  const content = found.content as Shop
  eraseInShop(content, { emails, orderIds: rows.map(({ remoteId }) => remoteId) })
  await db.update(practiceStores).set({ content, updatedAt: sql`now()` }).where(ofCompany)
}
