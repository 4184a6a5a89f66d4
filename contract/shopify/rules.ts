/** What the app must be allowed at Shopify, each with what it needs it for. Writing includes reading there. */
export const neededScopes = {
  read_orders: 'see orders',
  write_orders: 'create, update and cancel orders',
  read_products: 'see products',
  write_products: 'create and change products',
  read_discounts: 'see discount codes',
  write_discounts: 'create and change discount codes',
  read_customers: 'see customers',
  write_customers: 'create and change customers',
} as const
export type Scope = keyof typeof neededScopes

/** The scopes that are still to be allowed (shopify.md, Access). */
export function missingScopes(granted: readonly string[]): Scope[] {
  const held = new Set(granted.flatMap((scope) => [scope, scope.replace(/^write_/, 'read_')]))
  return (Object.keys(neededScopes) as Scope[]).filter((scope) => !held.has(scope))
}

/** How a store can be reached: by an app of the company's own, by a token of old, or without a store at all. */
export const storeKinds = ['app', 'token', 'practice'] as const
export type StoreKind = (typeof storeKinds)[number]

/**
 * The host of a store, `name.myshopify.com`, from what a person entered; null for anything else, so that no call can
 * be steered to another host, port, user or path (shopify.md, Access).
 */
export function readStoreAddress(entered: string): string | null {
  const [, host] =
    /^(?:https:\/\/)?([a-z0-9][a-z0-9-]{0,61}\.myshopify\.com)\/?$/.exec(entered.trim().toLowerCase()) ?? []
  return host ?? null
}

/** Where a store's own screens are, for "Open in Shopify". */
export function adminBaseUrlOf(address: string): string {
  return `https://admin.shopify.com/store/${address.split('.')[0]}`
}
