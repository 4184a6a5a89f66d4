import { type Event, event as eventSchema } from '@trunkshow/contract/events/schema.ts'
import { timeSlot as slotSchema } from '@trunkshow/contract/slots/schema.ts'
import type { BookingPage, EventPage } from '@trunkshow/contract/visitor-page.ts'
import { describe, expect, test } from 'vitest'
import { bookingEmails } from '../bookings/emails.tsx'
import { databaseOf } from '../db/transaction.ts'
import { makeGrant } from '../http/grants.ts'
import { signId } from '../http/tokens.ts'
import { drainOutbox } from '../mail/drain-outbox.ts'
import { openTransport } from '../mail/transport.ts'
import { type Answer, startTestApp, unique } from '../test/app.ts'
import { assertBookingInvariants } from '../test/booking-invariants.ts'
import { book, dayAhead, eventForm, makeCoHost, makeCompany, makeEvent, makeUser } from '../test/factories.ts'
import { openMailbox } from '../test/mailbox.ts'
import { openPage } from '../test/visitor-page.ts'

const app = startTestApp()

/** `coHosted` is only for co-hosts, `userId` and `limitPerNetwork` only for the event's own staff. */
const { coHosted, userId, limitPerNetwork, ...visitorFields } = eventSchema.shape
const eventKeys = Object.keys(visitorFields).sort()
const slotKeys = Object.keys(slotSchema.shape).sort()
const tokenOf = ({ body }: { body: { id: string } }) => body.id
const idsOf = (answer: Answer): number[] => answer.body.map(({ id }: { id: number }) => id)

async function makeShow(changes: Record<string, unknown> = {}) {
  const host = await makeCompany(app)
  return { host, event: await makeEvent(host, changes) }
}

/** Returns the cookies a response sets, as the browser would send them back. */
function cookiesOf(answer: Answer) {
  return [answer.headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => String(cookie).split(';')[0]!)
    .join('; ')
}

