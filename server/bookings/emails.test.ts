import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dayParts, formatDate } from '@trunkshow/contract/dates.ts'
import type { ListedSlot } from '@trunkshow/contract/slots/schema.ts'
import ICAL from 'ical.js'
import PostalMime from 'postal-mime'
import { describe, expect, test, vi } from 'vitest'
import { startTestApp, unique } from '../test/app.ts'
import { book, bookingNumber, formField, makeCompany, makeEvent } from '../test/factories.ts'
import { readValidEntry } from '../test/mail/calendar.ts'
import { openMailbox, type ReceivedMail } from '../test/mail/mailbox.ts'
import { sendDue } from '../test/mail/sent-mails.ts'
import { startWorker } from '../worker.ts'
import { bookingEmails } from './emails.ts'

const app = startTestApp({ MAIL_FROM: 'Trunkshow <shows@trunkshow.test>', PUBLIC_URL: 'http://shows.test' })

const drain = (smtpUrl: string | undefined) => sendDue(app, bookingEmails, smtpUrl)

/** Makes an event and a booking with unique addresses. */
async function makeBooking(changes: Record<string, unknown> = {}, visitorName = 'Grace Okafor') {
  const host = await makeCompany(app)
  const hostMail = `${unique('host')}@vale.test`
  const visitorMail = `${unique('guest')}@mail.test`
  const event = await makeEvent(host, { contactEmail: hostMail, ...changes })
  const booked = await book(app, event.slots[0]!.id, {
    attendeeName: visitorName,
    attendeeEmail: visitorMail,
  })
  return {
    host,
    hostMail,
    visitorMail,
    event,
    token: booked.body.id as string,
    id: await bookingNumber(app, booked.body.id),
  }
}

function calendarOf(mail: ReceivedMail) {
  const part = mail.attachments.find((attachment) => attachment.mimeType === 'text/calendar')!
  const text =
    typeof part.content === 'string' ? part.content : Buffer.from(part.content as ArrayBuffer).toString()
  const calendar = new ICAL.Component(ICAL.parse(text))
  const zone = new ICAL.Timezone(calendar.getFirstSubcomponent('vtimezone')!)
  const component = calendar.getFirstSubcomponent('vevent')!
  // The attached file is read from the raw message, since the parser changes line endings.
  const [, encoded] = /^Content-Type: application\/ics;[\s\S]*?\r\n\r\n([\w+/=\r\n]+)/m.exec(mail.raw)!
  readValidEntry(Buffer.from(encoded!, 'base64').toString(), zone.tzid)
  // RFC 5546, 3.2.2 and 3.2.5: a request and a cancellation name one organizer.
  expect(component.getAllProperties('organizer')).toHaveLength(1)
  const start = component.getFirstPropertyValue('dtstart') as ICAL.Time
  return {
    method: calendar.getFirstPropertyValue('method'),
    uid: component.getFirstPropertyValue('uid'),
    sequence: component.getFirstPropertyValue('sequence'),
    status: component.getFirstPropertyValue('status'),
    zone: component.getFirstProperty('dtstart')!.getFirstParameter('tzid'),
    stampIsUtc: (component.getFirstPropertyValue('dtstamp') as ICAL.Time).zone === ICAL.Timezone.utcTimezone,
    start: start.toString(),
    end: (component.getFirstPropertyValue('dtend') as ICAL.Time).toString(),
    zoneName: zone.tzid,
    url: component.getFirstPropertyValue('url'),
    text,
  }
}

const statusesOf = (bookingId: number) =>
  app.rows(
    `SELECT email_type AS kind, status, recipient_email AS recipient FROM email_notifications
     WHERE booking_id = $1 ORDER BY id`,
    [bookingId],
  )

