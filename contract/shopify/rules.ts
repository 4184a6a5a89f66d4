import { type UsState, usStates } from '../company/rules.ts'
import type { Right } from '../permissions.ts'

/** What the app must be allowed at Shopify, each with what it needs it for. Writing includes reading there. */
export const neededScopes = {
  read_orders: 'see orders',
  write_orders: 'create, update and cancel orders',
  read_all_orders: 'see orders older than 60 days',
  read_products: 'see products',
  write_products: 'create and change products',
  read_discounts: 'see discount codes',
  write_discounts: 'create and change discount codes',
  read_customers: 'see customers',
  write_customers: 'create and change customers',
} as const
export type Scope = keyof typeof neededScopes

/** The scopes that are still to be allowed (docs/shopify.md, Access and scopes). */
export function missingScopes(granted: readonly string[]): Scope[] {
  const held = new Set(granted.flatMap((scope) => [scope, scope.replace(/^write_/, 'read_')]))
  return (Object.keys(neededScopes) as Scope[]).filter((scope) => !held.has(scope))
}

/** What all prices here are in, ISO 4217. */
const currency = 'USD'

/** Whether a store's prices mean the same there as here. @param sells the store's currency; null while it was not asked */
export function sellsInOurCurrency(sells: string | null): boolean {
  return sells === null || sells === currency
}

/** How a store can be reached: by an app of the company's own, by a token of old, or without a store at all. */
export const storeKinds = ['app', 'token', 'practice'] as const
export type StoreKind = (typeof storeKinds)[number]

/** Where a store's own screens are, for "Open in Shopify". */
export function adminBaseUrlOf(address: string): string {
  return `https://admin.shopify.com/store/${address.split('.')[0]}`
}

const besidesStates = ['DC', 'AA', 'AE', 'AP']

/**
 * The letters of a state as Shopify knows it, from its letters or its name; null for anything else.
 *
 * @param state as it was typed: `NY`, `new york`
 */
export function stateCodeOf(state: string): string | null {
  const typed = state.trim().toLowerCase()
  const codes = [...(Object.keys(usStates) as UsState[]), ...besidesStates]
  const nameOf = (code: string) => usStates[code as UsState]?.toLowerCase()
  return codes.find((code) => code.toLowerCase() === typed || nameOf(code) === typed) ?? null
}

const adminPaths = { Product: 'products', Order: 'orders', DiscountCodeNode: 'discounts' } as const

/** Where a record of the store is in the store's own screens; null where it has no screen there. */
export function adminUrlOf(adminBaseUrl: string | null, remoteId: string | null): string | null {
  const [, type = '', number] = /^gid:\/\/shopify\/(\w+)\/(\d+)$/.exec(remoteId ?? '') ?? []
  const path = adminPaths[type as keyof typeof adminPaths]
  return adminBaseUrl && path ? `${adminBaseUrl}/${path}/${number}` : null
}

/**
 * What can be done with the store, one by one (docs/shopify.md, Lost answers). Each kind is about one record, and a
 * record has one open operation at most. Who may ask for one, at first and once more, has its right.
 */
export const operationKinds = {
  'product.push': { does: 'Push product', entity: 'product', right: 'shopify.push' },
  'product.resync': { does: 'Re-sync product', entity: 'product', right: 'shopify.push' },
  'products.sync': { does: 'Sync products', entity: 'catalogue', right: 'shopify.manage' },
  'discount.sync': { does: 'Sync discount code', entity: 'discount', right: 'shopify.push' },
  'order.push': { does: 'Push order', entity: 'order', right: 'shopify.push' },
  'order.recreate': { does: 'Recreate order', entity: 'order', right: 'shopify.push' },
  /** Of its own entity, so that an order can be cancelled here while it is on its way there. */
  'order.cancel': { does: 'Cancel order', entity: 'cancelled order', right: 'shopify.push' },
  'order.look': { does: 'Check order status', entity: 'order at the store', right: 'shopify.push' },
  'orders.look': { does: 'Check for updates', entity: 'orders', right: 'shopify.manage' },
} as const satisfies Record<string, { does: string; entity: string; right: Right }>
export type OperationKind = keyof typeof operationKinds

/**
 * Waiting for its turn; on its way; done; refused for good; or sent without an answer, so that the store is asked
 * what came of it before anything is sent again.
 */
export const operationStates = ['queued', 'sending', 'done', 'failed', 'unknown'] as const
export type OperationState = (typeof operationStates)[number]

/** In which something is still to come of it by itself. */
export const openStates: OperationState[] = operationStates.filter(
  (state) => state !== 'done' && state !== 'failed',
)
