import { api, type Endpoint } from '@trunkshow/contract/api.ts'
import { ordersScreen } from '@trunkshow/contract/orders/screens.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { urlOf } from '@trunkshow/contract/url-of.ts'

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

/** Rows on one page of the lists that say how many. */
const limit = 50

const session = get(api.session.current)
/** For the top bar and what is above every screen. */
const frame = [session, get(api.session.mailState)]

const eventLists = ({ tab }: Texts) => [
  ...(tab === 'tours'
    ? [get(api.tours.list)]
    : ['upcoming', 'past'].map((when) => get(api.events.list, { isActive: tab !== 'inactive', when }))),
  ...[true, false].map((isActive) => get(api.events.list, { isActive, limit: 1 })),
]

const productList = ({ q, isActive, sort }: Texts) => [
  get(api.products.lastSync),
  get(api.products.list, { q, isActive, sort }),
  get(api.shopify.store),
]

function orderTab(search: Texts) {
  const { tab, q, sort, archived, isActive } = search
  if (tab === 'templates') return [get(api.templates.list, { q, archived })]
  if (tab === 'discounts') return [get(api.discounts.list, { q, isActive })]
  if (tab === 'products') return productList({ q, isActive, sort })
  return [
    get(api.orders.list, ordersScreen.query(ordersScreen.search.parse(search))),
    get(api.events.list, { limit: 500 }),
    get(api.savedFilters.list),
  ]
}

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
    calls: (_, search) => [...frame, ...eventLists(search)],
  },
  {
    path: '/events/:id/edit',
    code: ['events/list/events-page.tsx', 'events/form/edit-event-dialog.tsx'],
    calls: ({ id }, search) => [...frame, ...eventLists(search), get(api.events.get, {}, { idOrSlug: id })],
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
    calls: ({ id }, { tab, q, status, date }) => [
      ...frame,
      get(api.events.get, {}, { idOrSlug: id }),
      get(api.orders.version),
      get(api.events.summary, {}, { id }),
      get(api.orders.ofEvent, {}, { id }),
      ...(tab ? [] : [get(api.bookings.list, { q, status, date }, { id })]),
    ],
  },
  {
    path: paths.runSheet(':id'),
    code: ['bookings/run-sheet/run-sheet-page.tsx'],
    calls: ({ id }) => [
      ...frame,
      get(api.events.get, {}, { idOrSlug: id }),
      get(api.events.summary, {}, { id }),
    ],
  },
  // What the desk's service worker stores: the same document without anyone's data.
  { path: paths.desk('offline'), code: deskCode },
  {
    path: paths.desk(':id'),
    code: deskCode,
    calls: ({ id }, { date }) => [
      session,
      get(api.events.summary, {}, { id }),
      get(api.desk.day, { date }, { id }),
    ],
  },
  {
    path: paths.orders(),
    code: ['orders/list/orders-page.tsx'],
    calls: (_, search) => [...frame, get(api.orders.version), ...orderTab(search)],
  },
  {
    path: paths.printOrders(),
    code: ['orders/print/print-page.tsx'],
    calls: () => [session, get(api.company.letterhead)],
  },
  {
    path: paths.customers(),
    code: ['customers/customers-page.tsx'],
    calls: (_, { q, archived, sort }) => [...frame, get(api.customers.list, { q, archived, sort, limit })],
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
            get(api.orders.list, { customerId: id, sort: 'newest', fields: 'summary', limit }),
            get(api.emails.list, { customerId: id, limit }),
          ]
        : []),
    ],
  },
  {
    path: paths.products(),
    code: ['products/products-page.tsx'],
    calls: (_, { tab, ...search }) => [
      ...frame,
      ...(tab ? [get(api.customizations.list, { q: search.q })] : productList(search)),
    ],
  },
  {
    path: paths.emails(),
    code: ['emails/emails-page.tsx'],
    calls: (_, { q, state, kind }) => [...frame, get(api.emails.list, { q, state, kind, limit })],
  },
  {
    path: paths.reports(),
    code: ['reports/reports-page.tsx'],
    calls: (_, { eventId, from, to }) => [
      ...frame,
      get(api.events.list, { limit: 500 }),
      ...(eventId
        ? [get(api.reports.get, { eventId })]
        : from && to
          ? [get(api.reports.get, { from, to })]
          : []),
    ],
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
    calls: (_, { userId, subject }) => [
      ...frame,
      get(api.company.users),
      get(api.activity.list, { userId, subject }),
    ],
  },
  {
    path: paths.security(),
    code: ['activity/security-page.tsx'],
    calls: (_, { userId, kind }) => [
      ...frame,
      get(api.company.users),
      get(api.activity.security, { userId, kind }),
    ],
  },
  {
    path: paths.shopifyLog(),
    code: ['shopify/shopify-log-page.tsx'],
    calls: (_, { status, operation, orderId }) => [
      ...frame,
      get(api.shopify.logs, { status, operation, orderId }),
    ],
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
