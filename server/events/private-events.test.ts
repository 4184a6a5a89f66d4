import type { Event } from '@trunkshow/contract/events/schema.ts'
import type { BookingPage, EventPage } from '@trunkshow/contract/visitor-page.ts'
import { describe, expect, test } from 'vitest'
import { makeGrant } from '../platform/http/grants.ts'
import { signId } from '../platform/http/tokens.ts'
import { cookiesOf, startTestApp } from '../test/app.ts'
import { book, eventForm, makeCompany, makeShow, makeUser, tokenOf } from '../test/factories.ts'
import { assertBookingInvariants } from '../test/invariants.ts'
import { openPage } from '../test/visitor-page.ts'

const app = startTestApp()

describe('a private event', () => {
  async function makePrivate(changes = {}) {
    const { host, event } = await makeShow(app, { isPublic: false, location: 'Secret Garden', ...changes })
    return { host, event, slot: event.slots[0]! }
  }

  /** Tries every way to access the event by id, and returns the status of each. */
  async function tryByNumber(
    { event, slot }: Awaited<ReturnType<typeof makePrivate>>,
    headers: Record<string, string> = {},
  ) {
    const answers = [
      await app.call('GET', `/api/events/${event.id}`, undefined, headers),
      await app.call('GET', `/api/events/${event.id}/timeslots`, undefined, headers),
      await book(app, slot.id, {}, headers),
      await app.call('GET', `/event/${event.id}`, undefined, { accept: 'text/html', ...headers }),
    ]
    return answers.map((answer) => answer.status)
  }

  const closed = [404, 404, 404, 404]
  const open = [200, 200, 201, 200]

  test('is 404 by its id', async () => {
    const show = await makePrivate()
    expect(await tryByNumber(show)).toEqual(closed)
    const unknown = await app.call('GET', '/api/events/2000000000')
    const hidden = await app.call('GET', `/api/events/${show.event.id}`)
    expect(hidden.body).toEqual(unknown.body)
    const pages = [await openPage(app, `/event/${show.event.id}`), await openPage(app, '/event/2000000000')]
    expect(pages[0]!.text).toBe(pages[1]!.text)
    expect(pages[0]!.read).toContain('Page Not Found')
    const posted = await openPage(app, `/event/${show.event.id}`, {
      form: { timeSlotId: String(show.slot.id), attendeeName: 'Eve', attendeeEmail: 'eve@mail.test' },
    })
    expect(posted.status).toBe(404)
    expect(await app.rows('SELECT id FROM bookings WHERE event_id = $1', [show.event.id])).toEqual([])
  })

  test('opens by its slug, hidden from search engines', async () => {
    const { event } = await makePrivate()
    const answer = await app.call('GET', `/api/events/${event.urlSlug}`)
    expect(answer).toMatchObject({ status: 200, body: { id: event.id, isPublic: false } })
    const page = await openPage<EventPage>(app, `/event/${event.urlSlug}`)
    expect(page.status).toBe(200)
    expect(page.content.slots).toHaveLength(4)
    expect(page.text).toMatch(/<meta name="robots" content="noindex"\/>/)
  })

  test('is usable by id in the browser that opened its slug', async () => {
    const show = await makePrivate()
    const page = await openPage(app, `/event/${show.event.urlSlug}`)
    const cookie = cookiesOf(page)
    expect(String(page.headers['set-cookie'])).toMatch(/^grant-\d+=.+; HttpOnly; SameSite=Lax/)
    expect(await tryByNumber(show, { cookie })).toEqual(open)
  })

  test('is usable with its page’s grant in a header or in a form field', async () => {
    const show = await makePrivate()
    const { grant } = (await openPage<EventPage>(app, `/event/${show.event.urlSlug}`)).content
    const header = { 'x-booking-grant': grant! }
    expect(await tryByNumber(show, header)).toEqual(open)
    const posted = await openPage(app, `/event/${show.event.id}`, {
      form: {
        timeSlotId: String(show.slot.id),
        attendeeName: 'Grace',
        attendeeEmail: 'grace@mail.test',
        grant: grant!,
      },
    })
    expect(posted.status).toBe(201)
  })

  test('is usable in the browser that opened a booking’s link', async () => {
    const show = await makePrivate()
    const { grant } = (await openPage<EventPage>(app, `/event/${show.event.urlSlug}`)).content
    const { body: booked } = await book(app, show.slot.id, {}, { 'x-booking-grant': grant! })
    const manage = await openPage<BookingPage>(app, `/booking/${booked.id}`)
    expect(manage.content.slots).toHaveLength(3)
    expect(await tryByNumber(show, { cookie: cookiesOf(manage) })).toEqual(open)
  })

  test('rejects grants that are forged, truncated, for another event, or for another purpose', async () => {
    const [show, other] = [await makePrivate(), await makePrivate()]
    const page = await openPage<EventPage>(app, `/event/${other.event.urlSlug}`)
    const othersGrant = page.content.grant!
    const own = (await openPage<EventPage>(app, `/event/${show.event.urlSlug}`)).content.grant!
    const { body: booked } = await book(app, show.slot.id, {}, { 'x-booking-grant': own })
    const [expires, , link] = own.split('.') as [string, string, string]
    const [, signature] = own.split('-')
    for (const grant of [
      String(show.event.id),
      `${expires}.0.${show.event.id}`,
      `${show.event.id}-${'0'.repeat(32)}`,
      `${expires}.0.${show.event.id}-${'0'.repeat(32)}`,
      `${expires}.0.${show.event.id}-${othersGrant.split('-')[1]}`,
      own.slice(0, -1),
      own.toUpperCase() === own ? own.toLowerCase() : own.toUpperCase(),
      `${expires}.0.${show.event.id}-${signature}0`,
      link,
      `${Number(expires) + 1}.0.${link}`,
      `${expires}0.0.${link}`,
      `${expires}.1.${link}`,
      `${expires}..${link}`,
      `${expires}.${link}`,
      `${expires}.${expires}.${link}`,
      makeGrant(app.config, { id: show.event.id, linkVersion: 0 }, -1000),
      signId(app.config, 'event', String(show.event.id)),
      othersGrant,
      booked.id,
      signId(app.config, 'booking', String(show.event.id)),
      '',
    ]) {
      expect(await tryByNumber(show, { 'x-booking-grant': grant }), grant).toEqual(closed)
      expect(await tryByNumber(show, { cookie: `grant-${show.event.id}=${grant}` }), grant).toEqual(closed)
    }
    expect(await tryByNumber(show, { cookie: cookiesOf(page) })).toEqual(closed)
  })

  test('is usable by id for a client that requested it by slug', async () => {
    const show = await makePrivate()
    const asked = await app.call('GET', `/api/events/${show.event.urlSlug.toUpperCase()}`)
    expect(String(asked.headers['set-cookie'])).toMatch(/^grant-\d+=.+; HttpOnly; SameSite=Lax/)
    expect(await tryByNumber(show, { cookie: cookiesOf(asked) })).toEqual(open)
    const byNumber = await app.call('GET', `/api/events/${show.event.id}`, undefined, {
      cookie: cookiesOf(asked),
    })
    expect(byNumber.headers['set-cookie']).toBeUndefined()
    const shown = await makeShow(app)
    const ofPublic = await app.call('GET', `/api/events/${shown.event.urlSlug}`)
    expect(ofPublic.headers['set-cookie']).toBeUndefined()
  })

  test('opens by id only for its own staff', async () => {
    const show = await makePrivate()
    const stranger = await makeCompany(app)
    const colleague = await makeUser(app, show.host.companyId, 'view only')
    expect((await colleague.call('GET', `/api/events/${show.event.id}`)).body.id).toBe(show.event.id)
    expect((await colleague.call('GET', `/api/events/${show.event.id}/timeslots`)).body).toHaveLength(4)
    expect(await tryByNumber(show, { cookie: stranger.cookie })).toEqual(closed)
    expect((await stranger.call('GET', `/api/events/${show.event.urlSlug}`)).status).toBe(200)
  })
})

