import { z } from 'zod'
import { create, get, paged, post, put } from '../endpoint.ts'
import {
  email,
  guestMessageInput,
  guestsOfMessage,
  listedEmail,
  noticeSettings,
  resendInput,
  whichGuests,
} from './schema.ts'
import { whichEmails } from './screens.ts'

/** Emails that were sent, or are to be (docs/product.md, What happened to an email). */
export const emailCalls = {
  /** The company's, latest first; with a booking or an event's waitlist also for co-hosts. */
  list: get('/api/emails', 'bookings.see', paged(whichEmails, listedEmail)),
  get: get('/api/emails/:id', 'bookings.see', { output: email }),
  /** Writes an email to a guest again and sends it. */
  resend: create('/api/emails/:id/resend', 'bookings.manage', {
    body: resendInput,
    output: listedEmail,
  }),
  /** Marks the failed emails of a booking or a wait, up to this one, as dealt with. */
  dismiss: post('/api/emails/:id/dismiss', 'bookings.manage', { output: listedEmail }),
  /** Whom a message to an event's guests would go to now. */
  guests: get('/api/events/:id/guests', 'bookings.manage', { query: whichGuests, output: guestsOfMessage }),
  /** Emails an event's guests. A repeat with the same `Idempotency-Key` sends nothing. */
  toGuests: create('/api/events/:id/messages', 'bookings.manage', {
    body: guestMessageInput,
    output: guestsOfMessage.pick({ guests: true }),
  }),
  /** Emails the message to the caller alone. */
  test: post('/api/events/:id/messages/test', 'bookings.manage', {
    body: guestMessageInput,
    output: z.object({ toEmail: z.string() }),
  }),
  notices: get('/api/company/notices', 'company.manage', { output: noticeSettings }),
  /** What waits for the next email goes out at once if the schedule changes. */
  saveNotices: put('/api/company/notices', 'company.manage', {
    body: noticeSettings,
    output: noticeSettings,
  }),
} as const
