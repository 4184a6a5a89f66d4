/** Every endpoint of the product, by feature: as exports, so that a page has only those it calls (decision 040). */
export { activityCalls as activity } from './activity/calls.ts'
export { bookingCalls as bookings } from './bookings/calls.ts'
export { calendarCalls as calendars } from './calendars/calls.ts'
export { companyCalls as company } from './company/calls.ts'
export { addressCalls as addresses, customerCalls as customers } from './customers/calls.ts'
export { customizationCalls as customizations, optionCalls as options } from './customizations/calls.ts'
export { deskCalls as desk } from './desk/calls.ts'
export { discountCalls as discounts } from './discounts/calls.ts'
export { emailCalls as emails } from './emails/calls.ts'
export { coHostCalls as coHosts, eventCalls as events } from './events/calls.ts'
export { homeCalls as home } from './home/calls.ts'
export { importCalls as imports } from './imports/calls.ts'
export {
  attachmentCalls as attachments,
  orderCalls as orders,
  savedFilterCalls as savedFilters,
} from './orders/calls.ts'
export { privacyCalls as privacy } from './privacy/calls.ts'
export { productCalls as products } from './products/calls.ts'
export { proposalCalls as proposals } from './proposals/calls.ts'
export { reportCalls as reports } from './reports/calls.ts'
export { sessionCalls as session } from './session/calls.ts'
export { shopifyCalls as shopify } from './shopify/calls.ts'
export { slotCalls as slots } from './slots/calls.ts'
export { paymentCalls as payments, stripeCalls as stripe } from './stripe/calls.ts'
export { templateCalls as templates } from './templates/calls.ts'
export { tourCalls as tours } from './tours/calls.ts'
export { waitlistCalls as waitlist } from './waitlist/calls.ts'