describe('booking emails', () => {
  test('go to guest and host, and update one calendar entry with every change', async () => {
    const mailbox = await openMailbox()
    const { event, hostMail, visitorMail, token, id } = await makeBooking()
    await drain(mailbox.url)
    await app.call('POST', `/api/bookings/manage/${token}/reschedule`, { newTimeSlotId: event.slots[2]!.id })
    await drain(mailbox.url)
    await app.call('GET', `/api/bookings/${token}/cancel`)
    await drain(mailbox.url)
    await mailbox.close()

    const date = formatDate(event.eventDate)
    const visitor = mailbox.to(visitorMail)
    expect(visitor.map((mail) => mail.subject)).toEqual([
      `Booking confirmed: ${event.name}, ${date} at 10:00 AM`,
      `Booking rescheduled: ${event.name}, ${date} at 11:00 AM`,
      `Booking canceled: ${event.name}, ${date} at 11:00 AM`,
    ])
    const host = mailbox.to(hostMail)
    expect(host.map((mail) => mail.subject)).toEqual([
      `New booking: Grace Okafor, ${date} at 10:00 AM`,
      `Booking rescheduled: Grace Okafor, ${date} at 11:00 AM`,
      `Booking canceled: Grace Okafor, ${date} at 11:00 AM`,
    ])

    expect(visitor[0]!.text).toContain('Hi Grace Okafor, your appointment is booked.')

    const link = `http://shows.test/booking/${token}`
    for (const part of [visitor[0]!.html!, visitor[0]!.text!]) {
      expect(part).toContain(link)
      expect(part).toContain('12 Mercer Street, New York')
      expect(part).toMatch(/E[SD]T/)
    }
    expect(visitor[0]!.from).toMatchObject({ address: 'shows@trunkshow.test' })
    expect(visitor[0]!.replyTo).toMatchObject([{ address: hostMail }])
    for (const mail of host) expect(mail.raw.replace(/=\r\n/g, '')).not.toContain(token)

    const entries = visitor.map(calendarOf)
    expect(entries.map(({ method, status, sequence }) => [method, status, sequence])).toEqual([
      ['REQUEST', 'CONFIRMED', 0],
      ['REQUEST', 'CONFIRMED', 1],
      ['CANCEL', 'CANCELLED', 2],
    ])
    expect(entries.map(({ start, end }) => [start, end])).toEqual([
      [`${event.eventDate}T10:00:00`, `${event.eventDate}T10:30:00`],
      [`${event.eventDate}T11:00:00`, `${event.eventDate}T11:30:00`],
      [`${event.eventDate}T11:00:00`, `${event.eventDate}T11:30:00`],
    ])
    // The host's is published, and has no attendee (RFC 5546, 3.2.1).
    const published = host.map(calendarOf)
    expect(published.map(({ method, status, sequence }) => [method, status, sequence])).toEqual([
      ['PUBLISH', 'CONFIRMED', 0],
      ['PUBLISH', 'CONFIRMED', 1],
      ['CANCEL', 'CANCELLED', 2],
    ])
    for (const [index, mail] of host.entries()) {
      expect(published[index]!.uid).toBe(entries[0]!.uid)
      expect(published[index]!.text).not.toContain('ATTENDEE')
      expect(mail.raw).toMatch(
        new RegExp(`content-type: text/calendar;[^\\n]*method=${published[index]!.method}`, 'i'),
      )
    }
    for (const entry of entries) {
      expect(entry.text).toContain('ATTENDEE')
      expect(entry).toMatchObject({
        zone: 'America/New_York',
        zoneName: 'America/New_York',
        stampIsUtc: true,
        url: link,
      })
      expect(entry.uid).toBe(entries[0]!.uid)
    }
    for (const [index, mail] of visitor.entries()) {
      expect(mail.raw).toMatch(
        new RegExp(`content-type: text/calendar;[^\\n]*method=${entries[index]!.method}`, 'i'),
      )
    }
    expect(await statusesOf(id)).toEqual([
      { kind: 'booking_confirmation', status: 'sent', recipient: visitorMail },
      { kind: 'booking_notice', status: 'sent', recipient: hostMail },
      { kind: 'booking_rescheduled', status: 'sent', recipient: visitorMail },
      { kind: 'booking_rescheduled_notice', status: 'sent', recipient: hostMail },
      { kind: 'booking_cancelled', status: 'sent', recipient: visitorMail },
      { kind: 'booking_cancelled_notice', status: 'sent', recipient: hostMail },
    ])
  })

  test.each([
    ['2027-01-15', '15:00:00.000Z', 'EST'],
    ['2027-07-15', '14:00:00.000Z', 'EDT'],
  ])('show an appointment at 10:00 on %s at the right instant', async (eventDate, utc, abbreviation) => {
    const mailbox = await openMailbox()
    const { visitorMail } = await makeBooking({ eventDate })
    await drain(mailbox.url)
    await mailbox.close()
    const [mail] = mailbox.to(visitorMail)
    const entry = calendarOf(mail!)
    const zone = new ICAL.Timezone(
      new ICAL.Component(ICAL.parse(entry.text)).getFirstSubcomponent('vtimezone')!,
    )
    const wall = ICAL.Time.fromString(entry.start, undefined as never)
    wall.zone = zone
    expect(new Date(wall.toUnixTime() * 1000).toISOString()).toBe(`${eventDate}T${utc}`)
    expect(mail!.text).toContain(`10:00 AM – 10:30 AM ${abbreviation}`)
  })

  test('go to the owner when the event has no contact', async () => {
    const mailbox = await openMailbox()
    const { host } = await makeBooking({ contactEmail: '' })
    await drain(mailbox.url)
    await mailbox.close()
    expect(mailbox.to(host.email)).toHaveLength(1)
  })

  test('go to the owner until the event’s contact has confirmed', async () => {
    const mailbox = await openMailbox()
    const { host, hostMail, event } = await makeBooking()
    await app.rows('UPDATE email_confirmations SET confirmed_at = NULL WHERE email = $1', [hostMail])
    await drain(mailbox.url)
    expect(mailbox.to(hostMail)).toEqual([])
    expect(mailbox.to(host.email)).toHaveLength(1)
    await host.confirmContact(hostMail.toUpperCase())
    await book(app, event.slots[1]!.id)
    await drain(mailbox.url)
    await mailbox.close()
    expect(mailbox.to(hostMail)).toHaveLength(1)
  })

  test('name the event’s contact as organizer only once it is confirmed', async () => {
    const organizers = (text: string) => text.replace(/\r\n /g, '').match(/ORGANIZER.*/g)
    const mailbox = await openMailbox()
    const { host, hostMail, visitorMail, event, token } = await makeBooking()
    await app.rows('UPDATE email_confirmations SET confirmed_at = NULL WHERE email = $1', [hostMail])
    await drain(mailbox.url)
    const before = [mailbox.to(visitorMail)[0]!, mailbox.to(host.email)[0]!].map(
      (mail) => calendarOf(mail).text,
    )
    for (const text of before) {
      expect(organizers(text)).toEqual([expect.stringContaining('mailto:shows@trunkshow.test')])
      expect(text).not.toContain(hostMail)
    }
    await host.confirmContact(hostMail)
    await app.call('POST', `/api/bookings/manage/${token}/reschedule`, { newTimeSlotId: event.slots[2]!.id })
    await drain(mailbox.url)
    await mailbox.close()
    const after = [mailbox.to(visitorMail)[1]!, mailbox.to(hostMail)[0]!].map((mail) => calendarOf(mail).text)
    for (const text of after)
      expect(organizers(text)).toEqual([expect.stringContaining(`mailto:${hostMail}`)])
  })

  test('beyond ten in five minutes reach the host as one digest, with none lost', async () => {
    const mailbox = await openMailbox()
    const { host, hostMail, event } = await makeBooking({
      maxBookingsPerSlot: 5,
      phoneQuestion: 'optional',
      questions: [formField({ id: 'wishes', label: 'Wishes', type: 'textarea' })],
    })
    const [first, second] = event.slots as [ListedSlot, ListedSlot]
    await host.call('PATCH', `/api/timeslots/${first.id}`, { totalSlots: 100 })
    const ids: number[] = []
    for (let guest = 1; guest < 30; guest++) {
      const attendee = {
        attendeeName: `Guest ${guest}`,
        attendeeEmail: `${unique()}@mail.test`,
        ...(guest === 11 && {
          phone: '212 555 0199',
          answers: { wishes: `No lace,\nplease. ${'Silk. '.repeat(100)}` },
        }),
      }
      const { body } = await book(app, first.id, attendee)
      ids.push(await bookingNumber(app, body.id))
    }
    await drain(mailbox.url)
    expect(mailbox.to(hostMail)).toHaveLength(10)
    await host.call('PATCH', `/api/bookings/${ids[27]}/reschedule`, { newTimeSlotId: second.id })
    await host.call('PATCH', `/api/bookings/${ids[28]}/cancel`)
    await drain(mailbox.url)
    expect(mailbox.to(hostMail)).toHaveLength(10)

    const notices = `company_id = ${host.companyId} AND audience = 'staff'`
    await app.rows(`UPDATE email_notifications SET sent_at = sent_at - interval '5 minutes',
      next_attempt_at = next_attempt_at - interval '5 minutes' WHERE ${notices}`)
    await Promise.all([drain(mailbox.url), drain(mailbox.url), drain(mailbox.url)])
    await mailbox.close()
    const digest = mailbox.to(hostMail).slice(10)
    expect(digest.map((mail) => mail.subject)).toEqual([`20 booking updates: ${event.name}`])
    const { weekday, month, day } = dayParts(event.eventDate)
    const date = `${weekday}, ${month} ${day}`
    const lines = digest[0]!.text!.split('\n').filter((line) => / Guest \d+,/.test(line))
    const singles = mailbox.to(hostMail).slice(0, 10)
    expect(singles.filter((mail) => mail.subject!.includes('Guest'))).toHaveLength(9)
    expect(lines).toHaveLength(20)
    expect(lines).toContain(`Rescheduled: Guest 28, ${date} at 10:30 AM`)
    expect(lines).toContain(`Canceled: Guest 29, ${date} at 10:00 AM`)
    expect(lines).toContain(`New: Guest 10, ${date} at 10:00 AM`)
    const answers = `Phone: 212 555 0199 · Wishes: No lace, please. ${'Silk. '.repeat(7)}…`
    expect(lines).toContain(`New: Guest 11, ${date} at 10:00 AM · ${answers}`)
    expect(digest[0]!.html).toContain(`http://shows.test/bookings/${event.id}`)
    expect(
      await app.rows(
        `SELECT status, count(*)::int AS mails, count(digest_id)::int AS digested FROM email_notifications
         WHERE ${notices} GROUP BY 1`,
      ),
    ).toEqual([{ status: 'sent', mails: 32, digested: 21 }])
  })

  test('tell the host how many spots a canceled booking opens', async () => {
    const mailbox = await openMailbox()
    const { host, hostMail, event, id } = await makeBooking({ maxBookingsPerSlot: 4, maxPartySize: 3 })
    const party = await book(app, event.slots[0]!.id, { attendeeName: 'Ann Lind', partySize: 3 })
    for (const booking of [id, await bookingNumber(app, party.body.id)])
      await host.call('PATCH', `/api/bookings/${booking}/cancel`)
    await drain(mailbox.url)
    await mailbox.close()
    const texts = mailbox.to(hostMail).map((mail) => mail.text!.replaceAll(/\s+/g, ' '))
    expect(texts).toContainEqual(
      expect.stringContaining('Grace Okafor no longer has an appointment. The spot is open again.'),
    )
    expect(texts).toContainEqual(
      expect.stringContaining('Ann Lind no longer has an appointment. The 3 spots are open again.'),
    )
  })

  test('are not sent to guests once the appointment has started', async () => {
    const mailbox = await openMailbox()
    const { id, visitorMail, hostMail } = await makeBooking()
    await app.rows(
      'UPDATE time_slots SET slot_date = slot_date - 60 WHERE id = (SELECT time_slot_id FROM bookings WHERE id = $1)',
      [id],
    )
    await drain(mailbox.url)
    await mailbox.close()
    expect([mailbox.to(visitorMail).length, mailbox.to(hostMail).length]).toEqual([0, 1])
  })

  test('are not sent when they no longer apply', async () => {
    const mailbox = await openMailbox()
    const { event, token, id, visitorMail } = await makeBooking()
    for (const slot of [event.slots[1]!, event.slots[2]!]) {
      await app.call('POST', `/api/bookings/manage/${token}/reschedule`, { newTimeSlotId: slot.id })
    }
    await app.call('GET', `/api/bookings/${token}/cancel`)
    await drain(mailbox.url)
    await mailbox.close()
    expect(mailbox.to(visitorMail).map((mail) => mail.subject)).toEqual([
      expect.stringMatching(/^Booking canceled/),
    ])
    expect((await statusesOf(id)).map((row) => row.status)).toEqual([
      ...Array(6).fill('skipped'),
      'sent',
      'sent',
    ])
  })
})

