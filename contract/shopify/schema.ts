import { z } from 'zod'
import { id } from '../endpoint.ts'
import { storeAddress } from '../store-address.ts'
import { shopifyMessages as text } from './messages.ts'
import {
  neededScopes,
  type OperationKind,
  operationKinds,
  operationStates,
  type Scope,
  storeKinds,
} from './rules.ts'

const secret = z.string().trim().max(500, text.tooLong)

/** A store and the way to it: the client ID and secret of an app of the company's own, or an access token of old. */
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

/** The connection as screens show it. No secret ever leaves the server. */
export const store = z.object({
  connected: z.boolean(),
  kind: z.enum(storeKinds).nullable(),
  address: z.string().nullable(),
  shopName: z.string().nullable(),
  /** What the store sells in, ISO 4217; null while it was not asked. */
  currency: z.string().nullable(),
  /** Where "Open in Shopify" leads; null for the practice store. */
  adminBaseUrl: z.string().nullable(),
  enabled: z.boolean(),
  mustReconnect: z.boolean(),
  missingScopes: z.array(scope),
})
export type Store = z.infer<typeof store>

/** What a test of the connection found, in words. */
export const storeTest = z.object({ ok: z.boolean(), message: z.string(), missingScopes: z.array(scope) })
export type StoreTest = z.infer<typeof storeTest>

/** How far a sync of the catalogue is, and the products it could not take. */
export const syncProgress = z.object({
  /** How many there are to look at, as far as the store told. */
  total: z.int().nullable(),
  seen: z.int(),
  made: z.int(),
  changed: z.int(),
  /** How many could not be taken; the first of them by name. */
  unfit: z.int(),
  problems: z.array(z.object({ name: z.string(), message: z.string() })),
  /** Where the next page begins, and from which moment on changes are asked for. */
  cursor: z.string().nullable(),
  since: z.string().nullable(),
  /** The latest change seen. */
  until: z.string().nullable(),
  /** The last linked product that was looked for at the store, which comes after the pages; null once all were. */
  links: z.object({ after: z.int().nullable() }).optional(),
  /** How far it is with the pictures, which come after the products; `after` is the last product looked at. */
  pictures: z.object({ total: z.int(), seen: z.int(), missed: z.int(), after: z.int() }).optional(),
})
export type SyncProgress = z.infer<typeof syncProgress>

const kind = z.enum(Object.keys(operationKinds) as [OperationKind, ...OperationKind[]])

/** One line of the ledger as screens show it. */
export const operation = z.object({
  id: z.int(),
  kind,
  entityId: z.int(),
  state: z.enum(operationStates),
  /** What came of it, or what it waits for, in words. */
  message: z.string(),
  progress: syncProgress.omit({ cursor: true, since: true, until: true, links: true }).nullable(),
})
export type Operation = z.infer<typeof operation>

/** A line of the log: what was done with the store, and what came of it. */
export const shopifyLog = z.object({
  id: z.int(),
  operationId: z.int(),
  /** The instant, ISO 8601 in UTC. */
  createdAt: z.string(),
  operation: kind,
  subjectName: z.string(),
  status: z.enum(operationStates),
  message: z.string(),
  /** Why it failed, and what came of it otherwise: the message. */
  errorMessage: z.string().nullable(),
  responseData: z.string().nullable(),
  orderId: z.int().nullable(),
  shopifyOrderId: z.string().nullable(),
  /** Who asked for it; null where a schedule or the store did. */
  userId: z.int().nullable(),
  userName: z.string().nullable(),
  /** What the record is called at the store, where it has come to be there. */
  remoteId: z.string().nullable(),
  /** Retry what failed and was not tried since; check again what nobody knows the outcome of. */
  offers: z.enum(['retry', 'check']).nullable(),
})
export type ShopifyLog = z.infer<typeof shopifyLog>

export const logFilter = z.strictObject({
  status: z.enum(operationStates).optional(),
  operation: kind.optional(),
  /** What was done with one order. */
  orderId: id.optional(),
})
export type LogFilter = z.output<typeof logFilter>
