import { randomBytes } from 'node:crypto'

/** An object as GraphQL returns it; connections are lists. */
export type Node = Record<string, unknown> & { id: string }

export interface ShopEvent {
  topic: string
  payload: Record<string, unknown>
}

/** The whole state of a new shop, as plain JSON, so that it can be stored anywhere. */
const emptyShop = (key: string) => ({
  key,
  name: 'Practice store',
  clientId: key,
  clientSecret: randomBytes(24).toString('hex'),
  scopes: ['write_orders', 'read_all_orders', 'write_products', 'write_discounts', 'write_customers'],
  currency: 'USD',
  /** When each token expires, in milliseconds since 1970. */
  tokens: {} as Record<string, number>,
  lastId: 1000,
  products: [] as Node[],
  orders: [] as Node[],
  discounts: [] as Node[],
  /** By job id, how many more times it reports that it is not done. */
  jobs: {} as Record<string, number>,
  subscriptions: [] as Node[],
  /** Events for webhooks, oldest first. Sending them is up to the test. */
  events: [] as ShopEvent[],
  bucket: { size: 2000, restoreRate: 100, available: 2000, at: 0 },
  /** Milliseconds its clock is ahead of this process; tests change it. */
  clock: 0,
  /** How long search does not find a new order, in milliseconds of its clock. */
  searchDelay: 0,
  /** Metafield definitions, each with an owner type, a namespace and a key. */
  definitions: [] as Node[],
  /** How many searches do not find a new order. */
  searchLag: 0,
  /** How many times a job reports that it is still running. */
  jobPolls: 1,
})
export type Shop = ReturnType<typeof emptyShop> & {
  /** How many orders an app may create a minute: five in trial and development stores, no limit in others. */
  ordersPerMinute?: number
}

/** A new, empty shop. `key` has letters, digits and hyphens: it is the client ID and a part of each token. */
export const makeShop = (key: string, changes: Partial<Shop> = {}): Shop => ({
  ...emptyShop(key),
  ...changes,
})

/** A token for this shop that expires in a day. */
export function issueToken(shop: Shop): string {
  const valid = Object.entries(shop.tokens).filter(([, expiresAt]) => expiresAt > Date.now())
  shop.tokens = Object.fromEntries(valid)
  const token = `shpat_${shop.key}_${randomBytes(16).toString('hex')}`
  shop.tokens[token] = Date.now() + 86_399_000
  return token
}

/** The key of the shop that a client ID or a token claims to be for, unverified. */
export function keyOf(credential: string): string {
  return /^shpat_([\w-]+)_[0-9a-f]+$/.exec(credential)?.[1] ?? credential
}

export function nextId(shop: Shop, type: string): string {
  shop.lastId += 1
  return `gid://shopify/${type}/${shop.lastId}`
}

/** In whole seconds, as at Shopify: two changes within a second have the same time. */
export function now(): string {
  return `${new Date().toISOString().slice(0, 19)}Z`
}

export function numberOf(gid: string): string {
  return gid.split('/').at(-1)!
}

/** The fields of an order with personal data. Its items and price stay. */
const personalFields = 'email customer shippingAddress billingAddress phone note customAttributes'.split(' ')

/** Erases the personal data of a shop's orders with these emails or ids. */
export function eraseInShop(
  shop: Shop,
  { emails, orderIds }: { emails: readonly string[]; orderIds: readonly string[] },
): void {
  const isTheirs = (email: unknown) => emails.includes(String(email ?? '').toLowerCase())
  for (const order of shop.orders) {
    const input = (order.input ?? {}) as Record<string, unknown>
    if (!orderIds.includes(order.id) && !isTheirs(input.email) && !isTheirs(order.email)) continue
    const lineItems = (input.lineItems ?? []) as Record<string, unknown>[]
    for (const item of lineItems) delete item.properties
    for (const field of personalFields) {
      delete input[field]
      delete order[field]
    }
  }
}

/** The arguments of a connection. Others are not modeled. */
export interface PageArguments {
  first?: number
  after?: string | null
  query?: string | null
  sortKey?: string
}

