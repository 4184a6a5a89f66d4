/**
 * The addresses people open, in one place: the server answers them, mails and both doors link to them.
 * Patterns are written as Fastify and the staff router read them after `pattern`.
 */
export const paths = {
  home: () => '/',
  /** All shows of the company that has this one. */
  hostShows: (eventId: number | string) => `/event/${eventId}/shows`,
  /** The landing page, or another page of shows, from where one of its pages ended. */
  moreShows: (cursor: string, of = '/') => `${of}?cursor=${cursor}`,
  auth: () => '/auth',
  host: () => '/host',
  events: () => '/events',
  editEvent: (id: number | string) => `/editevent/${id}`,
  bookings: (eventId: number | string) => `/bookings/${eventId}`,
  runSheet: (eventId: number | string) => `/bookings/${eventId}/run-sheet`,
  orders: () => '/orders',
  printOrders: () => '/orders/print',
  customers: () => '/customers',
  customerHistory: () => '/customer-history',
  products: () => '/products',
  settings: () => '/settings',
  activity: () => '/settings/activity',
  shopifyLog: () => '/settings/shopify',
  forgotPassword: () => '/forgot-password',
  /** Links of mails; the token is part of the address, so nothing is sent to other sites with it. */
  resetPassword: (token: string) => `/reset-password/${token}`,
  confirmEmail: (token: string) => `/confirm-email/${token}`,
  invitation: (token: string) => `/invitation/${token}`,
  coHostInvitation: (token: string) => `/co-host/${token}`,
  event: (idOrSlug: number | string) => `/event/${idOrSlug}`,
  publicEvent: (idOrSlug: number | string) => `/public/event/${idOrSlug}`,
  booking: (token: string) => `/booking/${token}`,
  rescheduleBooking: (token: string) => `/booking/${token}/reschedule`,
  /** Where the guest of a booking asks for the link to their data, by mail; and what that link opens. */
  askForData: (token: string) => `/booking/${token}/data`,
  myData: (token: string) => `/my-data/${token}`,
  downloadMyData: (token: string) => `/my-data/${token}/my-data.json`,
  bookingCalendar: (token: string) => `/booking/${token}/appointment.ics`,
  cancelBooking: (token: string) => `/cancel-booking/${token}`,
} as const

/** The addresses of the staff door, each a screen of the single-page app. */
export const staffPages = [
  paths.auth(),
  paths.host(),
  paths.events(),
  '/events/:id/edit',
  paths.editEvent(':id'),
  paths.bookings(':id'),
  paths.runSheet(':id'),
  paths.orders(),
  paths.printOrders(),
  paths.customers(),
  paths.customerHistory(),
  paths.products(),
  paths.settings(),
  paths.activity(),
  paths.shopifyLog(),
  paths.forgotPassword(),
  paths.resetPassword(':token'),
  paths.invitation(':token'),
  paths.coHostInvitation(':token'),
] as const