describe('creating an event', () => {
  test('returns it as its page shows it, and stores its owner', async () => {
    const host = await makeCompany(app, 'order management')
    const form = eventForm()
    const { status, body } = await host.call('POST', '/api/events', form)
    expect(status).toBe(201)
    expect(body).toEqual({
      ...form,
      id: expect.any(Number),
      urlSlug: expect.stringMatching(/^spring-bridal-trunk-show-[a-z2-9]{6}$/),
      endDate: null,
      isPublic: true,
      isActive: true,
      logoUrl: null,
      bannerUrl: null,
      userId: host.id,
      limitPerNetwork: true,
    })
    const stored = await app.rows('SELECT company_id, user_id FROM events WHERE id = $1', [body.id])
    expect(stored).toEqual([{ company_id: host.companyId, user_id: host.id }])
    expect((await host.call('GET', `/api/events/${body.id}`)).body).toEqual({
      ...body,
      contactConfirmed: true,
    })
  })

  test('creates its slots with their spots for every day, as long as they end in time', async () => {
    const { event } = await makeShow({
      isMultiDay: true,
      eventDate: dayAhead(30),
      endDate: dayAhead(32),
      startTime: '10:00',
      endTime: '11:40',
      slotDuration: 45,
      maxBookingsPerSlot: 3,
    })
    const days = [dayAhead(30), dayAhead(31), dayAhead(32)]
    expect(event.slots).toEqual(
      days.flatMap((slotDate) =>
        [
          ['10:00', '10:45'],
          ['10:45', '11:30'],
        ].map(([startTime, endTime]) => ({
          id: expect.any(Number),
          eventId: event.id,
          slotDate,
          startTime,
          endTime,
          totalSlots: 3,
          availableSpots: 3,
          isAvailable: true,
          everBooked: false,
        })),
      ),
    )
  })

  test('accepts durations and spots as numbers or text; 30 minutes and 2 spots by default', async () => {
    const { event: typed } = await makeShow({ slotDuration: '60', maxBookingsPerSlot: '5' })
    expect([typed.slotDuration, typed.maxBookingsPerSlot, typed.slots.length]).toEqual([60, 5, 2])
    const { event } = await makeShow({ slotDuration: undefined, maxBookingsPerSlot: undefined })
    expect([event.slotDuration, event.maxBookingsPerSlot, event.slots.length]).toEqual([30, 2, 4])
  })

  test('creates 10,000 slots over a year', { timeout: 180_000 }, async () => {
    const host = await makeCompany(app)
    const { status, body } = await host.call(
      'POST',
      '/api/events',
      eventForm({
        isMultiDay: true,
        eventDate: dayAhead(1),
        endDate: dayAhead(250),
        startTime: '10:00',
        endTime: '20:00',
        slotDuration: 15,
      }),
    )
    expect(status).toBe(201)
    const made = await app.rows(
      `SELECT count(*)::int AS slots, count(DISTINCT slot_date)::int AS days FROM time_slots WHERE event_id = $1`,
      [body.id],
    )
    expect(made).toEqual([{ slots: 10_000, days: 250 }])
  })

  test('creates no slot for a day that is too short', async () => {
    const { event } = await makeShow({ endTime: '10:20', slotDuration: 30 })
    expect(event.slots).toEqual([])
  })

  test('works for the past, with slots', async () => {
    const { event } = await makeShow({ eventDate: dayAhead(-10) })
    expect(event.slots).toHaveLength(4)
  })

  test('that fails midway leaves neither event nor slots', async () => {
    const host = await makeCompany(app)
    await app.rows(`
      CREATE FUNCTION refuse_slot() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no more slots'; END $$`)
    await app.rows(`
      CREATE TRIGGER refuse_slot BEFORE INSERT ON time_slots FOR EACH ROW
      WHEN (NEW.start_time = '11:47') EXECUTE FUNCTION refuse_slot()`)
    const refused = await host.call(
      'POST',
      '/api/events',
      eventForm({ startTime: '10:47', endTime: '12:17' }),
    )
    expect(refused.status).toBe(500)
    expect(await app.rows('SELECT id FROM events WHERE company_id = $1', [host.companyId])).toEqual([])
    expect(await app.rows('SELECT id FROM time_slots WHERE company_id = $1', [host.companyId])).toEqual([])
  })

  test.each([
    [
      { name: '', hostName: '', eventDate: '', startTime: '', endTime: '' },
      {
        name: 'Event name is required',
        hostName: 'Host name is required',
        eventDate: 'Event date is required',
        startTime: 'Start time is required',
        endTime: 'End time is required',
      },
    ],
    [{ name: undefined }, { name: 'Event name is required' }],
    [{ contactEmail: 'nowhere' }, { contactEmail: 'Must be a valid email address' }],
    [{ eventDate: '2027-02-30' }, { eventDate: 'Enter a date as yyyy-MM-dd' }],
    [{ startTime: '10' }, { startTime: 'Enter a time as HH:mm' }],
    [{ endTime: '10:00' }, { endTime: 'End time must be after start time' }],
    [{ isMultiDay: true }, { endDate: 'End date is required for multi-day events' }],
    [{ isMultiDay: true, endDate: dayAhead(29) }, { endDate: 'End date must be on or after start date' }],
    [{ isMultiDay: true, endDate: dayAhead(30 + 366) }, { endDate: 'An event can last at most 366 days' }],
    [
      {
        isMultiDay: true,
        endDate: dayAhead(30 + 365),
        startTime: '08:00',
        endTime: '20:00',
        slotDuration: 15,
      },
      {
        endDate:
          'These dates and hours create more than 10,000 time slots. Shorten the event or lengthen the appointments.',
      },
    ],
    [{ slotDuration: 20 }, { slotDuration: 'Choose 15, 30, 45 or 60 minutes' }],
    [{ maxBookingsPerSlot: '6' }, { maxBookingsPerSlot: 'Choose 1 to 5 bookings per slot' }],
    [
      { urlSlug: 'a b' },
      { urlSlug: 'Custom URL can only contain letters, numbers, hyphens, and underscores' },
    ],
    [{ urlSlug: 'x'.repeat(51) }, { urlSlug: 'Custom URL must be 50 characters or less' }],
    [{ urlSlug: '20270416' }, { urlSlug: 'Custom URL needs at least one letter' }],
    [{ urlSlug: 'Events' }, { urlSlug: 'This custom URL is reserved. Please choose another.' }],
  ])('is rejected with %j, with a message at each field', async (changes, fields) => {
    const host = await makeCompany(app)
    const answer = await host.call('POST', '/api/events', eventForm(changes))
    const [message] = Object.values(fields)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', message, error: message } })
    expect(answer.body.fields).toEqual(fields)
    expect(await app.rows('SELECT id FROM events WHERE company_id = $1', [host.companyId])).toEqual([])
  })
})

