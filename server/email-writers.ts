import type { EmailType } from '@trunkshow/contract/emails/rules.ts'
import { createElement } from 'react'
import { bookingEmails } from './bookings/emails.tsx'
import { companyEmails } from './company/emails.tsx'
import { brandOf, getBrand } from './company/queries.ts'
import { eventEmails } from './events/emails.tsx'
import type { EmailWriter } from './platform/mail/drain-outbox.ts'
import { EmailBrand } from './platform/mail/email-layout.tsx'
import { readEmailLogo } from './platform/mail/email-logo.ts'
import { privacyEmails } from './privacy/emails.tsx'
import { sessionEmails } from './session/emails.tsx'
import { waitlistEmails } from './waitlist/emails.tsx'

/**
 * Adds the looks of the company to its emails to guests, hosts and those it invites (docs/product.md, Brand). Those about
 * accounts and addresses have none: they may go to a stranger, who is to see who they are from.
 */
const branded =
  (write: EmailWriter): EmailWriter =>
  async (ctx, notification, digest) => {
    const message = await write(ctx, notification, digest)
    if (message === null || typeof message === 'string') return message
    const row = await getBrand(ctx, notification.companyId)
    const value = {
      brand: brandOf(row),
      logo: await readEmailLogo(ctx.files, row.logoUrl),
      publicUrl: ctx.config.publicUrl,
    }
    return { ...message, body: createElement(EmailBrand, { value }, message.body) }
  }

const companysOwn = {
  ...bookingEmails,
  guest_data: privacyEmails.guest_data,
  ...companyEmails,
  ...eventEmails,
  ...waitlistEmails,
}

/** The writers of all emails. */
export const emailWriters: Record<EmailType, EmailWriter> = {
  ...privacyEmails,
  ...sessionEmails,
  ...(Object.fromEntries(
    Object.entries(companysOwn).map(([type, write]) => [type, branded(write)]),
  ) as typeof companysOwn),
}
