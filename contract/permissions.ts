/**
 * The roles (docs/product.md, What a role may do). A user of the company holds one; it is read anew at every request.
 */
export const roles = ['admin', 'order management', 'view only'] as const
export type Role = (typeof roles)[number]

const everyone = roles
const office = ['admin', 'order management'] as const
const admins = ['admin'] as const

/**
 * The table of docs/product.md, What a role may do, as data: what each right lets people do, in their words, and which
 * roles hold it.
 */
export const rights = {
  'events.see': { does: 'See events, their bookings and availability', roles: everyone },
  'events.edit': { does: 'Create and edit events, their pictures and co-hosts', roles: office },
  'events.delete': { does: 'Delete events that were never booked', roles: admins },
  'bookings.see': { does: 'See and export bookings', roles: everyone },
  'bookings.manage': { does: 'Manage time slots, move and cancel bookings', roles: office },
  'orders.see': { does: 'See orders, templates, customers, products and discount codes', roles: everyone },
  'orders.edit': { does: 'Create and edit orders, templates, customers and attachments', roles: office },
  'orders.delete': { does: 'Delete orders and customers', roles: admins },
  'products.edit': { does: 'Create and edit products and customizations', roles: office },
  'discounts.edit': { does: 'Create, edit and delete discount codes', roles: admins },
  'discounts.apply': { does: 'Apply discount codes to orders', roles: office },
  'shopify.push': { does: 'Send, cancel, and re-sync individual items in Shopify', roles: office },
  'shopify.manage': { does: 'Connect Shopify, sync everything, see its log', roles: admins },
  'company.manage': { does: 'Manage company details, users and roles, see the activity log', roles: admins },
} as const satisfies Record<string, { does: string; roles: readonly Role[] }>

export type Right = keyof typeof rights

/** What a co-host may do with the one event they were invited to, whatever their role in a company is. */
export const coHostRights: readonly Right[] = ['events.see', 'bookings.see', 'bookings.manage']

/** Whether a role holds a right. Screens hide what this denies, the server refuses it with 403. */
export function mayDo(role: Role, right: Right): boolean {
  return (rights[right].roles as readonly Role[]).includes(role)
}
