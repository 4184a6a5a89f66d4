import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { databaseOf } from '../../platform/db/transaction.ts'
import { startTestApp, unique } from '../../test/app.ts'
import {
  book,
  bookingNumber,
  dayAhead,
  eventForm,
  makeCompany,
  makeEvent,
  makeForm,
  makeUser,
  sendOrder,
  type TestUser,
  tokenOf,
} from '../../test/factories.ts'
import { openMailbox } from '../../test/mail/mailbox.ts'
import { sendDue } from '../../test/mail/sent-mails.ts'
import { bookingEmails } from '../emails.ts'
import { queueScheduledEmails } from './scheduled-emails.ts'

const app = startTestApp({
  PUBLIC_URL: 'http://shows.test',
  SMTP_URL: 'smtp://mail.test',
  MAIL_FROM: 'shows@trunkshow.test',
})
const ctx = () => ({ config: app.config, db: databaseOf(app.pool) })

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A show with its guest's booking, made long before, and its start in milliseconds. */
async function makeAppointment(changes: Record<string, unknown> = {}) {
  const host = await makeCompany(app)
  const event = await makeEvent(host, changes)
  const guest = `${unique('guest')}@mail.test`
  const token = tokenOf(await book(app, event.slots[0]!.id, { attendeeEmail: guest }))
  const id = await bookingNumber(app, token)
  await app.rows(`UPDATE bookings SET slot_since = '2020-01-01' WHERE id = $1`, [id])
  return { host, event, guest, token, id, startsAt: await startOf(id) }
}

async function startOf(bookingId: number): Promise<number> {
  const [row] = await app.rows<{ starts_at: Date }>(
    'SELECT starts_at FROM time_slots AS s JOIN bookings AS b ON b.time_slot_id = s.id WHERE b.id = $1',
    [bookingId],
  )
  return row!.starts_at.getTime()
}

const queueAt = (instant: number) =>
  queueScheduledEmails(ctx(), sql`${new Date(instant).toISOString()}::timestamptz`)

const queued = async (bookingId: number) =>
  (
    await app.rows<{ email_type: string }>(
      `SELECT email_type FROM email_notifications
       WHERE booking_id = $1 AND email_type IN ('booking_reminder', 'booking_reminder_soon', 'booking_thanks') ORDER BY id`,
      [bookingId],
    )
  ).map(({ email_type }) => email_type)

test('a guest is reminded the day before and three hours before, once each', async () => {
  const { id, startsAt } = await makeAppointment()
  await queueAt(startsAt - 26 * HOUR)
  expect(await queued(id)).toEqual([])
  await queueAt(startsAt - 24 * HOUR)
  await queueAt(startsAt - 20 * HOUR)
  expect(await queued(id)).toEqual(['booking_reminder'])
  await queueAt(startsAt - 3 * HOUR)
  await queueAt(startsAt - HOUR)
  expect(await queued(id)).toEqual(['booking_reminder', 'booking_reminder_soon'])
  await queueAt(startsAt + 2 * DAY)
  expect(await queued(id)).toHaveLength(2)
})

test('several workers at once queue each once', async () => {
  const { id, startsAt } = await makeAppointment()
  await Promise.all([1, 2, 3, 4].map(() => queueAt(startsAt - 3 * HOUR)))
  expect(await queued(id)).toEqual(['booking_reminder_soon'])
})

test('a reminder that was due when the guest booked is not sent; a late one only while it is useful', async () => {
  const { id, startsAt } = await makeAppointment()
  await app.rows('UPDATE bookings SET slot_since = $2 WHERE id = $1', [id, new Date(startsAt - 5 * HOUR)])
  await queueAt(startsAt - 4 * HOUR)
  expect(await queued(id)).toEqual([])
  await app.rows('UPDATE bookings SET slot_since = $2 WHERE id = $1', [id, new Date(startsAt - 9 * DAY)])
  await queueAt(startsAt - 2 * HOUR)
  expect(await queued(id)).toEqual(['booking_reminder_soon'])
})