describe('the slug of an event', () => {
  test('is stored as the host typed it, and opens in any case', async () => {
    const urlSlug = unique('Vale_Show-')
    const { event } = await makeShow({ urlSlug: ` ${urlSlug} ` })
    expect(event.urlSlug).toBe(urlSlug)
    for (const typed of [urlSlug, urlSlug.toLowerCase(), urlSlug.toUpperCase()]) {
      expect((await app.call('GET', `/api/events/${typed}`)).body.id).toBe(event.id)
      expect((await openPage<EventPage>(app, `/event/${typed}`)).content.event.id).toBe(event.id)
      expect((await openPage<EventPage>(app, `/public/event/${typed}`)).content.event.id).toBe(event.id)
    }
  })

  test.each([
    ['Été à Paris: l’ouverture!', /^ete-a-paris-l-ouverture-[a-z2-9]{6}$/],
    ['展示会', /^show-[a-z2-9]{6}$/],
    ['x'.repeat(60), /^x{40}-[a-z2-9]{6}$/],
    ['2027', /^2027-[a-z2-9]{6}$/],
  ])('is made from the name %j by default', async (name, slug) => {
    const { event } = await makeShow({ name, urlSlug: '' })
    expect(event.urlSlug).toMatch(slug)
  })

  test('is never the same for two events with one name', async () => {
    const host = await makeCompany(app)
    const shows = await Promise.all([makeEvent(host), makeEvent(host), makeEvent(host)])
    expect(new Set(shows.map((show) => show.urlSlug)).size).toBe(3)
  })

  test('is rejected when any event of any company has it, in any case', async () => {
    const urlSlug = unique('Taken')
    const { host } = await makeShow({ urlSlug })
    const stranger = await makeCompany(app)
    const mine = await makeEvent(stranger)
    const sentence = 'This custom URL is already in use. Please choose another.'
    for (const caller of [host, stranger]) {
      for (const typed of [urlSlug, urlSlug.toLowerCase(), urlSlug.toUpperCase()]) {
        const answer = await caller.call('POST', '/api/events', eventForm({ urlSlug: typed }))
        expect(answer).toMatchObject({ status: 409, body: { code: 'taken', message: sentence } })
        expect(answer.body.fields).toEqual({ urlSlug: sentence })
      }
    }
    const moved = await stranger.call('PUT', `/api/events/${mine.id}`, eventForm({ urlSlug }))
    expect(moved).toMatchObject({ status: 409, body: { fields: { urlSlug: sentence } } })
    expect((await app.call('GET', `/api/events/${mine.urlSlug}`)).body.id).toBe(mine.id)
  })

  test('goes to one of several concurrent requests', async () => {
    const host = await makeCompany(app)
    const urlSlug = unique('rush')
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => host.call('POST', '/api/events', eventForm({ urlSlug }))),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(7).fill(409)])
  })
})

