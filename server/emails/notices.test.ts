import { paths } from '@trunkshow/contract/paths.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { bookingEmails } from '../bookings/emails.ts'
import { startTestApp, unique } from '../test/app.ts'
import { book, bookingNumber, makeCompany, makeEvent, makeUser, type TestUser } from '../test/factories.ts'
import { openMailbox, type ReceivedMail } from '../test/mail/mailbox.ts'
import { sendDue } from '../test/mail/sent-mails.ts'

const app = startTestApp({ MAIL_FROM: 'Trunkshow <shows@trunkshow.test>', PUBLIC_URL: 'http://shows.test' })

// What one test leaves to be sent, the next one's server does not get.
beforeEach(() =>
  app.rows(`UPDATE email_notifications SET status = 'skipped' WHERE status IN ('pending', 'waiting')`),
)

/** Sends what is due through a real SMTP server, and returns what arrived. */
async function drain(): Promise<ReceivedMail[]> {
  const mailbox = await openMailbox()
  await sendDue(app, bookingEmails, mailbox.url)
  await mailbox.close()
  return mailbox.mails
}

const to = (mails: ReceivedMail[], address: string) =>
  mails.filter(({ recipients }) => recipients.includes(address))
const headerOf = ({ headers }: ReceivedMail, name: string) =>
  headers.find(({ key }) => key === name.toLowerCase())?.value

/** An event whose notices go to the owner, with a booking of a guest. */
async function makeBooking(host: TestUser, changes: Record<string, unknown> = {}) {
  const guest = `${unique('guest')}@mail.test`
  const event = await makeEvent(host, { contactEmail: '', maxBookingsPerSlot: 5, ...changes })
  const { body } = await book(app, event.slots[0]!.id, {
    attendeeName: 'Grace Okafor',
    attendeeEmail: guest,
  })
  return { guest, event, id: await bookingNumber(app, body.id) }
}

/** The link of an alert's header, as a path of this app. */
const linkOf = (mail: ReceivedMail) =>
  headerOf(mail, 'List-Unsubscribe')!.replace(/^<http:\/\/shows\.test(.*)>$/, '$1')

/** How a mailbox provider posts to it (RFC 8058, section 3.2). */
const oneClick = (url: string) =>
  app.call('POST', url, 'List-Unsubscribe=One-Click', { 'content-type': 'application/x-www-form-urlencoded' })

const lastNotice = async (host: TestUser) => {
  const [email] = (await host.call('GET', '/api/emails?kind=notice')).body
  return email
}

