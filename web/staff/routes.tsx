import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { activityScreen, securityScreen } from '@trunkshow/contract/activity/screens.ts'
import { bookingsScreen, runSheetScreen } from '@trunkshow/contract/bookings/screens.ts'
import { calendarScreen } from '@trunkshow/contract/calendars/screens.ts'
import { isSettingsSection } from '@trunkshow/contract/company/screens.ts'
import { customerHistoryScreen, customersScreen } from '@trunkshow/contract/customers/screens.ts'
import { deskScreen } from '@trunkshow/contract/desk/screens.ts'
import { emailsScreen } from '@trunkshow/contract/emails/screens.ts'
import { eventsScreen } from '@trunkshow/contract/events/screens.ts'
import { homeScreen } from '@trunkshow/contract/home/screens.ts'
import { boardScreen } from '@trunkshow/contract/making/screens.ts'
import { ordersScreen, printScreen } from '@trunkshow/contract/orders/screens.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { mayDo } from '@trunkshow/contract/permissions.ts'
import { productsScreen } from '@trunkshow/contract/products/screens.ts'
import { reportsScreen } from '@trunkshow/contract/reports/screens.ts'
import { shopifyLogScreen } from '@trunkshow/contract/shopify/screens.ts'
import { z } from 'zod'
import { readStoredUser } from './api/stored-user.ts'
import { OrdersPage, prefetch as prefetchOrders } from './orders/list/orders-page.tsx'
import { isSafeRedirect } from './session/log-in/login-redirect.ts'
import { PendingLogOut } from './session/log-out.tsx'
import { sessionQuery } from './session/session-query.ts'
import { AppLayout } from './shell/app-layout.tsx'
import { lazyPage, PageFailed, PageNotFound, PagePending, prefetchWith } from './shell/lazy-page.tsx'
import { Toasts } from './ui/feedback/toasts.tsx'
import { useThemeAttribute } from './ui/page/themed.tsx'

interface RouterContext {
  queryClient: QueryClient
}

const root = createRootRouteWithContext<RouterContext>()({ component: Root })

/** The pages of invitation links, open to everyone; they show who is logged in. */
const link = createRoute({
  getParentRoute: () => root,
  id: 'link',
  beforeLoad: ({ context }) => context.queryClient.ensureQueryData(sessionQuery()).then(() => undefined),
  pendingComponent: PagePending,
})

/** Redirects to /auth without a session, and back after login. */
async function requireSession({ context, location }: { context: RouterContext; location: { href: string } }) {
  const user = await context.queryClient.ensureQueryData(sessionQuery())
  if (!user) throw redirect({ to: paths.auth(), search: { from: location.href } })
}

/** Its child routes require a session. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: requireSession,
  pendingComponent: PagePending,
  component: AppLayout,
})

/** A page within the frame of logged-in screens. */
function staffPage<Path extends string>(path: Path) {
  return { getParentRoute: () => signedIn, path }
}

/** The page of a list: its path, what its address has of its filter, and its component in the module that `load` imports. */
function listPage<Path extends string, Search, Module extends object>(
  { path, search }: { path: () => Path; search: Search },
  load: () => Promise<Module>,
  name: keyof Module & string,
) {
  return { ...staffPage(path()), validateSearch: search, ...lazyPage(load, name) }
}

const events = createRoute(
  listPage(eventsScreen, () => import('./events/list/events-page.tsx'), 'EventsPage'),
)

function requireNumber(id: string) {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound()
}

const editEventOfList = createRoute({
  getParentRoute: () => events,
  path: '/$id/edit',
  beforeLoad: ({ params }) => requireNumber(params.id),
  ...lazyPage(() => import('./events/form/edit-event-dialog.tsx'), 'EditEventDialog'),
})

// Lists of routes stand outside the call that adds them, where TypeScript would take missing parameters for `any`.
const linkPages = [
  createRoute({
    getParentRoute: () => link,
    path: paths.invitation('$token'),
    ...lazyPage(() => import('./company/accept-page.tsx'), 'AcceptPage'),
  }),
  createRoute({
    getParentRoute: () => link,
    path: paths.coHostInvitation('$token'),
    ...lazyPage(() => import('./events/co-hosts/co-host-page.tsx'), 'CoHostPage'),
  }),
] as const

