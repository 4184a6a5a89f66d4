import { type OperationKind, operationStates, storeKinds } from '@trunkshow/contract/shopify/rules.ts'
import type { SyncProgress } from '@trunkshow/contract/shopify/schema.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, id, timestamps } from './columns.ts'
import { companyId } from './company.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** A company's store and the way to it. Secrets are encrypted, see `db/secrets.ts`. */
export const shopifyStores = pgTable(
  'shopify_stores',
  {
    companyId: companyId().primaryKey(),
    kind: text('kind', { enum: storeKinds }).notNull(),
    address: text('address').notNull(),
    clientId: text('client_id'),
    clientSecret: text('client_secret'),
    token: text('token'),
    /** When it ends, and when a new one is asked for; null for one that lasts. */
    tokenExpiresAt: moment('token_expires_at'),
    tokenRenewsAt: moment('token_renews_at'),
    /** Rises with every token, so that of many who were refused one only the first asks for another. */
    tokenVersion: integer('token_version').notNull().default(0),
    /** Until when a process has the renewal to itself. */
    renewingUntil: moment('renewing_until').notNull().default(sql`now()`),
    scopes: text('scopes').array().notNull().default([]),
    shopName: text('shop_name'),
    /** What the store sells in, as it last said; null while it was not asked. */
    currency: text('currency'),
    enabled: boolean('enabled').notNull().default(false),
    /** Shopify accepts neither the token nor the secret any more; a call that it accepts ends that. */
    mustReconnect: boolean('must_reconnect').notNull().default(false),
    /** When the store was last asked who it is and what the app may do; null where that is due. */
    checkedAt: moment('checked_at'),
    /** When it was last asked to tell of its changes, and the address that it tells them to. */
    subscribedAt: moment('subscribed_at'),
    webhookUri: text('webhook_uri'),
    /** Products changed at the store before this are here. */
    productsSyncedUntil: moment('products_synced_until'),
    productsSyncedAt: moment('products_synced_at'),
    /** The last linked product that the schedule looked for at the store; it begins again after the last of all. */
    linksCheckedTo: integer('links_checked_to').notNull().default(0),
    /** Orders changed at the store before this were looked at. */
    ordersSyncedUntil: moment('orders_synced_until'),
    /** The store has the definition of the metafield by which our orders are found at once. */
    orderKeyDefined: boolean('order_key_defined').notNull().default(false),
    ...timestamps(),
  },
  (table) => [index('shopify_stores_address').on(table.address)],
)

/**
 * The ledger: written before anything is sent, so that a lost answer never makes a second order
 * (docs/shopify.md, Lost answers).
 */
export const shopifyOperations = pgTable(
  'shopify_operations',
  {
    id: id(),
    companyId: companyId(),
    /** Null where a schedule or the store asked for it. */
    userId: integer('user_id'),
    kind: text('kind').notNull().$type<OperationKind>(),
    entityType: text('entity_type').notNull(),
    entityId: integer('entity_id').notNull(),
    /** What it was called as it was asked for, for the log. */
    subjectName: text('subject_name').notNull(),
    /** Goes with what is sent, and finds it again at the store. */
    attemptKey: text('attempt_key').notNull().unique(),
    state: text('state', { enum: operationStates }).notNull().default('queued'),
    tries: integer('tries').notNull().default(0),
    /** How often the store was asked in vain what came of it. */
    lookups: integer('lookups').notNull().default(0),
    /** How often in a row the store could not be reached. */
    pauses: integer('pauses').notNull().default(0),
    nextTryAt: moment('next_try_at').notNull().default(sql`now()`),
    /** Until when a process has it to itself. */
    heldUntil: moment('held_until').notNull().default(sql`now()`),
    remoteId: text('remote_id'),
    /** The name and the age of the order, as the store tells them: `#1009`. */
    remoteName: text('remote_name'),
    remoteCreatedAt: moment('remote_created_at'),
    /**
     * The address of the store that was asked to make an order and did not refuse it; empty where it was not recorded,
     * null where nothing was made.
     */
    sentTo: text('sent_to'),
    /** The order there that this one takes the place of. */
    replacedId: text('replaced_id'),
    lastError: text('last_error'),
    /** How far a sync is. */
    progress: jsonb('progress').$type<SyncProgress>(),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex('shopify_operations_open')
      .on(table.companyId, table.entityType, table.entityId)
      .where(sql`state in ('queued', 'sending', 'unknown')`),
    index('shopify_operations_due')
      .on(table.nextTryAt, table.id)
      .where(sql`state in ('queued', 'sending', 'unknown')`),
    index('shopify_operations_of').on(table.companyId, table.entityType, table.entityId, table.id),
  ],
)

/** What was done with the store, in words (docs/product.md, The Shopify log). */
export const shopifyLogs = pgTable(
  'shopify_logs',
  {
    id: id(),
    companyId: companyId(),
    operationId: integer('operation_id')
      .notNull()
      .references(() => shopifyOperations.id, { onDelete: 'cascade' }),
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
    // What was done with one order: listed and counted by it alone.
    index('shopify_logs_order').on(table.companyId, table.orderId, table.id).where(sql`order_id is not null`),
    index('shopify_logs_operation').on(table.operationId, table.id),
  ],
)

/** What stores said that something changed, each message once; kept until it was looked at, and a while after. */
export const shopifyWebhooks = pgTable(
  'shopify_webhooks',
  {
    companyId: companyId(),
    webhookId: text('webhook_id').notNull(),
    topic: text('topic').notNull(),
    /** What it is about, as Shopify numbers it; nothing else of a message is kept or trusted. */
    remoteId: text('remote_id'),
    handledAt: moment('handled_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.webhookId] }),
    index('shopify_webhooks_waiting').on(table.createdAt).where(sql`handled_at is null`),
  ],
)
