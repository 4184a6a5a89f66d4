import type { Shop } from './shop.ts'

/** The fields of an order with personal data. Its items and price stay. */
const personalFields = [
  'email',
  'customer',
  'shippingAddress',
  'billingAddress',
  'phone',
  'note',
  'customAttributes',
]

/** Erases a person from a shop: customers with these emails, and the personal data of their orders and of orders with these ids. */
export function eraseInShop(
  shop: Shop,
  { emails, orderIds }: { emails: readonly string[]; orderIds: readonly string[] },
): void {
  const isTheirs = (email: unknown) => emails.includes(String(email ?? '').toLowerCase())
  shop.customers = shop.customers.filter(({ email }) => !isTheirs(email))
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
