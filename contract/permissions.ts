/** The roles (docs/product.md, What a role may do). A user has one, which every request reads from the database. */
export const roles = ['admin', 'order management', 'view only'] as const
export type Role = (typeof roles)[number]

const everyone = roles
const office = ['admin', 'order management'] as const
const admins = ['admin'] as const

/** The roles that have each right: the table in docs/product.md, What a role may do. */
export const rights = {
  'events.see': everyone,
  'events.edit': office,
  'events.delete': admins,
  'bookings.see': everyone,
  'bookings.manage': office,
  'orders.see': everyone,
  'orders.edit': office,
  'orders.delete': admins,
  'money.record': office,
  'money.refund': admins,
  'products.edit': office,
  'discounts.edit': admins,
  'discounts.apply': office,
  'shopify.push': office,
  'shopify.manage': admins,
  'stripe.manage': admins,
  'company.manage': admins,
} as const satisfies Record<string, readonly Role[]>

export type Right = keyof typeof rights

/** What a co-host may do with the event they were invited to, whatever their role in their own company. */
export const coHostRights: readonly Right[] = ['events.see', 'bookings.see', 'bookings.manage']

/** Whether a role has a right. Screens hide what it doesn't allow, the server returns 403. */
export function mayDo(role: Role, right: Right): boolean {
  return (rights[right] as readonly Role[]).includes(role)
}