describe('the list of events', () => {
  test('has public, active events that have not ended for guests', async () => {
    const host = await makeCompany(app)
    const shown = await makeEvent(host)
    const lasting = await makeEvent(host, {
      isMultiDay: true,
      eventDate: dayAhead(-3),
      endDate: dayAhead(1),
    })
    const kept = [
      await makeEvent(host, { isPublic: false }),
      await makeEvent(host, { isActive: false }),
      await makeEvent(host, { eventDate: dayAhead(-1) }),
      await makeEvent(host, { isMultiDay: true, eventDate: dayAhead(-3), endDate: dayAhead(-1) }),
      await makeEvent(host, { eventDate: dayAhead(-1), startTime: '00:00', endTime: '23:59' }),
    ]
    const stranger = await makeCompany(app)
    const listed = await app.call('GET', '/api/events?limit=500')
    const ids = idsOf(listed)
    expect(ids).toEqual(expect.arrayContaining([shown.id, lasting.id]))
    for (const { id } of kept) expect(ids).not.toContain(id)
    expect(idsOf(await stranger.call('GET', '/api/events'))).toEqual([])
    for (const event of listed.body) expect(Object.keys(event).sort()).toEqual(eventKeys)
  })

  test('ends an event by its venue’s clock', async () => {
    const host = await makeCompany(app)
    const { id } = await makeEvent(host)
    const isOverAt = async (end: string) => {
      await app.rows(
        `UPDATE events SET is_multi_day = true, event_date = ends::date - 1, end_date = ends::date,
           start_time = '00:00', end_time = greatest(ends::time, '00:01')
         FROM (SELECT now() AT TIME ZONE 'America/New_York' + $2::interval AS ends) AS clock WHERE id = $1`,
        [id, end],
      )
      const found = async (when: string) => idsOf(await host.call('GET', `/api/events?when=${when}`))
      const listed = idsOf(await app.call('GET', '/api/events?limit=500')).includes(id)
      return { past: await found('past'), upcoming: await found('upcoming'), listed }
    }
    // In UTC, both would have ended hours ago.
    expect(await isOverAt('2 hours')).toEqual({ past: [], upcoming: [id], listed: true })
    expect(await isOverAt('-5 minutes')).toEqual({ past: [id], upcoming: [], listed: false })
  })

  test('has all events of their company and no others for staff of every role', async () => {
    const host = await makeCompany(app)
    await makeShow()
    const ids = []
    for (const changes of [
      { eventDate: dayAhead(-5) },
      { eventDate: dayAhead(3), isPublic: false },
      { eventDate: dayAhead(4), isActive: false },
      { eventDate: dayAhead(5) },
    ]) {
      ids.push((await makeEvent(host, changes)).id)
    }
    for (const role of ['admin', 'order management', 'view only'] as const) {
      const colleague = await makeUser(app, host.companyId, role)
      expect(idsOf(await colleague.call('GET', '/api/events'))).toEqual(ids)
    }
  })

  test('continues through its Link header, soonest first, then by id', async () => {
    const host = await makeCompany(app)
    const dates = [12, 10, 11, 10, 12, 10, 11].map((days) => dayAhead(days))
    const made = []
    for (const eventDate of dates) made.push(await makeEvent(host, { eventDate }))
    const expected = made
      .toSorted((a, b) => a.eventDate.localeCompare(b.eventDate) || a.id - b.id)
      .map((event) => event.id)

    const pages: number[][] = []
    let url: string | undefined = '/api/events?limit=3'
    while (url) {
      const page: Answer = await host.call('GET', url)
      pages.push(idsOf(page))
      url = /^<(.+)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1]
    }
    expect(pages).toEqual([expected.slice(0, 3), expected.slice(3, 6), expected.slice(6)])
    expect((await host.call('GET', '/api/events?limit=7')).headers.link).toBeUndefined()
  })

  test('sorts upcoming events soonest first and past ones latest first, with Link header and count', async () => {
    const host = await makeCompany(app)
    const ids: Record<number, number> = {}
    for (const days of [-2, 3, -4, 1, -3, 2])
      ids[days] = (await makeEvent(host, { eventDate: dayAhead(days) })).id
    await makeEvent(host, { eventDate: dayAhead(-1), isActive: false })
    for (const [when, order] of [
      ['upcoming', [1, 2, 3]],
      ['past', [-2, -3, -4]],
    ] as const) {
      const first = await host.call('GET', `/api/events?when=${when}&isActive=true&limit=2`)
      const next = /^<(.+)>; rel="next"$/.exec(String(first.headers.link))![1]!
      const second = await host.call('GET', next)
      expect([...idsOf(first), ...idsOf(second)]).toEqual(order.map((days) => ids[days]))
      expect(first.headers['x-total-count']).toBe('3')
    }
  })

  const cursor = (values: unknown) => Buffer.from(JSON.stringify(values)).toString('base64url')
  test.each([
    'page=2',
    'offset=x',
    'companyId=1',
    'limit=0',
    'limit=501',
    'limit=ten',
    'cursor=nonsense',
    `cursor=${cursor({})}`,
    `cursor=${cursor(['2027-01-01'])}`,
    `cursor=${cursor(['2027-01-01', 1, 1])}`,
    `cursor=${cursor(['soon', 1])}`,
    `cursor=${cursor(['2027-02-30', 1])}`,
    `cursor=${cursor(['2027-01-01', 'x'])}`,
    `cursor=${cursor(['2027-01-01', 3_000_000_000])}`,
    `cursor=${cursor([20270101, 1])}`,
  ])('is rejected with ?%s', async (query) => {
    const answer = await app.call('GET', `/api/events?${query}`)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', message: expect.any(String) } })
  })
})

