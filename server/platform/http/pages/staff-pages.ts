import { listEndpoints } from '@trunkshow/contract/api.ts'
import { paths, urlOf } from '@trunkshow/contract/paths.ts'
import { screens } from '@trunkshow/contract/screens.ts'

export type Texts = Record<string, string | undefined>

/** The modules of the staff app that show each page, by its path, unless the app begins with them (decision 071). */
const code: Record<string, string[]> = {
  [paths.auth()]: ['session/log-in/auth-page.tsx'],
  [paths.host()]: ['events/form/create-event-page.tsx'],
  [paths.staffHome()]: ['home/home-page.tsx'],
  [paths.events()]: ['events/list/events-page.tsx'],
  '/events/:id/edit': ['events/list/events-page.tsx', 'events/form/edit-event-dialog.tsx'],
  [paths.editEvent(':id')]: ['events/form/edit-event-page.tsx'],
  [paths.bookings(':id')]: ['bookings/list/bookings-page.tsx'],
  [paths.runSheet(':id')]: ['bookings/run-sheet/run-sheet-page.tsx'],
  [paths.desk('offline')]: ['desk/desk-page.tsx'],
  [paths.desk(':id')]: ['desk/desk-page.tsx'],
  [paths.printOrders()]: ['orders/print/print-page.tsx'],
  [paths.customers()]: ['customers/customers-page.tsx'],
  [paths.customerHistory()]: ['customers/history/customer-history-page.tsx'],
  [paths.products()]: ['products/products-page.tsx'],
  [paths.emails()]: ['emails/emails-page.tsx'],
  [paths.reports()]: ['reports/reports-page.tsx'],
  [paths.settings()]: ['company/settings-page.tsx'],
  [paths.activity()]: ['activity/activity-page.tsx'],
  [paths.security()]: ['activity/security-page.tsx'],
  [paths.shopifyLog()]: ['shopify/shopify-log-page.tsx'],
  [paths.forgotPassword()]: ['session/log-in/forgot-password-page.tsx'],
  [paths.resetPassword(':token')]: ['session/log-in/reset-password-page.tsx'],
  [paths.invitation(':token')]: ['company/accept-page.tsx'],
  [paths.coHostInvitation(':token')]: ['events/co-hosts/co-host-page.tsx'],
}

const endpoints = new Map(listEndpoints().map(({ name, endpoint }) => [name, endpoint.path]))

/** The pages of the staff app, with what each document names and answers (decision 040). */
export const staffPages = screens.map(({ path, calls }) => ({
  path,
  code: code[path] ?? [],
  /** The URLs of its first calls, as the page writes them. */
  urls: (params: Texts, search: Texts) =>
    calls(params, search).map(({ name, query, params }) =>
      urlOf(endpoints.get(name)!, { ...params }, { ...query }),
    ),
}))

export type StaffPage = (typeof staffPages)[number]
