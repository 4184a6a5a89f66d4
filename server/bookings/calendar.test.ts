import { fromMinutes } from '@trunkshow/contract/dates.ts'
import { isOnClocks } from '@trunkshow/contract/events/rules.ts'
import { formatSlotTime } from '@trunkshow/contract/zones.ts'
import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { startTestApp, unique } from '../test/app.ts'
import { book, makeCompany, makeEvent } from '../test/factories.ts'
import { newYork } from '../test/new-york.ts'
import { openPage } from '../test/visitor-page.ts'
import type { BookingRow } from './queries.ts'
import { writeCalendar } from './write-calendar.ts'

const app = startTestApp({
  PUBLIC_URL: 'http://shows.test',
  SMTP_URL: 'smtp://mail.test',
  MAIL_FROM: 'Trunkshow <shows@trunkshow.test>',
})

/** Returns the start and end of a calendar's only entry, as calendar programs read them. */
function instantsIn(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const zone = calendar.getFirstSubcomponent('vtimezone')
  const entry = calendar.getFirstSubcomponent('vevent')!
  return ['dtstart', 'dtend'].map((name) => {
    const time = entry.getFirstPropertyValue(name) as ICAL.Time
    if (entry.getFirstProperty(name)!.getFirstParameter('tzid')) time.zone = new ICAL.Timezone(zone!)
    return new Date(time.toUnixTime() * 1000).toISOString()
  })
}

/** Returns the instants of `November 5, 2028` and `1:30 AM – 2:00 AM EST`; one time zone can apply to both. */
function instantsNamed(date: string, range: string) {
  const [start, end] = range.split(' – ') as [string, string]
  const zone = end.slice(-3)
  return [/E[SD]T$/.test(start) ? start : `${start} ${zone}`, end].map((time) =>
    new Date(`${date} ${time}`).toISOString(),
  )
}

const nights = [
  ['2028-03-12', 'March 12, 2028'],
  ['2028-11-05', 'November 5, 2028'],
  ['2028-07-04', 'July 4, 2028'],
] as const

test('page, download and database name the same instant for every slot of a night in which clocks change', async () => {
  const host = await makeCompany(app)
  for (const [eventDate, date] of nights) {
    const hours = { eventDate, startTime: '00:00', endTime: '05:00', location: '' }
    const { slots } = await makeEvent(host, hours)
    for (const { id } of slots) {
      const { id: token } = (await book(app, id)).body
      const page = await openPage(app, `/booking/${token}`)
      const [range] = /\d+:\d\d [AP]M(?: E[SD]T)? – \d+:\d\d [AP]M E[SD]T/.exec(page.read)!
      const { text } = await app.call('GET', `/booking/${token}/appointment.ics`)
      const named = instantsNamed(date, range)
      expect(instantsIn(text), `${eventDate} ${range}`).toEqual(named)
      const [stored] = await app.rows('SELECT starts_at FROM time_slots WHERE id = $1', [id])
      expect(stored!.starts_at.toISOString(), `${eventDate} ${range}`).toBe(named[0])
    }
  }
})

test('an email’s calendar entry starts and ends when its text says, at any minute the clocks change', async () => {
  const event = await makeEvent(await makeCompany(app))
  const booking = { id: 1, eventId: event.id, timeSlotId: 1, sequence: 0, status: 'active' } as const
  const who = { attendeeName: 'Grace Okafor', attendeeEmail: 'grace@okafor.test' }
  const minute = fc.integer({ min: 0, max: 5 * 60 })
  fc.assert(
    fc.property(
      fc.constantFrom(...nights),
      minute,
      fc.integer({ min: 1, max: 240 }),
      (night, from, length) => {
        const [slotDate, date] = night
        const times = { slotDate, startTime: fromMinutes(from), endTime: fromMinutes(from + length) }
        fc.pre(isOnClocks(times, newYork))
        const row = { ...booking, ...who, ...times } as BookingRow
        const { text } = writeCalendar(app.config, row, event, 'visitor', null)
        const named = instantsNamed(date, formatSlotTime(times, newYork))
        expect(instantsIn(text)).toEqual(named)
      },
    ),
    { numRuns: 300 },
  )
})

test('the file for a guest’s calendar names the event’s contact as organizer only once it is confirmed', async () => {
  const contactEmail = `${unique('contact')}@vale.test`
  const host = await makeCompany(app)
  const { slots } = await makeEvent(host, { contactEmail })
  const { id: token } = (await book(app, slots[0]!.id)).body
  const organizer = async () => {
    const { text } = await app.call('GET', `/booking/${token}/appointment.ics`)
    return /mailto:.*/.exec(text.replace(/\r\n /g, '').match(/ORGANIZER.*/)![0])![0]
  }
  await app.rows('UPDATE email_confirmations SET confirmed_at = NULL WHERE email = $1', [contactEmail])
  expect(await organizer()).toBe('mailto:shows@trunkshow.test')
  await host.confirmContact(contactEmail)
  expect(await organizer()).toBe(`mailto:${contactEmail}`)
})

test('a guest’s link leads to the form of Google Calendar or Outlook, with the appointment at its instant', async () => {
  const night = { eventDate: '2028-11-05', startTime: '00:00', endTime: '05:00', location: '' }
  const { slots } = await makeEvent(await makeCompany(app), { ...night, name: 'Gowns + Veils' })
  const { id: token } = (await book(app, slots[3]!.id)).body
  const { text } = await app.call('GET', `/booking/${token}/appointment.ics`)
  const [start, end] = instantsIn(text)
  const open = async (service: string) => {
    const answer = await app.call('GET', `/booking/${token}/calendar/${service}`)
    expect(answer).toMatchObject({ status: 302, headers: { 'referrer-policy': 'no-referrer' } })
    const { origin, pathname, searchParams } = new URL(String(answer.headers.location))
    return { to: origin + pathname, ...Object.fromEntries(searchParams) }
  }
  const link = `Reschedule or cancel: http://shows.test/booking/${token}`
  expect(await open('google')).toMatchObject({
    to: 'https://calendar.google.com/calendar/render',
    text: 'Gowns + Veils, Maison Vale',
    dates: [start, end].map((instant) => instant!.replace(/[-:]|\.000/g, '')).join('/'),
    details: link,
  })
  expect(await open('outlook')).toMatchObject({
    to: 'https://outlook.live.com/calendar/0/deeplink/compose',
    subject: 'Gowns + Veils, Maison Vale',
    startdt: start,
    enddt: end,
    body: link,
  })
  for (const url of [`/booking/${token}x/calendar/google`, `/booking/${token}/calendar/yahoo`])
    expect((await app.call('GET', url)).status).toBe(404)
})
