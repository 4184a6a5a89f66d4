import type { Email, ListedEmail } from '@trunkshow/contract/emails/schema.ts'
import { emailWriters } from '../../email-writers.ts'
import { unique } from '../app.ts'
import { book, bookingNumber, makeEvent, type TestUser } from '../factories.ts'
import { startMailApp } from './mail-app.ts'
import { sendDue } from './sent-mails.ts'

/** Starts an app that sends emails, with helpers for tests of what staff read of them. */
export function startEmailApp() {
  const app = startMailApp()

  const drain = (smtpUrl: string) => sendDue(app, emailWriters, smtpUrl)

  async function makeBooking(host: TestUser, changes: Record<string, unknown> = {}) {
    const guest = `${unique('guest')}@mail.test`
    const event = await makeEvent(host, { contactEmail: '', ...changes })
    const visitor = { attendeeName: 'Grace Okafor', attendeeEmail: guest }
    const booked = await book(app, event.slots[0]!.id, visitor)
    return { guest, event, token: booked.body.id as string, id: await bookingNumber(app, booked.body.id) }
  }

  const list = async (user: TestUser, query = ''): Promise<ListedEmail[]> =>
    (await user.call('GET', `/api/emails?${query}`)).body
  const read = async (user: TestUser, id: number): Promise<Email> =>
    (await user.call('GET', `/api/emails/${id}`)).body
  const toGuest = async (user: TestUser, bookingId: number) =>
    (await list(user, `bookingId=${bookingId}`)).filter(({ emailType }) => !emailType.endsWith('_notice'))
  return { app, drain, makeBooking, list, read, toGuest }
}
