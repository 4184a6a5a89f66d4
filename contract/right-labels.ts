import type { Right } from './permissions.ts'

/** What each right allows, as Settings and docs/product.md say it; only Settings loads these texts. */
export const rightLabels: Record<Right, string> = {
  'events.see': 'See events and their time slots',
  'events.edit':
    'Create and edit events, their pictures, co-hosts, and tours; match time slots to event hours',
  'events.delete': 'Delete tours, and events that were never booked',
  'bookings.see': 'See and export bookings, see their emails',
  'bookings.manage': 'Manage time slots, add, move and cancel bookings, send their emails again',
  'orders.see': 'See and export orders, customers, products, and reports; see templates and discount codes',
  'orders.edit': 'Create, edit, and cancel orders; add and edit customers; manage templates and attachments',
  'orders.delete': 'Delete orders and customers, merge customers, export or erase a person’s data',
  'money.record': 'Record payments on orders and correct them',
  'money.refund': 'Record refunds on orders and correct them',
  'products.edit': 'Create, edit, and delete products and customizations',
  'discounts.edit': 'Create, edit, and delete discount codes',
  'discounts.apply': 'Apply discount codes to orders',
  'shopify.push': 'Send, recreate, and re-sync individual items in Shopify',
  'shopify.manage': 'Connect Shopify, sync everything, see its log',
  'stripe.manage': 'Connect Stripe',
  'company.manage':
    'Manage company details, users, roles, and how long guest data is kept; see the activity and security logs',
}