test('every email has one recipient, a date, an id and what programs need to know; guests answer the host', async () => {
  const host = await makeCompany(app)
  const contact = `${unique('contact')}@vale.test`
  const { guest } = await makeBooking(host, { contactEmail: contact })
  const mails = await drain()
  expect(mails).toHaveLength(2)
  for (const mail of mails) {
    expect(mail.recipients).toHaveLength(1)
    expect(mail.to).toMatchObject([{ address: mail.recipients[0] }])
    expect(mail.from).toMatchObject({ name: 'Trunkshow', address: 'shows@trunkshow.test' })
    expect(Math.abs(Date.parse(headerOf(mail, 'Date')!) - Date.now())).toBeLessThan(600_000)
    expect(headerOf(mail, 'Message-ID')).toMatch(/^<mail-\d+-booking_\w+-[0-9a-f]{32}@shows\.test>$/)
    expect(headerOf(mail, 'Auto-Submitted')).toBe('auto-generated')
  }
  const [toGuest] = to(mails, guest)
  expect(toGuest!.replyTo).toMatchObject([{ address: contact }])
  expect(headerOf(toGuest!, 'List-Unsubscribe')).toBeUndefined()
  const [toHost] = to(mails, contact)
  expect(toHost!.replyTo).toMatchObject([{ address: guest }])
  expect(headerOf(toHost!, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  const link = `http://shows.test${linkOf(toHost!)}`
  expect(link).toMatch(/^http:\/\/shows\.test\/booking-alerts\/\d+\/[0-9a-f]{16}-[0-9a-f]{32}$/)
  expect(toHost!.html).toContain(link)
  expect(toHost!.text).toContain(link)
})

describe('the link that turns booking alerts off', () => {
  test('changes nothing when it is opened, and works by one click, by the button, and back', async () => {
    const host = await makeCompany(app)
    const { event, guest } = await makeBooking(host)
    const link = linkOf(to(await drain(), host.email)[0]!)
    const page = await app.call('GET', link)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Turn off booking alerts?')
    await app.call('HEAD', link)
    await book(app, event.slots[1]!.id)
    expect(to(await drain(), host.email)).toHaveLength(1)

    const off = await oneClick(link)
    expect(off.status).toBe(200)
    expect(off.text).toContain('Booking alerts are off')
    await oneClick(link) // providers may repeat it
    await book(app, event.slots[1]!.id, { attendeeEmail: guest })
    const mails = await drain()
    expect(to(mails, host.email)).toEqual([])
    expect(to(mails, guest)).toHaveLength(1)
    expect(await lastNotice(host)).toMatchObject({ status: 'skipped', failure: 'turnedOff' })
    expect((await host.call('GET', '/api/company/notices')).body).toMatchObject({ toMe: false })

    const form = new FormData()
    form.set('turn', 'on')
    const back = await app.call('POST', link, form)
    expect(back.text).toContain('Turn off booking alerts?')
    await book(app, event.slots[1]!.id)
    expect(to(await drain(), host.email)).toHaveLength(1)
  })

  test('works only for its company and mailbox', async () => {
    const [host, other] = [await makeCompany(app), await makeCompany(app)]
    await makeBooking(host)
    const link = linkOf(to(await drain(), host.email)[0]!)
    const [, token] = /-alerts\/\d+\/(.*)$/.exec(link)!
    const wrong = [
      paths.bookingAlerts(other.companyId, token!),
      link.slice(0, -1) + (link.endsWith('0') ? '1' : '0'),
      paths.bookingAlerts(host.companyId, `${'0'.repeat(16)}${token!.slice(16)}`),
      paths.bookingAlerts(host.companyId, 'none'),
      paths.bookingAlerts('none', token!),
    ]
    for (const url of wrong) {
      expect((await app.call('GET', url)).status, url).toBe(404)
      expect((await oneClick(url)).status, url).toBe(404)
    }
    expect(await app.rows('SELECT FROM notices_off WHERE company_id = $1', [host.companyId])).toEqual([])
  })
})

test('hosts are not emailed about what they did themselves, unless they want to be', async () => {
  const host = await makeCompany(app)
  const colleague = await makeUser(app, host.companyId, 'order management')
  const { event, id, guest } = await makeBooking(host)
  await drain()
  const move = (by: TestUser, slot: number) =>
    by.call('PATCH', `/api/bookings/${id}/reschedule`, { newTimeSlotId: event.slots[slot]!.id })
  await move(host, 1)
  const mails = await drain()
  expect(to(mails, guest)).toHaveLength(1)
  expect(to(mails, host.email)).toEqual([])
  expect(await lastNotice(host)).toMatchObject({ status: 'skipped', failure: 'ownAction' })
  await move(colleague, 2)
  expect(to(await drain(), host.email)).toHaveLength(1)

  const settings = { schedule: 'now', ownActions: true, toMe: true }
  expect((await host.call('PUT', '/api/company/notices', settings)).body).toEqual(settings)
  await move(host, 1)
  expect(to(await drain(), host.email)).toHaveLength(1)
})

describe('booking alerts on a schedule', () => {
  const schedule = (host: TestUser, schedule: string) =>
    host.call('PUT', '/api/company/notices', { schedule, ownActions: false, toMe: true })

  test('come at most once an hour, with the rest together', async () => {
    const host = await makeCompany(app)
    await schedule(host, 'hourly')
    const { event } = await makeBooking(host)
    expect(to(await drain(), host.email)).toHaveLength(1)
    for (const slot of [1, 2]) await book(app, event.slots[slot]!.id)
    expect(to(await drain(), host.email)).toEqual([])
    expect(await lastNotice(host)).toMatchObject({ status: 'waiting', waitsFor: 'digest' })
    await app.rows(
      `UPDATE email_notifications SET sent_at = sent_at - interval '1 hour', next_attempt_at = next_attempt_at - interval '1 hour'
       WHERE company_id = $1`,
      [host.companyId],
    )
    const [digest, ...others] = to(await drain(), host.email)
    expect(others).toEqual([])
    expect(digest!.subject).toMatch(/^2 booking updates/)
    expect(digest!.text).toContain('at most one email an hour')
    expect(linkOf(digest!)).toMatch(/^\/booking-alerts\//)
  })

  test.each(['America/New_York', 'Pacific/Auckland'])('come at the next 8:00 in %s', async (zone) => {
    const host = await makeCompany(app)
    await schedule(host, 'daily')
    await makeBooking(host, { timeZone: zone })
    expect(to(await drain(), host.email)).toEqual([])
    const { nextAttemptAt } = await lastNotice(host)
    const clock = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeStyle: 'medium', hourCycle: 'h23' })
    expect(clock.format(new Date(nextAttemptAt))).toBe('08:00:00')
    const wait = Date.parse(nextAttemptAt) - Date.now()
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThan(25.5 * 3_600_000)
  })

  test('go out at once when the schedule changes, and the log says who changed it', async () => {
    const host = await makeCompany(app)
    await schedule(host, 'daily')
    await makeBooking(host)
    expect(to(await drain(), host.email)).toEqual([])
    await schedule(host, 'now')
    expect(to(await drain(), host.email)).toHaveLength(1)
    const [entry] = (await host.call('GET', '/api/activity')).body
    expect(entry).toMatchObject({
      activity: 'company.notices',
      changes: [{ field: 'noticeSchedule', from: 'Every morning', to: 'Right away' }],
    })
  })
})
