/** The roles (docs/product.md, What a role may do). A user has one, which every request reads from the database. */
export const roles = ['admin', 'order management', 'view only'] as const
export type Role = (typeof roles)[number]

const everyone = roles
const office = ['admin', 'order management'] as const
const admins = ['admin'] as const

/** The table in docs/product.md, What a role may do, as data: each right's label, and the roles that have it. */
export const rights = {
  'events.see': { does: 'See events and their time slots', roles: everyone },
  'events.edit': {
    does: 'Create and edit events, their pictures, and co-hosts; match time slots to event hours',
    roles: office,
  },
  'events.delete': { does: 'Delete events that were never booked', roles: admins },
  'bookings.see': { does: 'See and export bookings', roles: everyone },
  'bookings.manage': { does: 'Manage time slots, add, move and cancel bookings', roles: office },
  'orders.see': { does: 'See orders, templates, customers, products, and discount codes', roles: everyone },
  'orders.edit': {
    does: 'Create, edit, and cancel orders; add and edit customers; manage templates and attachments',
    roles: office,
  },
  'orders.delete': {
    does: 'Delete orders and customers, merge customers, export or erase a person’s data',
    roles: admins,
  },
  'products.edit': { does: 'Create, edit, and delete products and customizations', roles: office },
  'discounts.edit': { does: 'Create, edit, and delete discount codes', roles: admins },
  'discounts.apply': { does: 'Apply discount codes to orders', roles: office },
  'shopify.push': { does: 'Send, recreate, and re-sync individual items in Shopify', roles: office },
  'shopify.manage': { does: 'Connect Shopify, sync everything, see its log', roles: admins },
  'company.manage': {
    does: 'Manage company details, users, roles, and how long guest data is kept; see the activity log',
    roles: admins,
  },
} as const satisfies Record<string, { does: string; roles: readonly Role[] }>

export type Right = keyof typeof rights

/** What a co-host may do with the event they were invited to, whatever their role in their own company. */
export const coHostRights: readonly Right[] = ['events.see', 'bookings.see', 'bookings.manage']

/** Whether a role has a right. Screens hide what it doesn't allow, the server returns 403. */
export function mayDo(role: Role, right: Right): boolean {
  return (rights[right].roles as readonly Role[]).includes(role)
}
