import { randomBytes } from 'node:crypto'

/** An object as GraphQL answers it; lists stand for connections. */
export type Node = Record<string, unknown> & { id: string }

/** All there is to a shop, as plain JSON, so that it can be kept anywhere. */
export interface Shop {
  key: string
  name: string
  clientId: string
  clientSecret: string
  scopes: string[]
  currency: string
  /** Tokens, and when each ends, in milliseconds of the clock. */
  tokens: Record<string, number>
  lastId: number
  products: Node[]
  orders: Node[]
  discounts: Node[]
  customers: Node[]
  /** Jobs, and how often each still answers that it is not done. */
  jobs: Record<string, number>
  subscriptions: Node[]
  /** What webhooks would tell, not sent yet. */
  events: ShopEvent[]
  bucket: { size: number; restoreRate: number; available: number; at: number }
  /** How far its clock is ahead of this process's, in milliseconds: tests move it. */
  clock: number
  /** How long, by its clock, the search does not find a new order yet, in milliseconds. */
  searchDelay: number
  /** Definitions of metafields, each a kind of owner, a namespace and a key. */
  definitions: Node[]
  /** How many orders an app may create a minute: five in Shopify's trial and development stores, else no limit. */
  ordersPerMinute?: number
  /** For how many searches a new order is not found: the index lags behind. */
  searchLag: number
  /** How often a job says that it is still running. */
  jobPolls: number
}

export interface ShopEvent {
  topic: string
  payload: Record<string, unknown>
}

const everyScope = ['write_orders', 'read_all_orders', 'write_products', 'write_discounts', 'write_customers']

/** A new shop, empty. `key` is letters, digits and hyphens: its client ID and a part of each of its tokens. */
export function makeShop(key: string, changes: Partial<Shop> = {}): Shop {
  return {
    key,
    name: 'Practice store',
    clientId: key,
    clientSecret: randomBytes(24).toString('hex'),
    scopes: everyScope,
    currency: 'USD',
    tokens: {},
    lastId: 1000,
    products: [],
    orders: [],
    discounts: [],
    customers: [],
    jobs: {},
    subscriptions: [],
    events: [],
    bucket: { size: 2000, restoreRate: 100, available: 2000, at: 0 },
    clock: 0,
    searchDelay: 0,
    definitions: [],
    searchLag: 0,
    jobPolls: 1,
    ...changes,
  }
}

/** A token for this shop, good for a day. */
export function issueToken(shop: Shop): string {
  const living = Object.entries(shop.tokens).filter(([, end]) => end > Date.now())
  shop.tokens = Object.fromEntries(living)
  const token = `shpat_${shop.key}_${randomBytes(16).toString('hex')}`
  shop.tokens[token] = Date.now() + 86_399_000
  return token
}

/** The shop that a client ID or a token claims to be of; not proven yet. */
export function keyOf(credential: string): string {
  return /^shpat_([\w-]+)_[0-9a-f]+$/.exec(credential)?.[1] ?? credential
}

export function nextId(shop: Shop, type: string): string {
  shop.lastId += 1
  return `gid://shopify/${type}/${shop.lastId}`
}

/** Whole seconds, as Shopify has them: two changes within one look alike. */
export function now(): string {
  return `${new Date().toISOString().slice(0, 19)}Z`
}

export function numberOf(gid: string): string {
  return gid.split('/').at(-1)!
}
