import type { EventPage } from '@trunkshow/contract/visitor-page.ts'
import { describe, expect, test } from 'vitest'
import { bookingEmails } from '../bookings/emails.ts'
import { startTestApp, unique } from '../test/app.ts'
import { book, makeCoHost, makeCompany, makeShow } from '../test/factories.ts'
import { openMailbox } from '../test/mail/mailbox.ts'
import { sendDue } from '../test/mail/sent-mails.ts'
import { eventKeys, openPage, slotKeys } from '../test/visitor-page.ts'

const app = startTestApp()

describe('an inactive public event', () => {
  test('still opens by id and slug, and says that it takes no appointments', async () => {
    const { event } = await makeShow(app, { isActive: false })
    for (const address of [event.id, event.urlSlug]) {
      expect((await app.call('GET', `/api/events/${address}`)).body).toMatchObject({ isActive: false })
      const page = await openPage<EventPage>(app, `/event/${address}`)
      expect(page.status).toBe(200)
      expect(page.read).toContain(event.name)
      expect(page.read).toContain('This event is not currently taking appointments')
      expect(page.text).not.toContain('<form')
    }
  })
})

describe('staff who open the public page by id', () => {
  test('are redirected to the slug, so that a link they copy works for others', async () => {
    for (const isPublic of [true, false]) {
      const { host, event } = await makeShow(app, { isPublic })
      for (const address of [`/event/${event.id}`, `/public/event/${event.id}`]) {
        const answer = await host.call('GET', address)
        expect(answer).toMatchObject({ status: 302, headers: { location: `/event/${event.urlSlug}` } })
      }
      const page = await openPage<EventPage>(app, `/event/${event.urlSlug}`, {
        headers: { cookie: host.cookie },
      })
      expect(page).toMatchObject({ status: 200, signedIn: true })
    }
  })

  test('and so are co-hosts, while others get 404 for a private event', async () => {
    for (const isPublic of [true, false]) {
      const { event } = await makeShow(app, { isPublic })
      const coHost = await makeCoHost(app, event)
      const answer = await coHost.call('GET', `/event/${event.id}`)
      expect(answer).toMatchObject({ status: 302, headers: { location: `/event/${event.urlSlug}` } })
      const { event: other } = await makeShow(app, { isPublic: false })
      expect((await coHost.call('GET', `/event/${other.id}`)).status).toBe(404)
    }
  })

  test('of another company are not redirected, like guests', async () => {
    const { event } = await makeShow(app, { showLocation: false })
    const stranger = await makeCompany(app)
    const page = await openPage<EventPage>(app, `/event/${event.id}`, {
      headers: { cookie: stranger.cookie },
    })
    expect(page.status).toBe(200)
    expect(page.content.event).toMatchObject({ id: event.id, location: null })
  })
})

describe('what guests see', () => {
  test('is what the page shows: no owner, no company, and no other guests', async () => {
    const { host, event } = await makeShow(app)
    await book(app, event.slots[0]!.id, { attendeeName: 'Hidden Guest', attendeeEmail: 'guest@hidden.test' })
    const page = await openPage<EventPage>(app, `/event/${event.urlSlug}`)
    const told = [
      await app.call('GET', `/api/events/${event.id}`),
      await app.call('GET', `/api/events/${event.urlSlug}`),
      await app.call('GET', `/api/events/${event.id}/timeslots`),
      page,
    ]
    for (const { text } of told) {
      expect(text).not.toMatch(
        /Hidden Guest|guest@hidden\.test|companyId|company_id|userId|user_id|limitPerNetwork|booked"/,
      )
      expect(text).not.toContain(host.email)
    }
    expect(Object.keys(told[0]!.body).sort()).toEqual(eventKeys)
    expect(Object.keys(told[1]!.body).sort()).toEqual(eventKeys)
    expect(Object.keys(page.content.event).sort()).toEqual(eventKeys)
    for (const slot of told[2]!.body) expect(Object.keys(slot).sort()).toEqual(slotKeys)
    for (const slot of page.content.slots!)
      expect([...Object.keys(slot), 'totalSpots'].sort()).toEqual(slotKeys)
    expect(Object.keys(page.content).sort()).toEqual([
      'ended',
      'event',
      'grant',
      'hours',
      'idempotencyKey',
      'opened',
      'page',
      'slots',
    ])
  })

  test.each([
    [false, 0],
    [true, 1],
  ])('includes the location only when showLocation is %s', async (showLocation, times) => {
    const place = `${unique('Quiet')} Street`
    const contactEmail = `${unique('host')}@vale.test`
    const attendeeEmail = `${unique('guest')}@mail.test`
    const { host, event } = await makeShow(app, { showLocation, location: place, contactEmail })
    const [first, second] = event.slots
    const { body: booked } = await book(app, first!.id, { attendeeEmail })
    const { body: withdrawn } = await book(app, second!.id)
    const stranger = await makeCompany(app)
    const told = {
      api: await app.call('GET', `/api/events/${event.id}`),
      list: await app.call('GET', '/api/events?limit=500'),
      stranger: await stranger.call('GET', `/api/events/${event.id}`),
      page: await openPage(app, `/event/${event.urlSlug}`),
      manage: await openPage(app, `/booking/${booked.id}`),
      calendar: await app.call('GET', `/booking/${booked.id}/appointment.ics`),
      cancelAnswer: await app.call('GET', `/api/bookings/${withdrawn.id}/cancel`),
      cancelPage: await openPage(app, `/cancel-booking/${booked.id}`, { form: {} }),
    }
    for (const [way, { text, status }] of Object.entries(told)) {
      expect([way, status, text.includes(place)]).toEqual([way, 200, showLocation])
    }
    expect(told.api.body.location).toBe(showLocation ? place : null)
    expect(told.cancelAnswer.body.event.location).toBe(showLocation ? place : null)
    expect((await host.call('GET', `/api/events/${event.id}`)).body.location).toBe(place)

    const mailbox = await openMailbox()
    await sendDue(app, bookingEmails, mailbox.url)
    await mailbox.close()
    const mails = [...mailbox.to(attendeeEmail), ...mailbox.to(contactEmail)]
    expect(mails.length).toBeGreaterThan(1)
    for (const { html, text, attachments } of mails) {
      const calendar = attachments.map(({ content }) => Buffer.from(content as ArrayBuffer).toString()).join()
      expect(calendar).toContain('BEGIN:VEVENT')
      for (const part of [html!, text!, calendar.replace(/\r\n /g, '')]) {
        expect(part.split(place).length > 1).toBe(times > 0)
      }
    }
  })
})

test.each([
  'none',
  '2000000000',
  '3000000000',
  '0',
  '%00',
  '%E0%A4%A',
  '%',
  'a%00b',
  'a%20b',
  '%27%3B--',
  'x'.repeat(101),
  'x'.repeat(300),
])('no event is at %j', async (address) => {
  expect(await app.call('GET', `/api/events/${address}`)).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  })
  const page = await openPage(app, `/event/${address}`)
  expect(page.status).toBe(404)
  expect(page.read).toContain('Page Not Found')
})