const staffPages = [
  createRoute(listPage(homeScreen, () => import('./home/home-page.tsx'), 'HomePage')),
  events.addChildren([editEventOfList]),
  createRoute(
    listPage(calendarScreen, () => import('./bookings/calendar/calendar-page.tsx'), 'CalendarPage'),
  ),
  createRoute({
    ...staffPage(paths.host()),
    ...lazyPage(() => import('./events/form/create-event-page.tsx'), 'CreateEventPage'),
  }),
  createRoute({
    ...staffPage(paths.editEvent('$id')),
    beforeLoad: ({ params }) => requireNumber(params.id),
    ...lazyPage(() => import('./events/form/edit-event-page.tsx'), 'EditEventPage'),
  }),
  createRoute({
    ...staffPage(bookingsScreen.path('$id')),
    validateSearch: bookingsScreen.search,
    beforeLoad: ({ params }) => requireNumber(params.id),
    ...lazyPage(() => import('./bookings/list/bookings-page.tsx'), 'BookingsPage'),
  }),
  createRoute({
    ...staffPage(runSheetScreen.path('$id')),
    validateSearch: runSheetScreen.search,
    beforeLoad: ({ params }) => requireNumber(params.id),
    ...lazyPage(() => import('./bookings/run-sheet/run-sheet-page.tsx'), 'RunSheetPage'),
  }),
  createRoute({
    ...staffPage(ordersScreen.path()),
    validateSearch: ordersScreen.search,
    component: OrdersPage,
    loader: prefetchWith(async () => ({ prefetch: prefetchOrders })),
  }),
  createRoute(listPage(boardScreen, () => import('./orders/making/board-page.tsx'), 'BoardPage')),
  createRoute(listPage(customersScreen, () => import('./customers/customers-page.tsx'), 'CustomersPage')),
  createRoute(
    listPage(
      customerHistoryScreen,
      () => import('./people/customer-history-page.tsx'),
      'CustomerHistoryPage',
    ),
  ),
  createRoute(listPage(productsScreen, () => import('./products/products-page.tsx'), 'ProductsPage')),
  createRoute(listPage(emailsScreen, () => import('./emails/emails-page.tsx'), 'EmailsPage')),
  createRoute(listPage(reportsScreen, () => import('./reports/reports-page.tsx'), 'ReportsPage')),
  createRoute({
    ...staffPage(paths.settings()),
    ...lazyPage(() => import('./company/settings-page.tsx'), 'SettingsPage'),
  }),
  createRoute({
    ...staffPage(paths.settingsSection('$section')),
    beforeLoad: ({ params }) => {
      if (!isSettingsSection(params.section)) throw notFound()
    },
    ...lazyPage(() => import('./company/settings-page.tsx'), 'SettingsPage'),
  }),
  createRoute(listPage(activityScreen, () => import('./activity/activity-page.tsx'), 'ActivityPage')),
  createRoute(listPage(securityScreen, () => import('./activity/security-page.tsx'), 'SecurityPage')),
  createRoute(listPage(shopifyLogScreen, () => import('./shopify/shopify-log-page.tsx'), 'ShopifyLogPage')),
] as const

const pages = [
  createRoute({
    getParentRoute: () => root,
    path: paths.auth(),
    validateSearch: z.object({
      tab: z.enum(['login', 'register']).optional().catch(undefined),
      from: z.string().refine(isSafeRedirect).optional().catch(undefined),
    }),
    beforeLoad: async ({ context, search }) => {
      const user = await context.queryClient.ensureQueryData(sessionQuery()).catch(() => null)
      if (!user) return
      if (search.from) throw redirect({ href: search.from })
      throw redirect({ to: mayDo(user.role, 'events.edit') ? paths.host() : paths.events() })
    },
    pendingComponent: PagePending,
    ...lazyPage(() => import('./session/log-in/auth-page.tsx'), 'AuthPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.forgotPassword(),
    ...lazyPage(() => import('./session/log-in/forgot-password-page.tsx'), 'ForgotPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.resetPassword('$token'),
    ...lazyPage(() => import('./session/log-in/reset-password-page.tsx'), 'ResetPasswordPage'),
  }),
  link.addChildren(linkPages),
  // Without menu or top bar: a tablet held in one hand has room for the guests only.
  createRoute({
    getParentRoute: () => root,
    path: deskScreen.path('$id'),
    validateSearch: deskScreen.search,
    beforeLoad: ({ params, ...visit }) => {
      requireNumber(params.id)
      // With the stored user, since a network without answers must not keep anyone from the guests on the device.
      void visit.context.queryClient.prefetchQuery(sessionQuery(readStoredUser))
      return requireSession(visit)
    },
    pendingComponent: PagePending,
    ...lazyPage(() => import('./desk/desk-page.tsx'), 'DeskPage'),
  }),
  // A window without menu or top bar that opens the print dialog.
  createRoute({
    getParentRoute: () => root,
    path: printScreen.path(),
    validateSearch: printScreen.search,
    beforeLoad: requireSession,
    pendingComponent: PagePending,
    ...lazyPage(() => import('./orders/print/print-page.tsx'), 'PrintPage'),
  }),
  signedIn.addChildren(staffPages),
] as const

const routeTree = root.addChildren(pages)

export function createStaffRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPendingMs: 300,
    defaultPendingComponent: () => <p role="status">Loading...</p>,
    defaultNotFoundComponent: PageNotFound,
    defaultErrorComponent: PageFailed,
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createStaffRouter>
  }
}

/** The root of every screen; toasts outlive the page that showed them. */
function Root() {
  useThemeAttribute()
  return (
    <>
      <PendingLogOut />
      <Outlet />
      <Toasts />
    </>
  )
}
