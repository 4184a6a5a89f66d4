import { describe, expect, test } from 'vitest'
import { type Answer, startTestApp, unique } from '../test/app.ts'
import { dayAhead, eventForm, makeCompany, makeEvent, makeShow, makeUser } from '../test/factories.ts'
import { eventKeys } from '../test/visitor-page.ts'

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
