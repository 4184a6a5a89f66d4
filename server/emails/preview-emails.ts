import { type EmailType, emailTypes } from '@trunkshow/contract/emails/rules.ts'
import { sql } from 'drizzle-orm'
import { bookingEmails } from '../bookings/emails.tsx'
import { runQuery } from '../db/statement.ts'
import { type EmailContext, notificationColumns } from '../mail/claim-next.ts'
import type { Notification } from '../mail/message.ts'
import { renderMessage } from '../mail/render-message.ts'
import { renderPreview } from '../mail/render-preview.tsx'
import { emailWriters } from './email-writers.ts'

/** How many rows of a kind are tried, newest first, until one still applies; a digest is of as many. */
const ROWS = 20

/**
 * Writes the newest email of a kind that still applies, or a digest, as if it were sent now; changes nothing. Those about
 * bookings are written about the newest bookings, whatever became of them.
 */
async function writeNewest(ctx: EmailContext, kind: EmailType | 'digest') {
  const emailType = kind === 'digest' ? 'booking_notice' : kind
  const isOfAnyBooking = emailType in bookingEmails || emailType === 'guest_data'
  const rows = await runQuery<Notification & { current: number | null }>(
    ctx,
    sql`
      SELECT ${notificationColumns}, (SELECT b.sequence FROM bookings AS b WHERE b.id = booking_id) AS current
      FROM email_notifications WHERE email_type = ${emailType} OR (${isOfAnyBooking} AND booking_id IS NOT NULL)
      ORDER BY email_type = ${emailType} DESC, id DESC LIMIT ${ROWS}`,
    { prepared: false },
  )
  for (const row of rows) {
    const notification = {
      ...row,
      emailType,
      sequence: row.current ?? row.sequence,
      actorId: null,
      isPreview: true as const,
    }
    const digest = kind === 'digest' ? rows.filter(({ companyId }) => companyId === row.companyId) : null
    const message = await emailWriters[emailType](ctx, notification, digest)
    if (message !== null && typeof message !== 'string') return renderMessage(ctx.config, message)
  }
  return null
}

/** Returns a page of every kind of email, with the data of this database. */
export async function previewEmails(ctx: EmailContext): Promise<string> {
  const kinds = [...(Object.keys(emailTypes) as EmailType[]), 'digest' as const]
  return renderPreview(
    await Promise.all(kinds.map(async (kind) => ({ kind, message: await writeNewest(ctx, kind) }))),
  )
}
