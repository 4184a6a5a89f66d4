import { AppError, assertAllowed } from '@trunkshow/contract/errors.ts'
import { reasonAgainst, shopifyMessages } from '@trunkshow/contract/shopify/messages.ts'
import { adminBaseUrlOf, missingScopes } from '@trunkshow/contract/shopify/rules.ts'
import type { FailedOrder, Store } from '@trunkshow/contract/shopify/schema.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Config } from '../config.ts'
import type { StaffContext, TenantContext } from '../context.ts'
import { shopifyStores } from '../platform/db/schema/shopify.ts'
import type { Database } from '../platform/db/transaction.ts'

export interface ShopifyContext {
  config: Config
  db: Database
}

export type StoreRow = typeof shopifyStores.$inferSelect

/** A company's connection with its encrypted secrets, for the server alone. */
export async function findStore({ db }: { db: Database }, companyId: number): Promise<StoreRow | null> {
  const [found] = await db.select().from(shopifyStores).where(eq(shopifyStores.companyId, companyId))
  return found ?? null
}

/** The row of a disconnected store stays, for its address. */
const isConnected = (row: StoreRow | null): row is StoreRow => Boolean(row?.token || row?.clientSecret)

/** The connection as screens show it: never a secret. */
export function storeView(row: StoreRow | null): Store {
  const store = isConnected(row) ? row : null
  // The practice store has no address that means something to a person.
  const address = store && store.kind !== 'practice' ? store.address : null
  return {
    connected: store !== null,
    kind: store?.kind ?? null,
    address,
    shopName: store?.shopName ?? null,
    currency: store?.currency ?? null,
    adminBaseUrl: address && adminBaseUrlOf(address),
    enabled: store?.enabled ?? false,
    mustReconnect: store?.mustReconnect ?? false,
    // Empty until the store was asked for its scopes.
    missingScopes: store && store.scopes.length > 0 ? missingScopes(store.scopes) : [],
  }
}

/** The connection of the caller's company. */
export async function getStore(ctx: StaffContext): Promise<Store> {
  return storeView(await findStore(ctx, ctx.actor.companyId))
}

/** The connection, usable or not. @throws AppError conflict when there is none */
export async function getConnectedStore(ctx: StaffContext): Promise<StoreRow> {
  const store = await findStore(ctx, ctx.actor.companyId)
  if (!isConnected(store)) throw new AppError('conflict', shopifyMessages.notConnected)
  return store
}

/** @throws AppError conflict when no store is connected, it is off or broken, or it sells in another currency */
export async function assertUsableStore(ctx: StaffContext): Promise<void> {
  assertAllowed(reasonAgainst(await getStore(ctx)))
}

/** Matches only the connection that was read: each new one encrypts its secret differently, even the same secret. */
export function sameConnection({ companyId, clientSecret, token }: StoreRow) {
  return and(
    eq(shopifyStores.companyId, companyId),
    clientSecret ? eq(shopifyStores.clientSecret, clientSecret) : eq(shopifyStores.token, token ?? ''),
  )
}

/** Changes the row of a company's connection. */
export async function updateStore(
  { db, actor: { companyId } }: TenantContext,
  changes: PgUpdateSetSource<typeof shopifyStores>,
): Promise<void> {
  await db.update(shopifyStores).set(changes).where(eq(shopifyStores.companyId, companyId))
}

/** The company's orders whose last operation in Shopify failed, latest first, up to ten (docs/product.md, Home). */
export async function listFailedOrders({ db, actor }: StaffContext): Promise<FailedOrder[]> {
  const { rows } = await db.execute<FailedOrder & Record<string, unknown>>(sql`
    SELECT o.id, o.order_number AS "orderNumber", coalesce(failed.last_error, '') AS reason
    FROM shopify_operations AS failed
    JOIN orders AS o ON o.id = failed.entity_id AND o.company_id = failed.company_id
    WHERE failed.company_id = ${actor.companyId} AND failed.state = 'failed' AND failed.entity_type = 'order'
      AND o.status <> 'cancelled' AND NOT EXISTS (
        SELECT FROM shopify_operations AS later WHERE later.company_id = failed.company_id
          AND later.entity_type = 'order' AND later.entity_id = failed.entity_id AND later.id > failed.id)
    ORDER BY failed.id DESC LIMIT 10`)
  return rows
}