describe('the landing page', () => {
  const fresh = startTestApp()

  test('says that there are no events, then lists them, and redirects staff to theirs', async () => {
    const empty = await openPage(fresh, '/')
    expect(empty.status).toBe(200)
    expect(empty.read).toContain('No Events Available')
    expect(empty.read).toContain(
      'There are currently no trunk show events scheduled. Check back later or create your own event.',
    )
    expect(empty.text).toMatch(/<a [^>]*href="\/host"[^>]*>Create an Event<\/a>/)

    const host = await makeCompany(fresh)
    const shown = await makeEvent(host, { name: 'Open Show', maxBookingsPerSlot: 3, slotDuration: 15 })
    for (const [name, changes] of [
      ['Private Show', { isPublic: false }],
      ['Inactive Show', { isActive: false }],
      ['Past Show', { eventDate: dayAhead(-1) }],
    ] as const) {
      await makeEvent(host, { name, ...changes })
    }
    const landing = await openPage(fresh, '/')
    expect(landing.read).toContain('Available Trunk Shows')
    expect(landing.read).toContain('Open Show Hosted by Maison Vale')
    expect(landing.read).toContain('10:00 AM – 12:00 PM')
    expect(landing.read).toContain('Max 3 per 15 min slot')
    expect(landing.text).toMatch(new RegExp(`href="/event/${shown.id}"[^>]*>Book Appointment<`))
    expect(landing.text).not.toMatch(/Private Show|Inactive Show|Past Show/)
    expect(landing.signedIn).toBe(false)

    expect(await host.call('GET', '/')).toMatchObject({ status: 302, headers: { location: '/events' } })
  })
})