/** One page of a list, as a connection returns it. A cursor is the id of the last row of the page before. */
export function paginate(rows: readonly Node[], { first = 50, after }: PageArguments) {
  if (first > 250) throw new Error('first cannot exceed 250')
  const start = after ? rows.findIndex((row) => cursorOf(row) === after) + 1 : 0
  const nodes = rows.slice(start, start + first)
  const last = nodes.at(-1)
  const endCursor = last ? cursorOf(last) : null
  return { nodes, pageInfo: { hasNextPage: start + first < rows.length, endCursor } }
}

const cursorOf = ({ id }: Node) => Buffer.from(id).toString('base64url')

/** Filters rows by Shopify's search syntax: `updated_at:>=` and the names below, joined by spaces or `OR`. */
export function search(rows: readonly Node[], query: string | null | undefined): Node[] {
  const alternatives = (query ?? '').split(' OR ').map((terms) => terms.split(/\s+/).filter(Boolean))
  return rows.filter((row) => alternatives.some((terms) => terms.every((term) => matches(row, term))))
}

const names = { 'source_identifier:': 'sourceIdentifier', 'handle:': 'handle' }

function matches(row: Node, term: string): boolean {
  const [, name, value] = /^(updated_at:>=|source_identifier:|handle:)'?([^']+)'?$/.exec(term) ?? []
  if (!name || !value) throw new Error(`The practice store does not model the search ${term}.`)
  if (name !== 'updated_at:>=') return row[names[name as keyof typeof names]] === value
  return Date.parse(String(row.updatedAt)) >= Date.parse(value)
}

export function byUpdatedAt(a: Node, b: Node): number {
  return String(a.updatedAt) < String(b.updatedAt) ? -1 : String(a.updatedAt) > String(b.updatedAt) ? 1 : 0
}

interface Subscription {
  topic: string
  webhookSubscription: { uri: string }
}

/** The shop, the app's scopes, and webhook subscriptions. */
export const shopResolvers = {
  /** Objects by their ids, in that order; null for deleted ones (Shopify's reference of `nodes`). */
  nodes({ ids }: { ids: string[] }, { products, orders }: Shop) {
    if (ids.length > 250) throw new Error(`The input array size of ${ids.length} is greater than 250.`)
    const variants = products.flatMap(({ variants }) => variants as Node[])
    const known = new Map([...products, ...orders, ...variants].map((node) => [node.id, node]))
    return ids.map((id) => {
      const node = known.get(id)
      return node ? { ...node, __typename: id.split('/').at(-2) } : null
    })
  },
  shop: (_: unknown, { key, name, currency }: Shop) => ({
    name,
    myshopifyDomain: `${key}.myshopify.com`,
    currencyCode: currency ?? 'USD', // practice stores of an earlier version have none
  }),
  currentAppInstallation: (_: unknown, { scopes }: Shop) => ({
    accessScopes: scopes.map((handle) => ({ handle })),
  }),
  webhookSubscriptions: (args: PageArguments, shop: Shop) => paginate(shop.subscriptions, args),
  webhookSubscriptionCreate({ topic, webhookSubscription: { uri } }: Subscription, shop: Shop) {
    if (shop.subscriptions.some((known) => known.topic === topic && known.uri === uri)) {
      const message = 'Address for this topic has already been taken'
      return { webhookSubscription: null, userErrors: [{ field: ['webhookSubscription', 'uri'], message }] }
    }
    const subscription: Node = { id: nextId(shop, 'WebhookSubscription'), topic, uri }
    shop.subscriptions.push(subscription)
    return { webhookSubscription: subscription, userErrors: [] }
  },
  webhookSubscriptionDelete({ id }: { id: string }, shop: Shop) {
    const known = shop.subscriptions.some((subscription) => subscription.id === id)
    shop.subscriptions = shop.subscriptions.filter((subscription) => subscription.id !== id)
    const message = 'Webhook subscription does not exist'
    return {
      deletedWebhookSubscriptionId: known ? id : null,
      userErrors: known ? [] : [{ field: ['id'], message }],
    }
  },
}
