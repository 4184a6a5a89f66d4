import type { EmailType } from '@trunkshow/contract/emails/rules.ts'
import { bookingEmails } from './bookings/emails.ts'
import { companyEmails } from './company/emails.ts'
import { brandOf, getBrand } from './company/queries.ts'
import { messageEmails } from './emails/emails.ts'
import { eventEmails } from './events/emails.ts'
import { makingEmails } from './orders/making/emails.ts'
import { receiptEmails } from './orders/money/emails.ts'
import { proposalEmails } from './orders/proposals/emails.ts'
import type { EmailWriter } from './platform/mail/drain-outbox.ts'
import { readEmailLogo } from './platform/mail/email-logo.ts'
import type { WriterContext } from './platform/mail/outbox.ts'
import { privacyEmails } from './privacy/emails.ts'
import { sessionEmails } from './session/emails.ts'
import { stripeEmails } from './stripe/emails.ts'
import { waitlistEmails } from './waitlist/emails.ts'

/** Adds the company's looks (docs/product.md, Brand), except to those that may go to a stranger, who must see their sender. */
const branded =
  (write: EmailWriter): EmailWriter =>
  async (ctx, notification, digest) => {
    const message = await write(ctx, notification, digest)
    if (message === null || typeof message === 'string') return message
    return { ...message, branding: await readBranding(ctx, notification.companyId) }
  }

/** Returns a company's looks, for its emails. */
export async function readBranding(ctx: WriterContext, companyId: number) {
  const row = await getBrand(ctx, companyId)
  return {
    brand: brandOf(row),
    logo: await readEmailLogo(ctx.files, row.logoUrl),
    publicUrl: ctx.config.publicUrl,
  }
}

const companysOwn = {
  ...bookingEmails,
  ...messageEmails,
  guest_data: privacyEmails.guest_data,
  ...companyEmails,
  ...eventEmails,
  ...waitlistEmails,
  ...stripeEmails,
  ...receiptEmails,
  ...makingEmails,
  ...proposalEmails,
}

export const emailWriters: Record<EmailType, EmailWriter> = {
  ...privacyEmails,
  ...sessionEmails,
  ...(Object.fromEntries(
    Object.entries(companysOwn).map(([type, write]) => [type, branded(write)]),
  ) as typeof companysOwn),
}