describe('the landing page with many events', () => {
  const crowded = startTestApp()

  /** Returns the event ids on a page, and the address of the next page. */
  async function openShows(url: string) {
    const { status, text } = await openPage(crowded, url)
    expect(status).toBe(200)
    const ids = [...text.matchAll(/href="\/event\/(\d+)"/g)].map(([, id]) => Number(id))
    const [link] = /<a [^>]*rel="next"[^>]*>More shows<\/a>/.exec(text) ?? []
    const next = link && /href="([^"]+)"/.exec(link)?.[1]
    return { ids, next, isLater: />First shows<\/a>/.test(text) }
  }

  /** Makes events of several companies on shuffled days from the 10th on; returns their ids, soonest first. */
  async function makeShows(count: number, companies: number) {
    const host = await makeCompany(crowded)
    const { id } = await makeEvent(host, { eventDate: dayAhead(10) })
    const others = await crowded.rows<{ id: number }>(
      'INSERT INTO companies (company_name) SELECT number FROM generate_series(2, $1) AS number RETURNING id',
      [companies],
    )
    const hosts = [host.companyId, ...others.map(({ id }) => id)]
    const made = await crowded.rows<{ id: number }>(
      `WITH made AS (
         INSERT INTO events (company_id, user_id, url_slug, name, host_name, description, location, show_location,
           is_multi_day, event_date, start_time, end_time, slot_duration, max_bookings_per_slot)
         SELECT ($3::int[])[1 + n % $4], user_id, url_slug || n, name || n, host_name, description, location,
           show_location, is_multi_day, event_date + n * 7 % 40, start_time, end_time, slot_duration,
           max_bookings_per_slot
         FROM events, generate_series(1, $2) AS n WHERE id = $1 RETURNING id, event_date
       )
       SELECT id FROM (SELECT id, event_date FROM made UNION SELECT id, event_date FROM events WHERE id = $1) AS shows
       ORDER BY event_date, id`,
      [id, count - 1, hosts, companies],
    )
    return { host, ids: made.map(({ id }) => id) }
  }

  test('links to each of 250 once, soonest first, although events are added between pages', async () => {
    const { host, ids } = await makeShows(250, 80)
    const pages = [await openShows('/')]
    expect(pages[0]).toMatchObject({ ids: ids.slice(0, 24), isLater: false })
    await makeEvent(host, { eventDate: dayAhead(5) })
    const last = await makeEvent(host, { eventDate: dayAhead(90) })
    for (let url = pages[0]!.next; url; url = pages.at(-1)!.next) pages.push(await openShows(url))
    expect(pages.flatMap((page) => page.ids)).toEqual([...ids, last.id])
    expect(pages.map((page) => page.ids.length)).toEqual([...Array(10).fill(24), 11])
    expect(pages.slice(1).every((page) => page.isLater)).toBe(true)
    expect((await openShows('/')).ids[0]).not.toBe(ids[0])
  })

  test('has a company’s six soonest, and a link to all of them', async () => {
    await crowded.rows('UPDATE events SET event_date = event_date - 365')
    const { ids } = await makeShows(30, 1)
    const few = await makeShows(6, 1)
    const [hidden, closed, past] = ids
    await crowded.rows('UPDATE events SET is_public = false WHERE id = $1', [hidden])
    await crowded.rows('UPDATE events SET is_active = false WHERE id = $1', [closed])
    await crowded.rows('UPDATE events SET event_date = event_date - 365 WHERE id = $1', [past])
    const listed = ids.slice(3)
    const page = await openPage(crowded, '/')
    const { ids: shown } = await openShows('/')
    expect(shown.sort()).toEqual([...listed.slice(0, 6), ...few.ids].sort())
    expect((await crowded.call('GET', '/api/events')).body).toHaveLength(12)
    expect(page.text.match(/href="[^"]+\/shows"/g)).toEqual([`href="/event/${listed[5]}/shows"`])
    const first = await openShows(`/event/${listed[5]}/shows`)
    expect(first).toMatchObject({ ids: listed.slice(0, 24), isLater: false })
    expect(await openShows(first.next!)).toMatchObject({ ids: listed.slice(24), isLater: true })
    expect((await crowded.call('GET', `/event/${hidden}/shows`)).status).toBe(404)
  })

  test('restarts when the events of a page have ended, and shows an error for a damaged link', async () => {
    await makeShows(25, 25)
    const { next } = await openShows('/')
    const damaged = await openPage(crowded, '/?cursor=nonsense')
    expect(damaged.status).toBe(400)
    expect(damaged.read).toContain('Unable to load available trunk show events.')
    await crowded.rows('UPDATE events SET event_date = event_date - 365')
    expect(await crowded.call('GET', next!)).toMatchObject({ status: 302, headers: { location: '/' } })
    expect((await openPage(crowded, '/?utm_source=mail')).read).toContain('No Events Available')
  })
})

