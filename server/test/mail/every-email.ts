import { companyInput } from '@trunkshow/contract/company/schema.ts'
import type { EmailType } from '@trunkshow/contract/emails/rules.ts'
import { emailTypes } from '@trunkshow/contract/emails/rules.ts'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { runQuery } from '../../db/statement.ts'
import { databaseOf } from '../../db/transaction.ts'
import { emailWriters } from '../../emails/email-writers.ts'
import { notificationColumns } from '../../mail/claim-next.ts'
import type { Notification } from '../../mail/message.ts'
import { renderMessage } from '../../mail/render-message.ts'
import { openTransport } from '../../mail/transport.ts'
import { queueResetMails } from '../../session/reset-password.ts'
import { type TestApp, unique } from '../app.ts'
import { book, bookingNumber, makeCompany, makeEvent, type TestUser } from '../factories.ts'
import { openMailbox, type ReceivedMail } from './mailbox.ts'

/**
 * Sends each kind of email of one company through an SMTP server, with a text wherever a guest or host types one.
 *
 * @param prepare changes the company before its emails are written
 */
export async function sendEveryKind(
  app: TestApp,
  text: string,
  prepare: (host: TestUser) => Promise<unknown> = async () => {},
) {
  const host = await makeCompany(app)
  const { companyId } = host
  await app.rows('UPDATE companies SET company_name = $2 WHERE id = $1', [
    companyId,
    companyInput.shape.companyName.parse(text),
  ])
  const contact = `${unique('contact')}@vale.test`
  const event = await makeEvent(host, {
    name: text,
    hostName: text,
    location: text,
    contactEmail: contact,
    endTime: '10:30',
    maxBookingsPerSlot: 1,
  })
  const booked = async (slot: number) => {
    const { body } = await book(app, event.slots[slot]!.id, {
      attendeeName: text,
      attendeeEmail: `${unique('guest')}@mail.test`,
    })
    return body.id as string
  }
  const token = await booked(0)
  const bookingId = await bookingNumber(app, token)
  const post = (url: string, fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return app.call('POST', url, form, { accept: 'text/html' })
  }
  for (let guest = 0; guest < 2; guest++)
    await post(`/event/${event.urlSlug}/waitlist`, {
      waitsFor: 'event',
      attendeeName: text,
      attendeeEmail: `${unique('waits')}@mail.test`,
    })
  // The offer of a spot to the first who waits.
  const [offered] = await app.rows<{ id: number }>(
    'SELECT id FROM waitlist_entries WHERE event_id = $1 ORDER BY rank LIMIT 1',
    [event.id],
  )
  const [offer] = await app.rows<{ id: number }>(
    `INSERT INTO waitlist_offers (company_id, entry_id, time_slot_id, spots, expires_at)
     VALUES ($1, $2, $3, 1, now() + interval '1 hour') RETURNING id`,
    [companyId, offered!.id, event.slots[0]!.id],
  )
  await app.rows(
    `INSERT INTO email_notifications (company_id, waitlist_entry_id, email_type, sequence)
     VALUES ($1, $2, 'waitlist_offer', $3)`,
    [companyId, offered!.id, offer!.id],
  )
  await host.call('POST', '/api/company/users', {
    name: text,
    email: `${unique('nora')}@mail.test`,
    role: 'view only',
  })
  await host.call('POST', `/api/events/${event.id}/co-hosts`, { email: `${unique('cleo')}@mail.test` })
  await app.call('POST', '/api/password/forgot', { email: host.email })
  await app.rows(
    `INSERT INTO email_notifications (company_id, user_id, email_type) VALUES ($1, $2, 'data_request_notice')`,
    [companyId, host.id],
  )
  await prepare(host)
  for (const [emailType, userId] of [
    ['email_confirmation', host.id],
    ['contact_confirmation', null],
  ])
    await app.rows(
      `WITH asked AS (
         INSERT INTO email_confirmations (company_id, user_id, email) VALUES ($1, $2, $3) RETURNING id)
       INSERT INTO email_notifications (company_id, confirmation_id, email_type) SELECT $1, id, $4 FROM asked`,
      [companyId, userId, `${unique('new')}@mail.test`, emailType],
    )

  const mailbox = await openMailbox()
  const config = { ...app.config, smtpUrl: mailbox.url }
  const ctx = { config, db: databaseOf(app.pool) }
  await queueResetMails(ctx)
  const transport = openTransport(config)
  const mails = new Map<EmailType, ReceivedMail>()
  for (const emailType of Object.keys(emailTypes) as EmailType[]) {
    const [row] = await runQuery<Notification>(
      ctx,
      sql`SELECT ${notificationColumns} FROM email_notifications
        WHERE company_id = ${companyId} AND (email_type = ${emailType} OR booking_id = ${bookingId})
        ORDER BY email_type = ${emailType} DESC, id DESC LIMIT 1`,
      { prepared: false },
    )
    const message = await emailWriters[emailType](ctx, { ...row!, emailType, isPreview: true }, null)
    if (message === null || typeof message === 'string') throw new Error(`No ${emailType}: ${message}`)
    await transport.send(`mail-${row!.id}-${emailType}`, renderMessage(config, message))
    mails.set(emailType, mailbox.mails.at(-1)!)
  }
  transport.close()
  await mailbox.close()
  // So that no later run of a worker sends them, too.
  await app.rows(`UPDATE email_notifications SET status = 'skipped' WHERE company_id = $1`, [companyId])
  expect([...mails.keys()]).toEqual(Object.keys(emailTypes))
  return { mails, host, event, contact }
}
