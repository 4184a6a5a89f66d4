import {
  activityScreen,
  firstCallsOfActivity,
  firstCallsOfSecurity,
  securityScreen,
} from '@trunkshow/contract/activity/screens.ts'
import { api, type Endpoint, listEndpoints } from '@trunkshow/contract/api.ts'
import {
  bookingsScreen,
  firstCallsOfBookings,
  firstCallsOfRunSheet,
  runSheetScreen,
} from '@trunkshow/contract/bookings/screens.ts'
import { customersScreen, firstCallsOfCustomers } from '@trunkshow/contract/customers/screens.ts'
import { deskScreen, firstCallsOfDesk } from '@trunkshow/contract/desk/screens.ts'
import { emailsScreen, firstCallsOfEmails } from '@trunkshow/contract/emails/screens.ts'
import { eventsScreen, firstCallsOfEvents } from '@trunkshow/contract/events/screens.ts'
import { firstCallsOfOrders, ordersScreen } from '@trunkshow/contract/orders/screens.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { firstCallsOfProducts, productsScreen } from '@trunkshow/contract/products/screens.ts'
import { firstCallsOfReports, reportsScreen } from '@trunkshow/contract/reports/screens.ts'
import { firstCallsOfShopifyLog, shopifyLogScreen } from '@trunkshow/contract/shopify/screens.ts'
import { urlOf } from '@trunkshow/contract/url-of.ts'
import type { z } from 'zod'

type Texts = Record<string, string | undefined>

/** What a page of the staff app needs first (decision 040). */
export interface StaffPage {
  path: string
  /** The modules of the staff app that show it. */
  code: readonly string[]
  /**
   * The URLs of its first calls, as the screen writes them. A version comes before the lists that it covers
   * (decision 010), and the session before what only its user gets.
   */
  calls?: (params: Texts, search: Texts) => string[]
}

function get({ path }: Endpoint, query: Record<string, unknown> = {}, params: Texts = {}) {
  return urlOf(path, params, query)
}

/** A call of a screen, by the name of its endpoint in `api`. */
type ScreenCall = {
  [Feature in keyof typeof api]: {
    [Name in keyof (typeof api)[Feature]]: {
      name: `${Feature}.${Name & string}`
      query?: Partial<QueryOf<(typeof api)[Feature][Name]>> | undefined
      params?: object | undefined
    }
  }[keyof (typeof api)[Feature]]
}[keyof typeof api]
type QueryOf<Call> = Call extends { query: infer Query extends z.ZodType } ? z.output<Query> : object

const endpoints = new Map(listEndpoints().map(({ name, endpoint }) => [name, endpoint]))

/** The first calls of a screen, as contract/<feature>/screens.ts describes it. */
const callsOf =
  <Search extends z.ZodType>(
    { search }: { search: Search },
    firstCalls: (search: z.output<Search>, params: Texts) => readonly ScreenCall[],
    before = frame,
  ) =>
  (params: Texts, given: Texts) => [
    ...before,
    ...firstCalls(search.parse(given), params).map(({ name, query, params }) =>
      get(endpoints.get(name)!, { ...query }, { ...params }),
    ),
  ]

const session = get(api.session.current)
/** For the top bar and what is above every screen. */
const frame = [session, get(api.session.mailState)]

/** With the dialog that is needed without the network too. */
const deskCode = ['desk/desk-page.tsx', 'desk/walk-in-dialog.tsx']

