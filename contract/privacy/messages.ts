/** Replaces an erased name (decision 034). */
export const erasedNames = { guest: 'Erased guest', customer: 'Erased customer', text: '[erased]' } as const

/** Texts for erasure, data downloads and data retention. */
export const privacyMessages = {
  whoRequired: 'Select one customer, one booking or one guest who waits',
  personNotFound: 'Customer or guest not found.',
  importRunning: 'An import that includes this person is still running. Try again when it’s done.',
  customerErased: 'This customer was erased. They can’t be changed or restored.',
  orderErased: 'The customer of this order was erased. It can’t be edited or sent to Shopify.',
  monthsInvalid: 'Enter 1 to 60 months, or choose Never',
  alreadySent: 'We sent you a link less than an hour ago. Check your email, and your spam folder.',
  confirmRequired: 'Check the box to confirm, then delete.',
} as const
