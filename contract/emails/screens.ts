import { z } from 'zod'
import { firstCall, id, searchOf, words } from '../endpoint.ts'
import { paths } from '../paths.ts'
import { emailKinds, emailStates } from './rules.ts'

/** Filters of the company's emails. */
export const whichEmails = z.strictObject({
  /** Words of the recipient's address. */
  q: words.optional(),
  state: z.enum(emailStates).optional(),
  kind: z.enum(emailKinds).optional(),
  bookingId: id.optional(),
  /** An order: the emails about it, and about its booking. */
  orderId: id.optional(),
  customerId: id.optional(),
  /** All emails to the guest of this booking, or to the one who waits here. */
  guestOfBooking: id.optional(),
  guestOfWait: id.optional(),
  /** An event: the emails to those on its waitlist. */
  waitlistOf: id.optional(),
})
const search = searchOf(whichEmails.pick({ q: true, state: true, kind: true }))
const rows = (filter: z.output<typeof whichEmails>) => ({ ...filter, limit: 50 })

export const emailsScreen = { path: paths.emails, search, rows }
export const firstCallsOfEmails = (filter: z.output<typeof search>) => [
  firstCall('emails.list', rows(filter)),
]