describe('an inactive public event', () => {
  test('still opens by id and slug, and says that it takes no appointments', async () => {
    const { event } = await makeShow({ isActive: false })
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

describe('a private event', () => {
  async function makePrivate(changes = {}) {
    const { host, event } = await makeShow({ isPublic: false, location: 'Secret Garden', ...changes })
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
    const shown = await makeShow()
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
    const { host, event } = await makeShow()
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

describe('staff who open the public page by id', () => {
  test('are redirected to the slug, so that a link they copy works for others', async () => {
    for (const isPublic of [true, false]) {
      const { host, event } = await makeShow({ isPublic })
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
      const { event } = await makeShow({ isPublic })
      const coHost = await makeCoHost(app, event)
      const answer = await coHost.call('GET', `/event/${event.id}`)
      expect(answer).toMatchObject({ status: 302, headers: { location: `/event/${event.urlSlug}` } })
      const { event: other } = await makeShow({ isPublic: false })
      expect((await coHost.call('GET', `/event/${other.id}`)).status).toBe(404)
    }
  })

  test('of another company are not redirected, like guests', async () => {
    const { event } = await makeShow({ showLocation: false })
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
    const { host, event } = await makeShow()
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
    for (const slot of [...told[2]!.body, ...page.content.slots!]) {
      expect(Object.keys(slot).sort()).toEqual(slotKeys)
    }
    expect(Object.keys(page.content).sort()).toEqual([
      'ended',
      'event',
      'grant',
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
    const { host, event } = await makeShow({ showLocation, location: place, contactEmail })
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
    const config = { ...app.config, smtpUrl: mailbox.url }
    const transport = openTransport(config)
    await drainOutbox({ config, db: databaseOf(app.pool) }, bookingEmails, transport)
    transport.close()
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

describe('changing an event', () => {
  test('keeps its slug and its slots, and returns the new state', async () => {
    const { host, event } = await makeShow()
    const changed = await host.call(
      'PUT',
      `/api/events/${event.id}`,
      eventForm({ name: 'Autumn Show', startTime: '11:00', endTime: '13:00', maxBookingsPerSlot: 5 }),
    )
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject({
      id: event.id,
      urlSlug: event.urlSlug,
      name: 'Autumn Show',
      startTime: '11:00',
      maxBookingsPerSlot: 5,
    })
    expect((await host.call('GET', `/api/events/${event.id}/timeslots`)).body).toEqual(event.slots)
    const offered = await app.call('GET', `/api/events/${event.id}/timeslots`)
    expect(offered.body.map((slot: { startTime: string }) => slot.startTime)).toEqual(['11:00', '11:30'])
  })

  test('accepts a new slug, and the old one is 404', async () => {
    const { host, event } = await makeShow()
    const urlSlug = unique('New')
    const changed = await host.call('PUT', `/api/events/${event.id}`, eventForm({ urlSlug }))
    expect(changed.body.urlSlug).toBe(urlSlug)
    expect((await app.call('GET', `/api/events/${urlSlug}`)).body.id).toBe(event.id)
    expect((await app.call('GET', `/api/events/${event.urlSlug}`)).status).toBe(404)
    const again = await host.call(
      'PUT',
      `/api/events/${event.id}`,
      eventForm({ urlSlug: urlSlug.toUpperCase() }),
    )
    expect(again).toMatchObject({ status: 200, body: { urlSlug: urlSlug.toUpperCase() } })
  })

  test('keeps omitted fields: public and active do not change', async () => {
    const { host, event } = await makeShow({ isPublic: false, isActive: false })
    const kept = await host.call('PUT', `/api/events/${event.id}`, eventForm())
    expect(kept.body).toMatchObject({ isPublic: false, isActive: false })
    const opened = await host.call(
      'PUT',
      `/api/events/${event.id}`,
      eventForm({ isPublic: true, isActive: true }),
    )
    expect(opened.body).toMatchObject({ isPublic: true, isActive: true })
  })

  test('from several days to one drops the end date', async () => {
    const { host, event } = await makeShow({ isMultiDay: true, endDate: dayAhead(32) })
    expect(event.endDate).toBe(dayAhead(32))
    const changed = await host.call(
      'PUT',
      `/api/events/${event.id}`,
      eventForm({ isMultiDay: false, endDate: dayAhead(32) }),
    )
    expect(changed.body).toMatchObject({ isMultiDay: false, endDate: null })
  })

  test('is validated like a new event, and an invalid change changes nothing', async () => {
    const { host, event } = await makeShow()
    const answer = await host.call(
      'PUT',
      `/api/events/${event.id}`,
      eventForm({ name: ' ', endTime: '09:00' }),
    )
    expect(answer).toMatchObject({ status: 400, body: { fields: { name: 'Event name is required' } } })
    expect((await host.call('GET', `/api/events/${event.id}`)).body.name).toBe(event.name)
  })

  test('of another company or an unknown one is 404', async () => {
    const { event } = await makeShow()
    const stranger = await makeCompany(app)
    for (const id of [event.id, 2_000_000_000, 3_000_000_000, 'none', event.urlSlug, '0', '-1', '1.5']) {
      const answer = await stranger.call('PUT', `/api/events/${id}`, eventForm({ name: 'Taken over' }))
      expect(answer.status, String(id)).toBe(404)
    }
    expect((await app.call('GET', `/api/events/${event.id}`)).body.name).toBe(event.name)
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

test('a company’s list can be filtered to active events, with pages', async () => {
  const host = await makeCompany(app)
  const [one, two, gone] = [await makeEvent(host), await makeEvent(host), await makeEvent(host)]
  await host.call('PUT', `/api/events/${gone.id}`, eventForm({ isActive: false }))
  expect(idsOf(await host.call('GET', '/api/events?isActive=false'))).toEqual([gone.id])
  const page = await host.call('GET', '/api/events?isActive=true&limit=1')
  const next = /<(.+)>; rel="next"/.exec(String(page.headers.link))![1]!
  expect([...idsOf(page), ...idsOf(await host.call('GET', next))]).toEqual([one.id, two.id])
})