test.each([
  [[], []],
  [['booking_reminder'], ['booking_reminder']],
  [['booking_reminder_soon'], ['booking_reminder_soon']],
  [['booking_thanks'], ['booking_thanks']],
])('an event with %j sends only these', async (guestEmails, sent) => {
  const { id, startsAt } = await makeAppointment({ guestEmails })
  for (const at of [startsAt - 24 * HOUR, startsAt - 3 * HOUR, startsAt + 2 * DAY]) await queueAt(at)
  // Only the day before, or the day after, since both end at 10:00 of the second day.
  const thanked = await queued(id)
  for (let hour = 0; hour < 48; hour++) await queueAt(startsAt + hour * HOUR)
  expect([...new Set([...thanked, ...(await queued(id))])]).toEqual(sent)
})

test('a move reminds of the new time, and takes back what the guest said; another party changes neither', async () => {
  const { host, event, id, token, startsAt } = await makeAppointment({
    maxPartySize: 2,
    maxBookingsPerSlot: 5,
  })
  await queueAt(startsAt - 24 * HOUR)
  await say(token)
  const resized = { newTimeSlotId: event.slots[0]!.id, partySize: 2 }
  await host.call('PATCH', `/api/bookings/${id}/reschedule`, resized)
  expect(await isComing(host, event.id)).toBe(true)
  await host.call('PATCH', `/api/bookings/${id}/reschedule`, { newTimeSlotId: event.slots.at(-1)!.id })
  expect(await isComing(host, event.id)).toBe(false)
  const moved = await startOf(id)
  await queueAt(moved - 24 * HOUR)
  await queueAt(moved - 23 * HOUR)
  expect(await queued(id)).toEqual(['booking_reminder', 'booking_reminder'])
})

test('nothing is due for what was canceled, erased, has no email, or did not come', async () => {
  const guestEmails = ['booking_reminder', 'booking_thanks']
  const shows = await Promise.all([1, 2, 3, 4].map(() => makeAppointment({ guestEmails })))
  const [canceled, erased, walkIn, absent] = shows.map(({ id }) => id)
  await app.rows(`UPDATE bookings SET status = 'cancelled' WHERE id = $1`, [canceled])
  await app.rows(`UPDATE bookings SET attendee_email = '' WHERE id = $1`, [erased])
  await app.rows('UPDATE bookings SET attendee_email = NULL WHERE id = $1', [walkIn])
  await app.rows(`UPDATE bookings SET attendance = 'no_show' WHERE id = $1`, [absent])
  const { startsAt } = shows[0]!
  await queueAt(startsAt - 24 * HOUR)
  await queueAt(startsAt + DAY + 3 * HOUR)
  expect(await Promise.all(shows.map(({ id }) => queued(id)))).toEqual([[], [], [], ['booking_reminder']])
})

async function send(guest: string) {
  const mailbox = await openMailbox()
  onTestFinished(mailbox.close)
  await sendDue(app, bookingEmails, mailbox.url)
  return mailbox.to(guest)
}

/** Moves the appointment so that it begins in this many hours, by the real clock. */
async function beginIn(id: number, hours: number) {
  await app.rows(
    `UPDATE time_slots SET (slot_date, start_time, end_time) =
       (SELECT starts::date, starts::time(0), time '23:59:30'
        FROM (SELECT date_trunc('minute', now() AT TIME ZONE time_zone + $2 * interval '1 hour') AS starts) AS at)
     WHERE id = (SELECT time_slot_id FROM bookings WHERE id = $1)`,
    [id, hours],
  )
}

