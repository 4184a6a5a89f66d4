import { AppError } from '@trunkshow/contract/errors.ts'
import { privacyMessages } from '@trunkshow/contract/privacy/messages.ts'
import { openStates } from '@trunkshow/contract/shopify/rules.ts'
import { eraseInShop } from '@trunkshow/practice-store/erase-in-shop.ts'
import type { Shop } from '@trunkshow/practice-store/shop.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { TenantContext } from '../context.ts'
import { practiceStores } from '../db/schema/practice-store.ts'
import { shopifyOperations } from '../db/schema/shopify.ts'
import type { Person } from './find-person.ts'

/**
 * Files that somebody checked and has not imported yet go where they name the person: checking them again is one step.
 * One that is being imported would bring the person back, so it ends first, which takes minutes.
 *
 * @throws AppError conflict while a file with the person is being imported
 */
export async function dropImports({ db, actor }: TenantContext, pattern: string): Promise<void> {
  const { rows } = await db.execute<{ id: number; state: string }>(sql`
    SELECT id, state FROM imports
    WHERE company_id = ${actor.companyId} AND csv <> '' AND replace(csv, '"', '') ~* ${pattern} FOR UPDATE`)
  if (rows.some(({ state }) => state === 'running'))
    throw new AppError('conflict', privacyMessages.importRunning)
  const ids = rows.map(({ id }) => id)
  await db.execute(
    sql`DELETE FROM imports WHERE company_id = ${actor.companyId} AND id = ANY(${sql.param(ids)}::int[])`,
  )
}

/**
 * Nothing more of these orders goes to the store: a process that is at one of them has lost it. What asks the store to
 * cancel an order, or how it stands, says nothing of whom it was for and goes on.
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

/** The practice store lies in the same database: what was pushed there goes too. */
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
