import type { Shop } from './shop.ts'

/** What an order there was made from that is about a person: its items and price stay. */
const personal = [
  'email',
  'customer',
  'shippingAddress',
  'billingAddress',
  'phone',
  'note',
  'customAttributes',
]

/** Takes a person out of a shop: the customers of these emails, and whom orders of theirs or of these ids were for. */
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
    for (const field of personal) {
      delete input[field]
      delete order[field]
    }
  }
}
