import { describe, expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { dayAhead, makeCompany, makeEvent } from '../test/factories.ts'
import { openPage } from '../test/visitor-page.ts'

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
