import type { Right } from '../permissions.ts'

/** The scopes the app needs, with what each is for. In Shopify, write access includes read access. */
export const neededScopes = {
  read_orders: 'see orders',
  write_orders: 'create, update, and cancel orders',
  read_all_orders: 'see orders older than 60 days',
  read_products: 'see products',
  write_products: 'create and change products',
  read_discounts: 'see discount codes',
  write_discounts: 'create and change discount codes',
  read_customers: 'see customers',
  write_customers: 'create and change customers',
} as const
export type Scope = keyof typeof neededScopes

/** The scopes that haven't been granted yet (docs/shopify.md, Access and scopes). */
export function missingScopes(granted: readonly string[]): Scope[] {
  const held = new Set(granted.flatMap((scope) => [scope, scope.replace('write_', 'read_')]))
  return (Object.keys(neededScopes) as Scope[]).filter((scope) => !held.has(scope))
}

/** The currency of all our prices, ISO 4217. */
const currency = 'USD'

/** Whether a store sells in the currency of our prices. @param sells the store's currency; null while unknown */
export function sellsInOurCurrency(sells: string | null): boolean {
  return sells === null || sells === currency
}

/** How a store is connected: through the company's own app, with an older access token, or as a practice store. */
export const storeKinds = ['app', 'token', 'practice'] as const

/** The store's admin URL, for "Open in Shopify". */
export function adminBaseUrlOf(address: string): string {
  return `https://admin.shopify.com/store/${address.split('.')[0]}`
}

const adminPaths = { Product: 'products', Order: 'orders', DiscountCodeNode: 'discounts' } as const

const gid = /^gid:\/\/shopify\/(\w+)\/(\d+)$/

/** `gid://shopify/Order/5551` → `5551`, as Shopify admin shows it. */
export const storeIdOf = (remoteId: string) => gid.exec(remoteId)?.[2] ?? remoteId

/** The URL of a record in Shopify admin; null if it has no page of its own. */
export function adminUrlOf(adminBaseUrl: string | null, remoteId: string | null): string | null {
  const record = remoteId && gid.exec(remoteId)
  if (!adminBaseUrl || !record) return null
  const path = adminPaths[record[1] as keyof typeof adminPaths]
  return path ? `${adminBaseUrl}/${path}/${record[2]}` : null
}

/** Shopify operations, one open for each record (docs/shopify.md, Lost answers), and the right to start or retry one. */
export const operationKinds = {
  'product.push': { does: 'Send product', entity: 'product', right: 'shopify.push' },
  'product.resync': { does: 'Re-sync product', entity: 'product', right: 'shopify.push' },
  'products.sync': { does: 'Sync products', entity: 'catalogue', right: 'shopify.manage' },
  'discount.sync': { does: 'Sync discount code', entity: 'discount', right: 'shopify.push' },
  'order.push': { does: 'Send order', entity: 'order', right: 'shopify.push' },
  'order.recreate': { does: 'Recreate order', entity: 'order', right: 'shopify.push' },
  /** Has its own entity, so an order can be canceled here while it is being sent. */
  'order.cancel': { does: 'Cancel order', entity: 'cancelled order', right: 'shopify.push' },
  'order.look': { does: 'Check order status', entity: 'order at the store', right: 'shopify.push' },
  'orders.look': { does: 'Check for updates', entity: 'orders', right: 'shopify.manage' },
} as const satisfies Record<string, { does: string; entity: string; right: Right }>
export type OperationKind = keyof typeof operationKinds

/** Queued; running; done; rejected for good; or sent without a response, so looked up before anything is sent again. */
export const operationStates = ['queued', 'sending', 'done', 'failed', 'unknown'] as const
export type OperationState = (typeof operationStates)[number]

/** States that will still change without a user's action. */
export const openStates: OperationState[] = operationStates.filter(
  (state) => state !== 'done' && state !== 'failed',
)
