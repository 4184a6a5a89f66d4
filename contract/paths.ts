/** Where guest pages lead to: they load no other of these URLs. */
export const guestPaths = {
  home: () => '/',
  /** All events of this event's company. */
  hostShows: (eventId: number | string) => `/event/${eventId}/shows`,
  /** The page of a company, by its link name. */
  company: (slug: string) => `/shows/${slug}`,
  /** The page of one of a company's tours. */
  tour: (company: string, tour: string) => `/shows/${company}/${tour}`,
  /** The same pages for a frame on a host's site, and the script that makes it. */
  embeddedEvent: (slug: number | string) => `/embed/event/${slug}`,
  embeddedCompany: (slug: string) => `/embed/shows/${slug}`,
  /** The landing page, or the page of events after the given cursor. */
  moreShows: (cursor: string, of = '/') => addQuery(of, `cursor=${cursor}`),
  host: () => '/host' as const,
  confirmEmail: (token: string) => `/confirm-email/${token}`,
  event: (idOrSlug: number | string) => `/event/${idOrSlug}`,
  /** The form to join an event's waitlist, and the page of one who waits. */
  joinWaitlist: (idOrSlug: number | string) => `/event/${idOrSlug}/waitlist`,
  embeddedWaitlist: (idOrSlug: number | string) => `/embed/event/${idOrSlug}/waitlist`,
  waitlist: (token: string) => `/waitlist/${token}`,
  publicEvent: (idOrSlug: number | string) => `/public/event/${idOrSlug}`,
  booking: (token: string) => `/booking/${token}`,
  rescheduleBooking: (token: string) => `/booking/${token}/reschedule`,
  sayComing: (token: string) => `/booking/${token}/coming`,
  /** Where the guest of a booking, or one who waits, requests a link to their data by email, and the page that link opens. */
  requestData: (from: 'booking' | 'waitlist', token: string) => `/${from}/${token}/data`,
  myData: (token: string) => `/my-data/${token}`,
  downloadMyData: (token: string) => `/my-data/${token}/my-data.json`,
  bookingCalendar: (token: string) => `/booking/${token}/appointment.ics`,
  /** Leads on to the form for a new entry of that service. */
  calendarService: (token: string, service: string) => `/booking/${token}/calendar/${service}`,
  cancelBooking: (token: string) => `/cancel-booking/${token}`,
  /** The page to pay an order, from an email's link, and the one that Stripe leads back to. */
  pay: (token: string) => `/pay/${token}`,
  paid: (token: string) => `/pay/${token}/done`,
  help: (topic: string) => `/help/${topic}`,
} as const

