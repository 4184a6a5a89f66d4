import { activityCalls } from './activity/calls.ts'
import { bookingCalls } from './bookings/calls.ts'
import { companyCalls } from './company/calls.ts'
import { addressCalls, customerCalls } from './customers/calls.ts'
import { customizationCalls, optionCalls } from './customizations/calls.ts'
import { discountCalls } from './discounts/calls.ts'
import type { Endpoint } from './endpoint.ts'
import { coHostCalls, eventCalls } from './events/calls.ts'
import { importCalls } from './imports/calls.ts'
import { attachmentCalls, orderCalls, savedFilterCalls } from './orders/calls.ts'
import { privacyCalls } from './privacy/calls.ts'
import { productCalls } from './products/calls.ts'
import { sessionCalls } from './session/calls.ts'
import { shopifyCalls } from './shopify/calls.ts'
import { slotCalls } from './slots/calls.ts'
import { templateCalls } from './templates/calls.ts'

export type { Access, Endpoint } from './endpoint.ts'

/**
 * Every endpoint of the product. The server registers its routes from this tree; the staff client and OpenAPI read it
 * too.
 */
export const api = {
  session: sessionCalls,
  company: companyCalls,
  customers: customerCalls,
  addresses: addressCalls,
  products: productCalls,
  customizations: customizationCalls,
  options: optionCalls,
  templates: templateCalls,
  orders: orderCalls,
  attachments: attachmentCalls,
  savedFilters: savedFilterCalls,
  discounts: discountCalls,
  imports: importCalls,
  shopify: shopifyCalls,
  activity: activityCalls,
  privacy: privacyCalls,
  events: eventCalls,
  coHosts: coHostCalls,
  slots: slotCalls,
  bookings: bookingCalls,
} as const

/** Every endpoint with its name, such as `bookings.cancel`. */
export function listEndpoints(): { name: string; endpoint: Endpoint }[] {
  return Object.entries(api).flatMap(([feature, calls]) =>
    Object.entries(calls).map(([name, endpoint]) => ({ name: `${feature}.${name}`, endpoint })),
  )
}
