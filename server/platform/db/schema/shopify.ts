import { type OperationKind, operationStates, storeKinds } from '@trunkshow/contract/shopify/rules.ts'
import type { SyncProgress } from '@trunkshow/contract/shopify/schema.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment, timestamps } from './columns.ts'
import { companyId, record } from './company.ts'

/** A company's store and its connection. Secrets are encrypted, see `db/secrets.ts`. */
export const shopifyStores = pgTable(
  'shopify_stores',
  {
    companyId: companyId().primaryKey(),
    kind: text('kind', { enum: storeKinds }).notNull(),
    address: text('address').notNull(),
    clientId: text('client_id'),
    clientSecret: text('client_secret'),
    token: text('token'),
    /** When the token expires, and when to renew it; null for a permanent one. */
    tokenExpiresAt: moment('token_expires_at'),
    tokenRenewsAt: moment('token_renews_at'),
    /** Rises with every token, so that of several callers with a rejected one only the first renews it. */
    tokenVersion: integer('token_version').notNull().default(0),
    /** When the lease of the process that renews the token expires. */
    renewingUntil: moment('renewing_until').notNull().default(sql`now()`),
    scopes: text('scopes').array().notNull().default([]),
    shopName: text('shop_name'),
    /** The store's currency when last checked; null before. */
    currency: text('currency'),
    enabled: boolean('enabled').notNull().default(false),
    /** Whether Shopify rejects both the token and the secret; a successful call resets it. */
    mustReconnect: boolean('must_reconnect').notNull().default(false),
    /** When the store's identity and scopes were last checked; null when a check is due. */
    checkedAt: moment('checked_at'),
    /** When webhooks were last registered, and their address. */
    subscribedAt: moment('subscribed_at'),
    webhookUri: text('webhook_uri'),
    /** Products changed in Shopify before this time are imported. */
    productsSyncedUntil: moment('products_synced_until'),
    productsSyncedAt: moment('products_synced_at'),
    /** The last linked product that the schedule looked up in Shopify; it restarts after the last one. */
    linksCheckedTo: integer('links_checked_to').notNull().default(0),
    /** Orders changed in Shopify before this time are processed. */
    ordersSyncedUntil: moment('orders_synced_until'),
    /** Whether Shopify has the metafield definition that lets us look up our orders. */
    orderKeyDefined: boolean('order_key_defined').notNull().default(false),
    ...timestamps(),
  },
  (table) => [index('shopify_stores_address').on(table.address)],
)

/** The ledger: a row is written before anything is sent, against second orders (docs/shopify.md, Lost answers). */
export const shopifyOperations = pgTable(
  'shopify_operations',
  {
    ...record(),
    /** Null when a schedule or a webhook requested it. */
    userId: integer('user_id'),
    kind: text('kind').notNull().$type<OperationKind>(),
    entityType: text('entity_type').notNull(),
    entityId: integer('entity_id').notNull(),
    /** The record's name when it was requested, for the log. */
    subjectName: text('subject_name').notNull(),
    /** The idempotency key sent with the request, which finds the result in Shopify. */
    attemptKey: text('attempt_key').notNull().unique(),
    state: text('state', { enum: operationStates }).notNull().default('queued'),
    tries: integer('tries').notNull().default(0),
    /** How many lookups of an unknown outcome have failed. */
    lookups: integer('lookups').notNull().default(0),
    /** How often in a row Shopify could not be reached. */
    pauses: integer('pauses').notNull().default(0),
    nextTryAt: moment('next_try_at').notNull().default(sql`now()`),
    /** When the lease of the process that runs it expires. */
    leasedUntil: moment('held_until').notNull().default(sql`now()`),
    remoteId: text('remote_id'),
    /** The name (`#1009`) and creation time of the Shopify order. */
    remoteName: text('remote_name'),
    remoteCreatedAt: moment('remote_created_at'),
    /** The address of the store that may have created an order; empty when not recorded, null when nothing was created. */
    sentTo: text('sent_to'),
    /** The Shopify order that this one replaces. */
    replacedId: text('replaced_id'),
    lastError: text('last_error'),
    progress: jsonb('progress').$type<SyncProgress>(),
  },
  (table) => [
    uniqueIndex('shopify_operations_open')
      .on(table.companyId, table.entityType, table.entityId)
      .where(sql`state in ('queued', 'sending', 'unknown')`),
    index('shopify_operations_due')
      .on(table.nextTryAt, table.id)
      .where(sql`state in ('queued', 'sending', 'unknown')`),
    // For Home, which lists what failed last.
    index('shopify_operations_failed').on(table.companyId, table.id).where(sql`state = 'failed'`),
    index('shopify_operations_of').on(table.companyId, table.entityType, table.entityId, table.id),
    // For news of orders that are no longer linked.
    index('shopify_operations_remote').on(table.companyId, table.remoteId),
  ],
)

/** What was done in Shopify, in sentences (docs/product.md, The Shopify log). */
export const shopifyLogs = pgTable(
  'shopify_logs',
  {
    id: id(),
    companyId: companyId(),
    operationId: idOf('operation_id', () => shopifyOperations.id, { onDelete: 'cascade' }),
    userId: integer('user_id'),
    orderId: integer('order_id'),
    operation: text('operation').notNull().$type<OperationKind>(),
    subjectName: text('subject_name').notNull(),
    shopifyOrderId: text('shopify_order_id'),
    status: text('status', { enum: operationStates }).notNull(),
    responseData: text('response_data'),
    errorMessage: text('error_message'),
    createdAt: createdAt(),
  },
  (table) => [
    index('shopify_logs_company').on(table.companyId, table.id),
    // For listing and counting one order's entries.
    index('shopify_logs_order').on(table.companyId, table.orderId, table.id).where(sql`order_id is not null`),
    index('shopify_logs_operation').on(table.operationId, table.id),
  ],
)

/** Webhooks of stores, stored once each until they are handled, and a while after. */
export const shopifyWebhooks = pgTable(
  'shopify_webhooks',
  {
    companyId: companyId(),
    webhookId: text('webhook_id').notNull(),
    topic: text('topic').notNull(),
    /** The Shopify id of what changed; nothing else of a message is stored or trusted. */
    remoteId: text('remote_id'),
    handledAt: moment('handled_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.webhookId] }),
    index('shopify_webhooks_waiting').on(table.createdAt).where(sql`handled_at is null`),
  ],
)

/** A company's practice store: `Shop` in `practice-store/shop.ts`. */
export const practiceStores = pgTable('practice_stores', {
  companyId: companyId().primaryKey(),
  content: jsonb('content').notNull(),
  ...timestamps(),
})
