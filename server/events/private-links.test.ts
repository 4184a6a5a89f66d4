import { randomBytes } from 'node:crypto'
import { isUnguessable, makeSlug } from '@trunkshow/contract/events/rules.ts'
import type { BookingPage, EventPage } from '@trunkshow/contract/visitor-page.ts'
import { describe, expect, test } from 'vitest'
import { cookiesOf, startTestApp, unique } from '../test/app.ts'
import { book, eventForm, makeCoHost, makeCompany, makeEvent } from '../test/factories.ts'
import { openPage } from '../test/visitor-page.ts'

const app = startTestApp({ RATE_LIMIT: 'on', TRUST_PROXY: 'on' })

/** Network addresses that no other test uses. */
let networks = 0
const nextNetwork = () => ({ 'x-forwarded-for': `198.19.${Math.floor(++networks / 250)}.${networks % 250}` })

/** Makes an event and opens its page as a guest. `change` edits the event. */
async function makeShow(changes: object = {}) {
  const host = await makeCompany(app)
  const event = await makeEvent(host, { isPublic: false, ...changes })
  const page = await openPage<EventPage>(app, `/event/${event.urlSlug}`, { headers: nextNetwork() })
  const grant = page.content.grant!
  const change = async (changed: object) => {
    const answer = await host.call('PUT', `/api/events/${event.id}`, eventForm({ ...changes, ...changed }))
    expect(answer.status).toBe(200)
    return answer.body
  }
  return { host, event, slot: event.slots[0]!, grant, cookie: cookiesOf(page), change }
}
type Show = Awaited<ReturnType<typeof makeShow>>

/** Returns the status of every way to the event by id, with these headers and this grant in the form. */
async function tryByNumber({ event, slot }: Show, headers: Record<string, string>, grant = '') {
  const form = { timeSlotId: String(slot.id), attendeeName: 'Eve', attendeeEmail: 'eve@mail.test', grant }
  const all = { ...nextNetwork(), ...headers }
  return [
    (await app.call('GET', `/api/events/${event.id}`, undefined, all)).status,
    (await app.call('GET', `/api/events/${event.id}/timeslots`, undefined, all)).status,
    (await book(app, slot.id, { attendeeEmail: `${unique()}@mail.test` }, all)).status,
    (await openPage(app, `/event/${event.id}`, { headers: all })).status,
    (await openPage(app, `/event/${event.id}`, { form, headers: all })).status,
  ]
}

describe('a private event whose link is changed', () => {
  test('is closed at once to guests with the old link and its grants', async () => {
    const show = await makeShow()
    const { event, grant, cookie, change } = show
    const ways: [Record<string, string>, string?][] = [
      [{ cookie }],
      [{ 'x-booking-grant': grant }],
      [{}, grant],
    ]
    // The form is younger than two seconds, so the bot check rejects it where access is allowed.
    expect(await tryByNumber(show, { cookie })).toEqual([200, 200, 201, 200, 400])
    await change({ urlSlug: unique('moved-'), isPublic: false })
    for (const [headers, inForm] of ways)
      expect(await tryByNumber(show, headers, inForm)).toEqual([404, 404, 404, 404, 404])
    expect((await app.call('GET', `/api/events/${event.urlSlug}`, undefined, nextNetwork())).status).toBe(404)
    // Old grants stay invalid even if the host restores the old link.
    await change({ urlSlug: event.urlSlug, isPublic: false })
    expect(await tryByNumber(show, { cookie })).toEqual([404, 404, 404, 404, 404])
    expect((await app.call('GET', `/api/events/${event.urlSlug}`, undefined, nextNetwork())).status).toBe(200)
  })

  test('stays open to them when other fields or only the case of its link change', async () => {
    const show = await makeShow()
    await show.change({ name: 'Autumn', urlSlug: show.event.urlSlug.toUpperCase(), isPublic: false })
    expect((await tryByNumber(show, { cookie: show.cookie })).slice(0, 4)).toEqual([200, 200, 201, 200])
  })

  test('lets guests with an appointment reschedule, without revealing the new link, until they are canceled', async () => {
    const { event, slot, grant, change } = await makeShow()
    const { body: booked } = await book(app, slot.id, {}, { 'x-booking-grant': grant })
    const { urlSlug } = await change({ urlSlug: unique('moved-'), isPublic: false })
    const open = () => openPage<BookingPage>(app, `/booking/${booked.id}`)
    const page = await open()
    expect(page.content.slots).toHaveLength(3)
    expect(page.text).not.toContain(urlSlug)
    const moved = { newTimeSlotId: event.slots[1]!.id }
    expect((await app.call('POST', `/api/bookings/manage/${booked.id}/reschedule`, moved)).status).toBe(200)
    expect((await app.call('GET', `/api/bookings/${booked.id}/cancel`)).status).toBe(200)
    for (const after of [await open(), await openPage(app, `/cancel-booking/${booked.id}`)]) {
      expect(after.status).toBe(200)
      expect(String(after.headers['set-cookie'])).not.toContain('grant-')
      expect(after.text).not.toContain(urlSlug)
    }
  })
})