/** The screens of the staff app. */
export const staffPages: readonly StaffPage[] = [
  {
    path: paths.auth(),
    code: ['session/log-in/auth-page.tsx'],
    calls: () => [get(api.session.registration), session],
  },
  {
    path: paths.host(),
    code: ['events/form/create-event-page.tsx'],
    calls: () => [...frame, get(api.company.usage)],
  },
  {
    path: paths.staffHome(),
    code: ['home/home-page.tsx'],
    calls: () => [...frame, get(api.home.get), get(api.shopify.failedOrders)],
  },
  {
    path: paths.events(),
    code: ['events/list/events-page.tsx'],
    calls: callsOf(eventsScreen, firstCallsOfEvents),
  },
  {
    path: '/events/:id/edit',
    code: ['events/list/events-page.tsx', 'events/form/edit-event-dialog.tsx'],
    calls: ({ id }, search) => [
      ...callsOf(eventsScreen, firstCallsOfEvents)({}, search),
      get(api.events.get, {}, { idOrSlug: id }),
    ],
  },
  {
    path: paths.editEvent(':id'),
    code: ['events/form/edit-event-page.tsx'],
    calls: ({ id }) => [
      ...frame,
      get(api.events.get, {}, { idOrSlug: id }),
      get(api.coHosts.list, {}, { id }),
    ],
  },
  {
    path: paths.bookings(':id'),
    code: ['bookings/list/bookings-page.tsx'],
    calls: callsOf(bookingsScreen, firstCallsOfBookings),
  },
  {
    path: paths.runSheet(':id'),
    code: ['bookings/run-sheet/run-sheet-page.tsx'],
    calls: callsOf(runSheetScreen, firstCallsOfRunSheet),
  },
  // What the desk's service worker stores: the same document without anyone's data.
  { path: paths.desk('offline'), code: deskCode },
  {
    path: paths.desk(':id'),
    code: deskCode,
    calls: callsOf(deskScreen, firstCallsOfDesk, [session]),
  },
  {
    path: paths.orders(),
    code: ['orders/list/orders-page.tsx'],
    calls: callsOf(ordersScreen, firstCallsOfOrders),
  },
  {
    path: paths.printOrders(),
    code: ['orders/print/print-page.tsx'],
    calls: () => [session, get(api.company.letterhead)],
  },
  {
    path: paths.customers(),
    code: ['customers/customers-page.tsx'],
    calls: callsOf(customersScreen, firstCallsOfCustomers),
  },
  {
    path: paths.customerHistory(),
    code: ['customers/history/customer-history-page.tsx'],
    calls: (_, { customerId: id }) => [
      ...frame,
      ...(id
        ? [
            get(api.orders.version),
            get(api.customers.get, {}, { id }),
            get(api.customers.totals, {}, { id }),
            get(api.orders.list, ordersScreen.rows({ customerId: Number(id), sort: 'newest' })),
            get(api.emails.list, emailsScreen.rows({ customerId: Number(id) })),
          ]
        : []),
    ],
  },
  {
    path: paths.products(),
    code: ['products/products-page.tsx'],
    calls: callsOf(productsScreen, firstCallsOfProducts),
  },
  {
    path: paths.emails(),
    code: ['emails/emails-page.tsx'],
    calls: callsOf(emailsScreen, firstCallsOfEmails),
  },
  {
    path: paths.reports(),
    code: ['reports/reports-page.tsx'],
    calls: callsOf(reportsScreen, firstCallsOfReports),
  },
  {
    path: paths.settings(),
    code: ['company/settings-page.tsx'],
    calls: () => [
      ...frame,
      get(api.session.sessions),
      get(api.company.get),
      get(api.shopify.store),
      get(api.emails.notices),
      get(api.privacy.retention),
      get(api.company.usage),
      get(api.company.users),
    ],
  },
  {
    path: paths.activity(),
    code: ['activity/activity-page.tsx'],
    calls: callsOf(activityScreen, firstCallsOfActivity),
  },
  {
    path: paths.security(),
    code: ['activity/security-page.tsx'],
    calls: callsOf(securityScreen, firstCallsOfSecurity),
  },
  {
    path: paths.shopifyLog(),
    code: ['shopify/shopify-log-page.tsx'],
    calls: callsOf(shopifyLogScreen, firstCallsOfShopifyLog),
  },
  { path: paths.forgotPassword(), code: ['session/log-in/forgot-password-page.tsx'] },
  { path: paths.resetPassword(':token'), code: ['session/log-in/reset-password-page.tsx'] },
  {
    path: paths.invitation(':token'),
    code: ['company/accept-page.tsx'],
    calls: ({ token }) => [get(api.company.invitation, {}, { token }), session],
  },
  {
    path: paths.coHostInvitation(':token'),
    code: ['events/co-hosts/co-host-page.tsx'],
    calls: ({ token }) => [get(api.coHosts.invitation, {}, { token }), session],
  },
]
