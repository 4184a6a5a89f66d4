import { paths } from './paths.ts'

/** The screens of the staff app, and the modules of `web/staff` that show each, which load with its document. */
export const staffPages = [
  { path: paths.auth(), code: ['session/log-in/auth-page.tsx'] },
  { path: paths.host(), code: ['events/form/create-event-page.tsx'] },
  { path: paths.events(), code: ['events/list/events-page.tsx'] },
  { path: '/events/:id/edit', code: ['events/list/events-page.tsx', 'events/form/edit-event-dialog.tsx'] },
  { path: paths.editEvent(':id'), code: ['events/form/edit-event-page.tsx'] },
  { path: paths.bookings(':id'), code: ['bookings/list/bookings-page.tsx'] },
  { path: paths.runSheet(':id'), code: ['bookings/run-sheet/run-sheet-page.tsx'] },
  { path: paths.orders(), code: ['orders/list/orders-page.tsx'] },
  { path: paths.printOrders(), code: ['orders/print/print-page.tsx'] },
  { path: paths.customers(), code: ['customers/customers-page.tsx'] },
  { path: paths.customerHistory(), code: ['customers/history/customer-history-page.tsx'] },
  { path: paths.products(), code: ['products/products-page.tsx'] },
  { path: paths.settings(), code: ['company/settings-page.tsx'] },
  { path: paths.activity(), code: ['activity/activity-page.tsx'] },
  { path: paths.shopifyLog(), code: ['shopify/shopify-log-page.tsx'] },
  { path: paths.forgotPassword(), code: ['session/log-in/forgot-password-page.tsx'] },
  { path: paths.resetPassword(':token'), code: ['session/log-in/reset-password-page.tsx'] },
  { path: paths.invitation(':token'), code: ['company/accept-page.tsx'] },
  { path: paths.coHostInvitation(':token'), code: ['events/co-hosts/co-host-page.tsx'] },
] as const
