import type { EmailType } from '@trunkshow/contract/emails/rules.ts'

/**
 * Who emails are for, in the order in which a company's are sent, which is also that of their names: the index of due emails
 * sorts by them. When a company's limits run short, each uses them up to its share, so that what is left is for guests who
 * wait (decision 028). Accounts have a limit of their own.
 */
export const audiences = {
  account: { share: null },
  /** Guests who wait for it: their appointment is made, moved or canceled, or a spot is on offer. */
  guest: { share: 1 },
  /** People whose address a user entered. */
  invited: { share: 0.8 },
  reminder: { share: 0.8 },
  staff: { share: 0.8 },
  thanks: { share: 0.8 },
} as const satisfies Record<string, { share: number | null }>
export type MailAudience = keyof typeof audiences

/** Past this share of the company's budget, a host who is told of each booking at once is told once an hour. */
export const SHARE_OF_SINGLE_NOTICES = 0.2

/** Who each type of email is for. A change of it is a migration, since it is a generated column (`audience`). */
export const audienceOf: Record<EmailType, MailAudience> = {
  password_reset: 'account',
  password_changed: 'account',
  email_changed: 'account',
  email_confirmation: 'account',
  booking_confirmation: 'guest',
  booking_rescheduled: 'guest',
  booking_party_changed: 'guest',
  booking_cancelled: 'guest',
  waitlist_joined: 'guest',
  waitlist_offer: 'guest',
  guest_data: 'guest',
  invitation: 'invited',
  co_host_invitation: 'invited',
  contact_confirmation: 'invited',
  booking_reminder: 'reminder',
  booking_reminder_soon: 'reminder',
  booking_notice: 'staff',
  booking_rescheduled_notice: 'staff',
  booking_party_changed_notice: 'staff',
  booking_cancelled_notice: 'staff',
  data_request_notice: 'staff',
  booking_thanks: 'thanks',
}
