import { z } from 'zod'
import { byId, endpoint, page } from '../endpoint.ts'
import { email, listedEmail, noticeSettings, resendInput } from './schema.ts'
import { whichEmails } from './screens.ts'

/** Emails that were sent, or are to be (docs/product.md, What happened to an email). */
export const emailCalls = {
  /** The company's, latest first; with a booking or an event's waitlist also for co-hosts. */
  list: endpoint({
    method: 'GET',
    path: '/api/emails',
    access: 'bookings.see',
    query: page.extend(whichEmails.shape),
    output: z.array(listedEmail),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/emails/:id',
    access: 'bookings.see',
    params: byId,
    output: email,
  }),
  /** Writes an email to a guest again and sends it. */
  resend: endpoint({
    method: 'POST',
    path: '/api/emails/:id/resend',
    access: 'bookings.manage',
    params: byId,
    body: resendInput,
    output: listedEmail,
    status: 201,
  }),
  /** Marks the failed emails of a booking or a wait, up to this one, as dealt with. */
  dismiss: endpoint({
    method: 'POST',
    path: '/api/emails/:id/dismiss',
    access: 'bookings.manage',
    params: byId,
    output: listedEmail,
  }),
  notices: endpoint({
    method: 'GET',
    path: '/api/company/notices',
    access: 'company.manage',
    output: noticeSettings,
  }),
  /** What waits for the next email goes out at once if the schedule changes. */
  saveNotices: endpoint({
    method: 'PUT',
    path: '/api/company/notices',
    access: 'company.manage',
    body: noticeSettings,
    output: noticeSettings,
  }),
} as const