describe('the outbox', () => {
  test('writes .eml files without an SMTP server', async () => {
    const { id, visitorMail } = await makeBooking()
    await drain(undefined)
    const folder = join(app.config.dataDir, 'outbox')
    const mails = await Promise.all(
      (await readdir(folder)).map(async (file) => PostalMime.parse(await readFile(join(folder, file)))),
    )
    expect(mails.filter((mail) => mail.to?.[0]?.address === visitorMail)).toHaveLength(1)
    expect((await statusesOf(id)).map((row) => row.status)).toEqual(['sent', 'sent'])
  })

  test('keeps emails while the server is down, and sends each once when it is back', async () => {
    const away = await openMailbox()
    await away.close()
    const { id, visitorMail } = await makeBooking()
    expect(await drain(away.url)).toBe(false)
    const [first] = await app.rows('SELECT * FROM email_notifications WHERE booking_id = $1 ORDER BY id', [
      id,
    ])
    expect(first).toMatchObject({
      status: 'pending',
      attempts: 1,
      error_message: expect.stringContaining('ECONNREFUSED'),
    })

    await app.rows('UPDATE email_notifications SET next_attempt_at = now() WHERE booking_id = $1', [id])
    const mailbox = await openMailbox()
    expect(await drain(mailbox.url)).toBe(true)
    expect(await drain(mailbox.url)).toBe(true)
    await mailbox.close()
    expect(mailbox.to(visitorMail)).toHaveLength(1)
  })

  test('keeps all emails while the server rejects the login', async () => {
    const { id, visitorMail } = await makeBooking()
    const mailbox = await openMailbox()
    expect(await drain(mailbox.url.replace('smtp://', 'smtp://me:wrong@'))).toBe(false)
    expect((await statusesOf(id)).map((row) => row.status)).toEqual(['pending', 'pending'])
    await app.rows('UPDATE email_notifications SET next_attempt_at = now() WHERE booking_id = $1', [id])
    expect(await drain(mailbox.url)).toBe(true)
    await mailbox.close()
    expect(mailbox.to(visitorMail)).toHaveLength(1)
  })

  test('gives up on a rejected address at once and sends the next email', async () => {
    const { id, visitorMail, hostMail } = await makeBooking()
    const refusal = Object.assign(new Error('no such mailbox'), { responseCode: 550 })
    const mailbox = await openMailbox({ refuse: (address) => (address === visitorMail ? refusal : null) })
    await drain(mailbox.url)
    await mailbox.close()
    expect(mailbox.to(hostMail)).toHaveLength(1)
    expect((await statusesOf(id)).map((row) => row.status)).toEqual(['failed', 'sent'])
  })

  test('sends thirty emails a day to a guest’s address, since anyone can type it, and the rest later', async () => {
    const mailbox = await openMailbox()
    const { host, event, visitorMail, id } = await makeBooking()
    for (let moves = 0; moves < 31; moves++) {
      await drain(mailbox.url)
      const newTimeSlotId = event.slots[moves % 2 === 0 ? 1 : 0]!.id
      await host.call('PATCH', `/api/bookings/${id}/reschedule`, { newTimeSlotId })
    }
    await drain(mailbox.url)
    expect(mailbox.to(visitorMail)).toHaveLength(30)
    const waiting = await app.rows(
      `SELECT email_type AS kind, waits_for AS reason, next_attempt_at > now() AS later FROM email_notifications
       WHERE booking_id = $1 AND status = 'waiting' AND email_type NOT LIKE '%notice' ORDER BY id`,
      [id],
    )
    expect(waiting).toEqual(Array(2).fill({ kind: 'booking_rescheduled', reason: 'recipient', later: true }))

    await app.rows(
      `UPDATE email_notifications SET next_attempt_at = now(), sent_at = sent_at - interval '1 day'
       WHERE booking_id = $1`,
      [id],
    )
    await drain(mailbox.url)
    await mailbox.close()
    // Of the two that waited, only the last one still applies.
    expect(mailbox.to(visitorMail)).toHaveLength(31)
  })

  test('sends no email twice when two workers drain it at once', async () => {
    const mailbox = await openMailbox()
    const bookings = await Promise.all(Array.from({ length: 8 }, () => makeBooking()))
    await Promise.all([drain(mailbox.url), drain(mailbox.url), drain(mailbox.url)])
    await mailbox.close()
    for (const { visitorMail, hostMail } of bookings) {
      expect(mailbox.to(visitorMail)).toHaveLength(1)
      expect(mailbox.to(hostMail)).toHaveLength(1)
    }
  })

  test('is drained as soon as the worker is woken', async () => {
    const mailbox = await openMailbox()
    const config = { ...app.config, smtpUrl: mailbox.url }
    const worker = await startWorker({ config, pool: app.pool, databaseUrl: app.config.databaseUrl! })
    const { visitorMail, hostMail } = await makeBooking()
    worker.wakeEmailWorker()
    await vi.waitFor(() => expect(mailbox.to(hostMail)).toHaveLength(1), { timeout: 90_000 })
    expect(mailbox.to(visitorMail)).toHaveLength(1)
    await worker.stop()
    await mailbox.close()
  })
})
