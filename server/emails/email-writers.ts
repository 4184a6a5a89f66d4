import type { EmailType } from '@trunkshow/contract/emails/rules.ts'
import { bookingEmails } from '../bookings/emails.tsx'
import { companyEmails } from '../company/emails.tsx'
import { eventEmails } from '../events/emails.tsx'
import type { EmailWriter } from '../mail/drain-outbox.ts'
import { privacyEmails } from '../privacy/emails.tsx'
import { sessionEmails } from '../session/emails.tsx'
import { waitlistEmails } from '../waitlist/emails.tsx'

/** The writers of all emails. */
export const emailWriters: Record<EmailType, EmailWriter> = {
  ...bookingEmails,
  ...privacyEmails,
  ...companyEmails,
  ...sessionEmails,
  ...eventEmails,
  ...waitlistEmails,
}
