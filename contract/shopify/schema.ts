import { z } from 'zod'
import { storeAddress } from '../store-address.ts'
import { neededScopes, operationStates, type Scope, storeKinds } from './rules.ts'
import { operationKind } from './screens.ts'

/** Not in messages.ts, whose many texts pages of orders don't need. */
const text = {
  clientIdRequired: 'Client ID is required',
  clientSecretRequired: 'Client secret is required',
  accessTokenInvalid: 'Enter the access token that begins with shpat_',
  tooLong: 'This is too long',
}

const secret = z.string().trim().max(500, text.tooLong)

/** A store and its credentials: the client ID and secret of the company's own app, or an older access token. */
export const connectInput = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('app'),
    address: storeAddress,
    clientId: secret.min(1, text.clientIdRequired),
    clientSecret: secret.min(1, text.clientSecretRequired),
  }),
  z.object({
    kind: z.literal('token'),
    address: storeAddress,
    accessToken: secret.regex(/^shpat_\w+$/, text.accessTokenInvalid),
  }),
])
export type ConnectInput = z.output<typeof connectInput>

export const enableInput = z.object({ enabled: z.boolean() })

const scope = z.enum(Object.keys(neededScopes) as [Scope, ...Scope[]])

/** The connection as screens show it. Secrets never leave the server. */
export const store = z.object({
  connected: z.boolean(),
  kind: z.enum(storeKinds).nullable(),
  address: z.string().nullable(),
  shopName: z.string().nullable(),
  /** The store's currency, ISO 4217; null while unknown. */
  currency: z.string().nullable(),
  /** Where "Open in Shopify" leads; null for the practice store. */
  adminBaseUrl: z.string().nullable(),
  enabled: z.boolean(),
  mustReconnect: z.boolean(),
  missingScopes: z.array(scope),
})
export type Store = z.infer<typeof store>

export const storeTest = z.object({ ok: z.boolean(), message: z.string(), missingScopes: z.array(scope) })
export type StoreTest = z.infer<typeof storeTest>

/** The progress of a catalog sync, and the products it couldn't import. */
export const syncProgress = z.object({
  /** Number of products in the store, if Shopify reported it. */
  total: z.int().nullable(),
  seen: z.int(),
  made: z.int(),
  changed: z.int(),
  /** How many couldn't be imported; `problems` names the first of them. */
  unfit: z.int(),
  problems: z.array(z.object({ name: z.string(), message: z.string() })),
  /** The next page's cursor, and the time since which changes are fetched. */
  cursor: z.string().nullable(),
  since: z.string().nullable(),
  until: z.string().nullable(),
  /** The last linked product checked in Shopify, after all pages; null once all are checked. */
  links: z.object({ after: z.int().nullable() }).optional(),
  /** Progress of the images, which come after the products; `after` is the last product checked. */
  pictures: z.object({ total: z.int(), seen: z.int(), missed: z.int(), after: z.int() }).optional(),
})
export type SyncProgress = z.infer<typeof syncProgress>

/** One Shopify operation as screens show it. */
export const operation = z.object({
  id: z.int(),
  kind: operationKind,
  entityId: z.int(),
  state: z.enum(operationStates),
  /** Its result, or what it is waiting for, as a sentence. */
  message: z.string(),
  progress: syncProgress.omit({ cursor: true, since: true, until: true, links: true }).nullable(),
})
export type Operation = z.infer<typeof operation>

/** An entry of the Shopify log: one operation and its result. */
export const shopifyLog = z.object({
  id: z.int(),
  operationId: z.int(),
  /** The instant, ISO 8601 in UTC. */
  createdAt: z.string(),
  operation: operationKind,
  subjectName: z.string(),
  status: z.enum(operationStates),
  message: z.string(),
  /** Why it failed; otherwise the message. */
  errorMessage: z.string().nullable(),
  responseData: z.string().nullable(),
  orderId: z.int().nullable(),
  shopifyOrderId: z.string().nullable(),
  /** The user who started it; null if a schedule or the store did. */
  userId: z.int().nullable(),
  userName: z.string().nullable(),
  /** The record's name in Shopify, if it exists there. */
  remoteId: z.string().nullable(),
  /** Retry a failed operation that wasn't retried since; check one with an unknown outcome. */
  offers: z.enum(['retry', 'check']).nullable(),
})
export type ShopifyLog = z.infer<typeof shopifyLog>

/** An order whose last operation in Shopify failed, and why. */
export const failedOrder = z.object({ id: z.int(), orderNumber: z.int(), reason: z.string() })
export type FailedOrder = z.infer<typeof failedOrder>
