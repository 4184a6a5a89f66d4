import { describe, expect, test } from 'vitest'
import { type Answer, startTestApp, unique } from '../test/app.ts'
import { dayAhead, eventForm, makeCompany, makeEvent, makeShow, makeUser } from '../test/factories.ts'
import { eventKeys, openPage } from '../test/visitor-page.ts'

const app = startTestApp()

const idsOf = (answer: Answer): number[] => answer.body.map(({ id }: { id: number }) => id)

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
    await makeShow(app)
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

  test('sorts upcoming events soonest first, and past ones and on request all latest first, with Link header and count', async () => {
    const host = await makeCompany(app)
    const ids: Record<number, number> = {}
    for (const days of [-2, 3, -4, 1, -3, 2])
      ids[days] = (await makeEvent(host, { eventDate: dayAhead(days) })).id
    await makeEvent(host, { eventDate: dayAhead(-1), isActive: false })
    for (const [which, order] of [
      ['when=upcoming', [1, 2, 3]],
      ['when=past', [-2, -3, -4]],
      ['when=upcoming&sort=newest', [3, 2, 1]],
    ] as const) {
      const first = await host.call('GET', `/api/events?${which}&isActive=true&limit=2`)
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

test('a company’s list can be filtered to active events, with pages', async () => {
  const host = await makeCompany(app)
  const [one, two, gone] = [await makeEvent(host), await makeEvent(host), await makeEvent(host)]
  await host.call('PUT', `/api/events/${gone.id}`, eventForm({ isActive: false }))
  expect(idsOf(await host.call('GET', '/api/events?isActive=false'))).toEqual([gone.id])
  const page = await host.call('GET', '/api/events?isActive=true&limit=1')
  const next = /<(.+)>; rel="next"/.exec(String(page.headers.link))![1]!
  expect([...idsOf(page), ...idsOf(await host.call('GET', next))]).toEqual([one.id, two.id])
})

test('a search finds parts of names, and for staff of places, but shows guests no hidden place', async () => {
  const host = await makeCompany(app)
  const name = unique('Défilé')
  const [mercer, paris] = [
    await makeEvent(host, { name, location: '12 Mercer Street', showLocation: false }),
    await makeEvent(host, { name, location: '5 Rue Cambon', city: 'Paris', timeZone: 'Europe/Paris' }),
  ]
  await makeEvent(host, { name: '100% Wool', location: 'Dallas' })
  const search = async (who: typeof host | typeof app, q: string) =>
    idsOf(await who.call('GET', `/api/events?q=${encodeURIComponent(q)}`))
  expect(await search(host, 'cambon')).toEqual([paris.id])
  expect(await search(host, `paris ${name.replaceAll('é', 'e')}`)).toEqual([paris.id])
  expect(await search(host, ' mercer ')).toEqual([mercer.id])
  expect(await search(host, '0%')).toHaveLength(1)
  expect(await search(host, '%')).toHaveLength(1)
  expect(await search(host, 'mercer cambon')).toEqual([])
  expect(await search(app, name)).toEqual([mercer.id, paris.id])
  expect(await search(app, `${name} mercer`)).toEqual([])
  const counted = await host.call('GET', `/api/events?limit=1&q=${name}`)
  expect([counted.headers['x-total-count'], counted.headers.link]).toEqual([
    '2',
    expect.stringContaining('q='),
  ])
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

const sending = startTestApp({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'shows@shop.test' })
const offline = startTestApp()

test('events of a company without a confirmed email open by link, and are listed once it is confirmed', async () => {
  const host = await makeCompany(sending)
  const event = await makeEvent(host, { name: 'Quiet Show' })
  const confirm = (at: string) =>
    sending.rows(`UPDATE users SET email_confirmed_at = ${at} WHERE id = $1`, [host.id])
  const isListed = async () => {
    const { body } = await sending.call('GET', '/api/events')
    const listed = body.some(({ id }: { id: number }) => id === event.id)
    expect((await openPage(sending, '/')).text.includes('Quiet Show')).toBe(listed)
    return listed
  }
  await confirm('NULL')
  expect(await isListed()).toBe(false)
  expect((await openPage(sending, `/event/${event.urlSlug}`)).status).toBe(200)
  expect((await openPage(sending, `/event/${event.id}`)).status).toBe(200)
  expect((await host.call('GET', '/api/events')).body).toHaveLength(1)
  await confirm('now()')
  expect(await isListed()).toBe(true)
})

test('they are listed without a mail server, since no one could confirm an email', async () => {
  const host = await makeCompany(offline)
  const event = await makeEvent(host)
  await offline.rows('UPDATE users SET email_confirmed_at = NULL WHERE id = $1', [host.id])
  expect((await offline.call('GET', '/api/events')).body).toMatchObject([{ id: event.id }])
})