test('a form opened before a public event got another link can still be sent', async () => {
  const { event, slot, grant, change } = await makeShow({ isPublic: true })
  await change({ urlSlug: unique('moved-') })
  const form = { timeSlotId: String(slot.id), attendeeName: 'Grace', attendeeEmail: 'grace@', grant }
  const posted = await openPage<EventPage>(app, `/event/${event.urlSlug}`, { form, headers: nextNetwork() })
  expect(posted).toMatchObject({
    status: 400,
    content: { event: { id: event.id }, typed: { attendeeName: 'Grace' } },
  })
})

describe('the link generated for an event', () => {
  test('ends in 16 random characters for a private event, and in 6 for a public one', async () => {
    const host = await makeCompany(app)
    const links = [await makeEvent(host, { isPublic: false }), await makeEvent(host, { isPublic: false })]
    for (const { urlSlug } of links) {
      expect(urlSlug).toMatch(/^spring-bridal-trunk-show-[a-km-np-z2-9]{16}$/)
    }
    expect(links[0]!.urlSlug).not.toBe(links[1]!.urlSlug)
    expect((await makeEvent(host)).urlSlug).toMatch(/^spring-bridal-trunk-show(-[a-km-np-z2-9]{1,6})?$/)
    expect(makeSlug('A very long name of a show that goes on and on and on', randomBytes(16))).toHaveLength(
      50,
    )
  })

  test('counts as unguessable, unlike one that a host typed', () => {
    const made = Array.from({ length: 50 }, () => makeSlug('Spring', randomBytes(16)))
    expect(made.filter(isUnguessable)).toEqual(made)
    for (const typed of ['spring', 'spring-k3f9xa', 'spring-bridesmaidsevent', 'spring-2027-collection'])
      expect(isUnguessable(typed), typed).toBe(false)
  })
})

describe('a network that guesses links', () => {
  const get = (slug: string, headers: Record<string, string>) =>
    app.call('GET', `/api/events/${slug}`, undefined, headers)

  test('must wait after 60 wrong ones in an hour, in the API and pages together, and then finds no private event', async () => {
    const { event, host, cookie } = await makeShow()
    const shown = await makeShow({ isPublic: true })
    const coHost = await makeCoHost(app, event)
    const headers = nextNetwork()
    for (let tries = 0; tries < 30; tries++) {
      expect((await get(unique('guess-'), headers)).status).toBe(404)
      expect((await openPage(app, `/event/${unique('guess-')}`, { headers })).status).toBe(404)
    }
    const refused = await get(unique('guess-'), headers)
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const page = await openPage(app, `/event/${event.urlSlug}`, { headers })
    expect(page.status).toBe(429)
    expect(page.read).toContain('Check your link and try again in an hour.')
    expect((await get(event.urlSlug, headers)).status).toBe(429)

    // Public events, staff, guests with access, and other networks are not affected.
    expect((await get(shown.event.urlSlug, headers)).status).toBe(200)
    for (const known of [host.cookie, coHost.cookie, cookie])
      expect((await get(event.urlSlug, { ...headers, cookie: known })).status).toBe(200)
    expect((await get(event.urlSlug, nextNetwork())).status).toBe(200)
  })
})