/** Every URL people open. Staff paths keep their literal type, so the staff router can check its links. */
export const paths = {
  ...guestPaths,
  embedScript: () => '/embed.js',
  /** Where the one who gets a company's booking alerts turns them off. */
  bookingAlerts: (companyId: number | string, token: string) => `/booking-alerts/${companyId}/${token}`,
  /** Where a guest turns a company's thank-you emails off. */
  thankYouEmails: (companyId: number | string, token: string) => `/thank-you-emails/${companyId}/${token}`,
  /** An order's page for its customer, and what it posts to when they look at it. */
  customerOrder: (token: string) => `/order/${token}`,
  customerOrderSeen: (token: string) => `/order/${token}/seen`,
  customerOrderPdf: (token: string) => `/order/${token}/proposal.pdf`,
  orderReceipt: (token: string, id: number | string) => `/order/${token}/receipts/${id}`,
  orderPicture: (token: string, file: string) => `/order/${token}/pictures/${file}`,
  /** The same page as staff would send it. */
  orderPreview: (id: number | string) => `/orders/${id}/preview`,
  /** Where guests pay at the practice Stripe, which is no page of ours to them. */
  practicePay: (session: string) => `/practice-stripe/${session}`,
  auth: () => '/auth' as const,
  staffHome: () => '/home' as const,
  events: () => '/events' as const,
  calendar: () => '/calendar' as const,
  board: () => '/board' as const,
  editEvent: <const Id extends number | string>(id: Id) => `/editevent/${id}` as const,
  bookings: <const Id extends number | string>(eventId: Id) => `/bookings/${eventId}` as const,
  runSheet: <const Id extends number | string>(eventId: Id) => `/bookings/${eventId}/run-sheet` as const,
  desk: <const Id extends number | string>(eventId: Id) => `/desk/${eventId}` as const,
  /** The desk's service worker; its folder is all that it can reach. */
  deskWorker: () => '/desk/worker.js',
  orders: () => '/orders' as const,
  printOrders: () => '/orders/print' as const,
  customers: () => '/customers' as const,
  customerHistory: () => '/customer-history' as const,
  products: () => '/products' as const,
  emails: () => '/emails' as const,
  /** An email's HTML as it was sent, for a frame. */
  emailBody: (id: number | string) => `/emails/${id}/body`,
  /** A message to an event's guests as they would get it, for a frame. */
  messagePreview: (eventId: number | string) => `/emails/preview/${eventId}`,
  reports: () => '/reports' as const,
  settings: () => '/settings' as const,
  settingsSection: <const Section extends string>(section: Section) => `/settings/${section}` as const,
  activity: () => '/settings/activity' as const,
  security: () => '/settings/security' as const,
  shopifyLog: () => '/settings/shopify' as const,
  forgotPassword: () => '/forgot-password' as const,
  /** Links in emails. The token is in the path, not in a query that other sites could see. */
  resetPassword: <const Token extends string>(token: Token) => `/reset-password/${token}` as const,
  invitation: <const Token extends string>(token: Token) => `/invitation/${token}` as const,
  coHostInvitation: <const Token extends string>(token: Token) => `/co-host/${token}` as const,
  /** A user's bookings for calendar programs; the token is all that protects it. */
  calendarFeed: (token: string) => `/calendar/${token}.ics`,
  /** A guest's photo, for the host's eyes only. */
  bookingPhoto: (bookingId: number | string, filename: string) => `/uploads/booking-${bookingId}/${filename}`,
} as const

/** Adds a parameter to an address: `/event/7?details`, `date=…` → `/event/7?details&date=…`. */
export const addQuery = (address: string, query: string) =>
  `${address}${address.includes('?') ? '&' : '?'}${query}`

/** A place on a map, in a phone's app (https://developers.google.com/maps/documentation/urls/get-started). */
export function mapLink(place: string): string {
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: place })}`
}

/** Who there is a page of help for. */
export const helpTopics = ['guests', 'hosts', 'operators'] as const

/** Calendars on the web that a link can add an appointment to. */
export const calendarServices = ['google', 'outlook'] as const
export type CalendarService = (typeof calendarServices)[number]

/** The screens of the staff app, a single-page app. A function, so that guest pages don't load what it names. */
export const staffPages = () =>
  [
    paths.auth(),
    paths.host(),
    paths.staffHome(),
    paths.events(),
    paths.calendar(),
    paths.board(),
    '/events/:id/edit',
    paths.editEvent(':id'),
    paths.bookings(':id'),
    paths.runSheet(':id'),
    paths.desk(':id'),
    paths.orders(),
    paths.printOrders(),
    paths.customers(),
    paths.customerHistory(),
    paths.products(),
    paths.emails(),
    paths.reports(),
    paths.settings(),
    paths.settingsSection(':section'),
    paths.activity(),
    paths.security(),
    paths.shopifyLog(),
    paths.forgotPassword(),
    paths.resetPassword(':token'),
    paths.invitation(':token'),
    paths.coHostInvitation(':token'),
  ] as const

/** Starts an email; characters that mean something in the link, as in `tom&lisa`, are encoded (RFC 6068). */
export const mailLink = (email: string) => `mailto:${encodeURIComponent(email).replace('%40', '@')}`

/** Fills in an endpoint's path, such as `/api/orders/:id`, and its query, without undefined values. */
export function urlOf(path: string, params: Record<string, unknown>, query: Record<string, unknown>) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}