describe('an event that becomes private while its page is open', () => {
  /** Opens an event's page, then makes the event private; returns the page's grant. */
  async function makeClosed(address: (event: Event) => string | number) {
    const { host, event } = await makeShow(app)
    const page = await openPage<EventPage>(app, `/event/${address(event)}`)
    const { status } = await host.call('PUT', `/api/events/${event.id}`, eventForm({ isPublic: false }))
    expect(status).toBe(200)
    const slots = (headers: Record<string, string>) =>
      app.call('GET', `/api/events/${event.id}/timeslots?bookable=true`, undefined, headers)
    return { host, event, page, grant: page.content.grant!, slots, slot: event.slots[0]! }
  }
  const bySlug = (event: Event) => event.urlSlug
  const byNumber = (event: Event) => event.id

  test.each([
    ['slug', bySlug],
    ['number', byNumber],
  ])('can be booked from that page, opened by its %s', async (_name, address) => {
    const { event, page, grant, slots, slot } = await makeClosed(address)
    expect(page.headers['set-cookie']).toBeUndefined()
    expect((await slots({ 'x-booking-grant': grant })).body).toHaveLength(4)
    const booked = await book(app, slot.id, {}, { 'x-booking-grant': grant })
    expect(booked.status).toBe(201)

    const form = {
      timeSlotId: String(slot.id),
      attendeeName: 'Grace',
      attendeeEmail: 'grace@mail.test',
      grant,
    }
    const refused = await openPage<EventPage>(app, `/event/${event.id}`, {
      form: { ...form, attendeeEmail: 'grace@' },
    })
    expect(refused).toMatchObject({ status: 400, content: { grant, typed: { attendeeName: 'Grace' } } })
    expect(refused.content.slots).toHaveLength(4)
    const posted = await openPage<EventPage>(app, `/event/${event.id}`, { form })
    expect(posted).toMatchObject({ status: 201, content: { grant } })
    // The grant ends with the page that was open: a new page needs the link.
    expect(String(posted.headers['set-cookie'])).not.toContain('grant-')
    await assertBookingInvariants(app, event.id, [booked, { body: posted.content.booked! }].map(tokenOf))
  })

  test('is closed to everyone else, and to that page after a day', async () => {
    const [show, other] = [await makeClosed(bySlug), await makeClosed(bySlug)]
    const old = { timeSlotId: String(show.slot.id), attendeeName: 'Eve', attendeeEmail: 'eve@mail.test' }
    for (const grant of [
      '',
      other.grant,
      makeGrant(app.config, { id: show.event.id, linkVersion: 0 }, -1000),
      show.grant.replace(/^\d+/, (expires) => String(Number(expires) + 60)),
    ]) {
      expect((await show.slots({ 'x-booking-grant': grant })).status, grant).toBe(404)
      expect((await book(app, show.slot.id, {}, { 'x-booking-grant': grant })).status, grant).toBe(404)
      const posted = await openPage<EventPage>(app, `/event/${show.event.id}`, {
        form: { ...old, grant },
      })
      expect(posted.status, grant).toBe(404)
      expect(posted.content.event?.id, grant).not.toBe(show.event.id)
    }
    expect(await app.rows('SELECT id FROM bookings WHERE event_id = $1', [show.event.id])).toEqual([])
    expect((await openPage(app, `/event/${show.event.id}`)).status).toBe(404)
  })
})