test('the reminder leads to the guest’s page, and is dropped if the booking changed before it was sent', async () => {
  const { id, guest, token } = await makeAppointment()
  const dropped = await makeAppointment()
  for (const show of [id, dropped.id]) await beginIn(show, 2)
  await queueScheduledEmails(ctx())
  await app.rows(`UPDATE bookings SET status = 'cancelled' WHERE id = $1`, [dropped.id])
  const [reminder] = (await send(guest)).filter(({ subject }) => /^Reminder: /.test(subject!))
  const link = `http://shows.test/booking/${token}`
  for (const part of ['coming', 'reschedule', 'cancel']) {
    expect(reminder!.html).toContain(`href="${link}#${part}"`)
    expect(reminder!.text).toContain(`${link}#${part}`)
  }
  expect(reminder!.attachments).toEqual([])
  const [email] = await app.rows<{ body: string }>(
    `SELECT body FROM emails WHERE booking_id = $1 AND email_type = 'booking_reminder_soon'`,
    [id],
  )
  expect(email!.body).not.toContain(token)
  expect(
    await app.rows(
      `SELECT status FROM email_notifications WHERE booking_id = $1 AND email_type = 'booking_reminder_soon'`,
      [dropped.id],
    ),
  ).toEqual([{ status: 'skipped' }])
})

/** Moves the appointment to the day before, as seen at 10:00. */
const letDayPass = (id: number) =>
  app.rows(
    `UPDATE time_slots SET slot_date = (now() AT TIME ZONE time_zone - interval '10 hours')::date - 1
     WHERE id = (SELECT time_slot_id FROM bookings WHERE id = $1)`,
    [id],
  )

