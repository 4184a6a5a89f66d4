import type { z } from 'zod'
import * as activity from './activity/screens.ts'
import * as bookings from './bookings/screens.ts'
import * as calendars from './calendars/screens.ts'
import type * as api from './calls.ts'
import { firstCallsOfSettings } from './company/screens.ts'
import * as customers from './customers/screens.ts'
import * as desk from './desk/screens.ts'
import * as emails from './emails/screens.ts'
import { firstCall } from './endpoint.ts'
import * as events from './events/screens.ts'
import { homeScreen } from './home/screens.ts'
import * as making from './making/screens.ts'
import * as orders from './orders/screens.ts'
import { paths } from './paths.ts'
import * as products from './products/screens.ts'
import * as reports from './reports/screens.ts'
import * as shopify from './shopify/screens.ts'

type Texts = Record<string, string | undefined>

/** One of a screen's first calls, by the name of its endpoint in `api`. */
export type FirstCall = {
  [Feature in keyof typeof api]: {
    [Name in keyof (typeof api)[Feature]]: {
      name: `${Feature}.${Name & string}`
      query?: Partial<QueryOf<(typeof api)[Feature][Name]>>
      params?: object
    }
  }[keyof (typeof api)[Feature]]
}[keyof typeof api]
type QueryOf<Call> = Call extends { query: infer Query extends z.ZodType } ? z.output<Query> : object

/** A screen of the staff app, as its document knows it (decision 040). */
interface Screen {
  path: string
  /** Its first calls: a version before the lists it covers (decision 010), the session before its user's own. */
  calls: (params: Texts, search: Texts) => readonly FirstCall[]
}

const session = firstCall('session.current')
/** For the top bar and what is above every screen. */
const frame = [session, firstCall('session.mailState')]

function screen<Search extends z.ZodType>(
  { path, search }: { path: (id: string) => string; search: Search },
  firstCalls: (search: z.output<Search>, params: Texts) => readonly FirstCall[],
  before: readonly FirstCall[] = frame,
): Screen {
  return {
    path: path(':id'),
    calls: (params, given) => [...before, ...firstCalls(search.parse(given), params)],
  }
}

const none = () => []

export const screens: readonly Screen[] = [
  { path: paths.auth(), calls: () => [firstCall('session.registration'), session] },
  { path: paths.host(), calls: () => [...frame, firstCall('company.usage')] },
  screen(homeScreen, (search) => [
    firstCall('home.get', search),
    firstCall('shopify.failedOrders'),
    firstCall('followUps.list'),
  ]),
  screen(events.eventsScreen, events.firstCallsOfEvents),
  screen({ ...events.eventsScreen, path: (id) => `/events/${id}/edit` }, (search, { id }) => [
    ...events.firstCallsOfEvents(search),
    firstCall('events.get', {}, { idOrSlug: id }),
  ]),
  {
    path: paths.editEvent(':id'),
    calls: ({ id }) => [
      ...frame,
      firstCall('events.get', {}, { idOrSlug: id }),
      firstCall('coHosts.list', {}, { id }),
    ],
  },
  screen(calendars.calendarScreen, calendars.firstCallsOfCalendar),
  screen(bookings.bookingsScreen, bookings.firstCallsOfBookings),
  screen(bookings.runSheetScreen, bookings.firstCallsOfRunSheet),
  // What the desk's service worker stores: the same document without anyone's data.
  { path: paths.desk('offline'), calls: none },
  screen(desk.deskScreen, desk.firstCallsOfDesk, [session]),
  screen(orders.ordersScreen, orders.firstCallsOfOrders),
  screen(making.boardScreen, making.firstCallsOfBoard),
  { path: paths.printOrders(), calls: () => [session, firstCall('company.letterhead')] },
  screen(customers.customersScreen, customers.firstCallsOfCustomers),
  screen(customers.customerHistoryScreen, (who) => [
    ...(Object.values(who).some((id) => id !== undefined) ? [firstCall('customers.person', who)] : []),
    ...(who.customerId === undefined
      ? []
      : [
          firstCall('orders.version'),
          firstCall('followUps.list', { customerId: who.customerId }),
          firstCall('customers.bookings', { ...who, limit: 50 }),
          firstCall('orders.list', orders.ordersScreen.rows({ customerId: who.customerId, sort: 'newest' })),
          firstCall('emails.list', emails.emailsScreen.rows({ customerId: who.customerId })),
        ]),
  ]),
  screen(products.productsScreen, products.firstCallsOfProducts),
  screen(emails.emailsScreen, emails.firstCallsOfEmails),
  screen(reports.reportsScreen, reports.firstCallsOfReports),
  ...[paths.settings(), paths.settingsSection(':section')].map((path) => ({
    path,
    calls: ({ section }: Texts) => [...frame, ...firstCallsOfSettings(section)],
  })),
  screen(activity.activityScreen, activity.firstCallsOfActivity),
  screen(activity.securityScreen, activity.firstCallsOfSecurity),
  screen(shopify.shopifyLogScreen, shopify.firstCallsOfShopifyLog),
  { path: paths.forgotPassword(), calls: none },
  { path: paths.resetPassword(':token'), calls: none },
  {
    path: paths.invitation(':token'),
    calls: ({ token }) => [firstCall('company.invitation', {}, { token }), session],
  },
  {
    path: paths.coHostInvitation(':token'),
    calls: ({ token }) => [firstCall('coHosts.invitation', {}, { token }), session],
  },
]
