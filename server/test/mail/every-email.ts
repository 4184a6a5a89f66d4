import { companyInput } from '@trunkshow/contract/company/schema.ts'
import { expect } from 'vitest'
import { type PreviewKind, writeEveryKind } from '../../emails/preview-emails.tsx'
import { databaseOf } from '../../platform/db/transaction.ts'
import { openTransport, renderMessage } from '../../platform/mail/transport.ts'
import { type TestApp, unique } from '../app.ts'
import { book, makeCompany, makeEvent, type TestUser } from '../factories.ts'
import { openMailbox, type ReceivedMail } from './mailbox.ts'

/**
 * Sends each email type of one company through an SMTP server, with a text wherever a guest or host types one.
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
  const attendeeEmail = `${unique('guest')}@mail.test`
  const booked = await book(app, event.slots[0]!.id, { attendeeName: text, attendeeEmail })
  expect(booked.status).toBe(201)
  await prepare(host)
  const mailbox = await openMailbox()
  const config = { ...app.config, smtpUrl: mailbox.url }
  const transport = openTransport(config)
  const mails = new Map<PreviewKind, ReceivedMail>()
  for (const [kind, message] of await writeEveryKind(
    { config, db: databaseOf(app.pool), files: app.files },
    companyId,
  )) {
    if (!message) throw new Error(`No ${kind}`)
    await transport.send(`mail-0-${kind}`, renderMessage(config, message))
    mails.set(kind, mailbox.mails.at(-1)!)
  }
  transport.close()
  await mailbox.close()
  // So that no later run of a worker sends them, too.
  await app.rows(`UPDATE email_notifications SET status = 'skipped' WHERE company_id = $1`, [companyId])
  return { mails, host, event, contact }
}