test('a guest turns the thanks of a company off by one click, and on again; opening the link changes nothing', async () => {
  const { host, event, id, guest } = await makeAppointment({
    guestEmails: ['booking_thanks'],
  })
  await letDayPass(id)
  await queueScheduledEmails(ctx())
  const [thanks] = (await send(guest)).filter(({ subject }) => /^Thank you: /.test(subject!))
  const headerOf = (name: string) => thanks!.headers.find(({ key }) => key === name)?.value
  const link = /^<http:\/\/shows\.test(.*)>$/.exec(headerOf('list-unsubscribe')!)![1]!
  expect(link).toMatch(/^\/thank-you-emails\/\d+\/[0-9a-f]{16}-[0-9a-f]{32}$/)
  expect(headerOf('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(thanks!.text).toContain(`http://shows.test${link}`)

  const again = async () => {
    const [row] = await app.rows<{ id: number }>(
      `INSERT INTO email_notifications (company_id, booking_id, email_type, audience)
       VALUES ($1, $2, 'booking_thanks', 'thanks') RETURNING id`,
      [host.companyId, id],
    )
    await send(guest)
    const [email] = await app.rows('SELECT status, failure FROM emails WHERE id = $1', [row!.id])
    return email
  }
  expect((await app.call('GET', link)).text).toContain('Turn off thank-you emails?')
  expect(await again()).toEqual({ status: 'sent', failure: null })
  const clicked = await app.call('POST', link, 'List-Unsubscribe=One-Click', {
    'content-type': 'application/x-www-form-urlencoded',
  })
  expect(clicked.text).toContain('Thank-you emails are off')
  expect(await again()).toEqual({ status: 'skipped', failure: 'turnedOff' })
  expect((await app.call('GET', link.replace('thank-you-emails', 'booking-alerts'))).status).toBe(404)
  expect((await book(app, event.slots.at(-1)!.id, { attendeeEmail: guest })).status).toBe(201)
  expect((await send(guest)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('Booking confirmed'),
  ])
  const form = new FormData()
  form.set('turn', 'on')
  await app.call('POST', link, form)
  expect(await again()).toEqual({ status: 'sent', failure: null })
})

test('the thanks can be sent again for a day, a reminder while it is of use', async () => {
  const guestEmails = ['booking_reminder', 'booking_reminder_soon', 'booking_thanks']
  const { host, id, guest } = await makeAppointment({ guestEmails })
  await beginIn(id, 20)
  await queueScheduledEmails(ctx())
  await send(guest)
  const resend = async (emailType: string) => {
    const [row] = await app.rows<{ id: number }>(
      'SELECT id FROM emails WHERE booking_id = $1 AND email_type = $2 ORDER BY id DESC',
      [id, emailType],
    )
    return (await host.call('POST', `/api/emails/${row!.id}/resend`, {})).text
  }
  expect(await resend('booking_reminder')).toContain('"status":"pending"')
  await send(guest)
  await beginIn(id, 2)
  expect(await resend('booking_reminder')).toContain('The time for this email has passed')
  await letDayPass(id)
  await queueScheduledEmails(ctx())
  await send(guest)
  expect(await resend('booking_reminder')).toContain('already started')
  expect(await resend('booking_thanks')).toContain('"status":"pending"')
  await app.rows(
    `UPDATE time_slots SET slot_date = slot_date - 2 WHERE id = (SELECT time_slot_id FROM bookings WHERE id = $1)`,
    [id],
  )
  expect(await resend('booking_thanks')).toContain('The time for this email has passed')
})

test('the thanks have the guest’s own orders, and nobody else’s', async () => {
  const { host, id, guest } = await makeAppointment({ guestEmails: ['booking_thanks'] })
  const form = await makeForm(host)
  for (const customerEmail of [guest, 'mother@mail.test'])
    expect((await sendOrder(host, form, { customerEmail, bookingId: id })).status).toBe(201)
  await letDayPass(id)
  await queueScheduledEmails(ctx())
  const [thanks] = (await send(guest)).filter(({ subject }) => /^Thank you: /.test(subject!))
  expect(thanks!.text!.match(/Order #\d+/g)).toEqual(['Order #1001'])
  expect(thanks!.text).toMatch(/Total: \$\d/)
})

async function say(token: string) {
  const form = new FormData()
  return app.call('POST', `/booking/${token}/coming`, form, { accept: 'text/html' })
}

const isComing = async (host: TestUser, eventId: number) =>
  (await host.call('GET', `/api/events/${eventId}/bookings`)).body[0].isComing as boolean

test('opening the links changes nothing, however often; pressing the button does, and staff see it', async () => {
  const { host, event, token } = await makeAppointment()
  for (const path of [`/booking/${token}`, `/booking/${token}/coming`]) {
    const opened = await Promise.all(
      [1, 2].map(() => app.call('GET', path, undefined, { accept: 'text/html' })),
    )
    expect(opened.map(({ status }) => status)).toEqual(path.endsWith('coming') ? [302, 302] : [200, 200])
  }
  expect(await isComing(host, event.id)).toBe(false)
  const said = await say(token)
  expect([said.status, said.text]).toEqual([200, expect.stringContaining('know you’re coming')])
  expect((await say(token)).status).toBe(200)
  expect(await isComing(host, event.id)).toBe(true)
  const { text } = await host.call('GET', `/api/events/${event.id}/bookings.csv`)
  expect(text).toContain('"Said they are coming"')
  expect((await say(`${token.slice(0, -1)}x`)).status).toBe(404)
})

test.each([
  ['is canceled', `UPDATE bookings SET status = 'cancelled' WHERE id = $1`],
  [
    'has begun',
    `UPDATE time_slots SET slot_date = slot_date - 60 WHERE id = (SELECT time_slot_id FROM bookings WHERE id = $1)`,
  ],
])('no one says that they are coming to a booking that %s', async (_, change) => {
  const { host, event, token, id } = await makeAppointment()
  await app.rows(change, [id])
  expect((await say(token)).status).toBe(409)
  expect(await isComing(host, event.id)).toBe(false)
})

test('only the event’s own staff see which emails its guests get, and a save without them keeps them', async () => {
  const { host, event } = await makeAppointment({ guestEmails: ['booking_thanks'] })
  const colleague = await makeUser(app, host.companyId, 'view only')
  expect((await colleague.call('GET', `/api/events/${event.urlSlug}`)).body.guestEmails).toEqual([
    'booking_thanks',
  ])
  expect((await app.call('GET', `/api/events/${event.urlSlug}`)).body).not.toHaveProperty('guestEmails')
  await host.call('PUT', `/api/events/${event.id}`, eventForm({ name: 'Renamed', eventDate: dayAhead(30) }))
  expect((await host.call('GET', `/api/events/${event.id}`)).body.guestEmails).toEqual(['booking_thanks'])
})
