import { gunzipSync } from 'node:zlib'
import type { EventPage } from '@trunkshow/contract/visitor-page.ts'
import { expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { book, dayAhead, makeCoHost, makeCompany, makeEvent } from '../test/factories.ts'
import { openPage } from '../test/visitor-page.ts'

const clock = { now: 0 }
/** Pages are shared for a second of this clock. */
const app = startTestApp({}, { now: () => clock.now })

async function makeShow(changes: Record<string, unknown> = {}) {
  const host = await makeCompany(app)
  const event = await makeEvent(host, changes)
  const address = `/event/${event.urlSlug}`
  const open = (headers: Record<string, string> = {}, at = address) =>
    openPage<EventPage>(app, at, { headers })
  return { host, event, slots: event.slots, address, open }
}

/** Counts how often pages were rendered and slots were read during the work. */
async function count(work: () => Promise<unknown>) {
  const { visitorRenderer } = app.app
  const { render } = visitorRenderer
  const { query } = app.pool
  const counts = { draws: 0, reads: 0 }
  visitorRenderer.render = (page) => {
    counts.draws += 1
    return render(page)
  }
  const names = ['list-offered-slots', 'list-slot-dates']
  app.pool.query = ((...given: Parameters<typeof query>) => {
    const { name } = given[0] as unknown as { name?: string }
    if (name && names.includes(name)) counts.reads += 1
    return query.apply(app.pool, given)
  }) as typeof query
  try {
    await work()
  } finally {
    visitorRenderer.render = render
    app.pool.query = query
  }
  return counts
}

test('a hundred requests at once, and those of the next second, share one rendering and one query', async () => {
  const { event, slots, open } = await makeShow({
    isMultiDay: true,
    endDate: dayAhead(230),
    endTime: '20:00',
  })
  expect(slots.length).toBeGreaterThan(4000)
  const once = { draws: 1, reads: 2 }
  expect(await count(() => Promise.all(Array.from({ length: 100 }, () => open())))).toEqual(once)
  clock.now += 999
  expect(await count(() => open())).toEqual({ draws: 0, reads: 0 })
  clock.now += 1
  expect(await count(() => open())).toEqual(once)
  // A page of another date still shares the counts of all dates.
  const at = `/event/${event.urlSlug}?date=${slots[4000]!.slotDate}`
  expect(await count(() => Promise.all([open({}, at), open({}, at)]))).toEqual({ draws: 1, reads: 1 })
  // Invalid dates all share one page.
  const wrong = Array.from({ length: 20 }, (_, index) => `/event/${event.urlSlug}?date=never-${index}`)
  expect(await count(() => Promise.all(wrong.map((at) => open({}, at))))).toEqual({ draws: 1, reads: 1 })
})

test('no guest gets another’s fields: each has their own key, stamp, and grant', async () => {
  const { open, slots, address } = await makeShow()
  const pages = await Promise.all(Array.from({ length: 30 }, () => open()))
  const keys = pages.map(({ content }) => content.idempotencyKey)
  expect(new Set(keys).size).toBe(30)
  for (const { text, content } of pages) {
    const { idempotencyKey, opened, grant } = content
    // Each is in the form and in the hydration data, and no placeholder is left.
    for (const value of [idempotencyKey, opened, grant!]) expect(text.split(`"${value}"`)).toHaveLength(3)
    for (const key of keys) expect(text.includes(key)).toBe(key === idempotencyKey)
    expect(text).not.toMatch(/[0-9a-f-]{36}\.(idempotencyKey|opened|grant)/)
  }
  const form = {
    timeSlotId: String(slots[0]!.id),
    attendeeName: 'Grace Okafor',
    attendeeEmail: 'grace@okafor.test',
  }
  const posts = await Promise.all(
    pages
      .slice(0, 2)
      .map(({ content: { idempotencyKey, opened, grant } }) =>
        openPage<EventPage>(app, address, { form: { ...form, idempotencyKey, opened, grant: grant! } }),
      ),
  )
  expect(new Set(posts.map(({ content }) => content.booked!.id)).size).toBe(2)
})

test('clients with gzip get what was compressed once, with their own fields, and others get it uncompressed', async () => {
  const { address } = await makeShow()
  const ask = (accepted: string) =>
    app.app.inject({ url: address, headers: { accept: 'text/html', 'accept-encoding': accepted } })
  const [packed, other, plain] = await Promise.all([ask('gzip, br'), ask('gzip'), ask('identity')])
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(plain.headers).toMatchObject({ vary: 'accept-encoding' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  const keyIn = (html: string) => /name="idempotencyKey"[^>]* value="([^"]+)"/.exec(html)![1]!
  const [mine, yours] = [packed, other].map(({ rawPayload }) => gunzipSync(rawPayload).toString())
  expect(keyIn(mine!)).not.toBe(keyIn(yours!))
  const bare = (html: string) => html.replaceAll(/"(\d+[-.][\w.-]{20,}|[0-9a-f-]{36})"/g, '""')
  expect(bare(mine!)).toBe(bare(plain.payload))
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
})

test('a placeholder that a host types is text', async () => {
  const { open } = await makeShow({ description: 'x.idempotencyKey .opened $& $1 y.grant' })
  const { content, read } = await open()
  expect(read).toContain('x.idempotencyKey .opened $& $1 y.grant')
  expect(content.event.description).toBe('x.idempotencyKey .opened $& $1 y.grant')
})

test('a private event’s page is only sent to callers who may open it, even if just rendered for others', async () => {
  const { host, event, open } = await makeShow({ isPublic: false })
  const at = `/event/${event.id}`
  const bySlug = await open()
  expect(bySlug.status).toBe(200)
  const stranger = await open({}, at)
  expect(stranger.status).toBe(404)
  expect(stranger.text.includes(event.name)).toBe(false)
  const other = await makeCompany(app)
  expect((await open({ cookie: other.cookie }, at)).status).toBe(404)
  const granted = await open({ 'x-booking-grant': bySlug.content.grant! }, at)
  expect(granted.status).toBe(200)
  expect(granted.content).not.toHaveProperty('grant')
  await host.call('PUT', `/api/events/${event.id}`, {
    ...event,
    isPublic: false,
    urlSlug: `${event.urlSlug}-2`,
  })
  expect((await open()).status).toBe(404)
})

test('staff and guests never share a page', async () => {
  const { host, event, open } = await makeShow({ showLocation: false })
  const coHost = await makeCoHost(app, event)
  const own = await open({ cookie: host.cookie })
  const visitor = await open()
  const guest = await open({ cookie: coHost.cookie })
  const elsewhere = await open({ cookie: (await makeCompany(app)).cookie })
  const location = '12 Mercer Street'
  expect([own, visitor, guest, elsewhere].map(({ text }) => text.includes(location))).toEqual([
    true,
    false,
    true,
    false,
  ])
  expect([own, visitor, guest, elsewhere].map(({ signedIn }) => signedIn)).toEqual([true, false, true, true])
  expect(visitor.text).not.toMatch(/"userId"|"coHosted"/)
})

test('a guest who just booked, rescheduled, or canceled sees it at once, and so does everyone after', async () => {
  const { slots, address, open } = await makeShow({ maxBookingsPerSlot: 1 })
  const free = async (headers: Record<string, string> = {}) =>
    (await open(headers)).content.slots!.map(({ availableSpots }) => availableSpots)
  expect(await free()).toEqual([1, 1, 1, 1])
  const changed = (headers: Record<string, unknown>) => {
    const [cookie] = [headers['set-cookie']].flat().filter((cookie) => String(cookie).startsWith('changed='))
    return { cookie: String(cookie).split(';')[0]! }
  }
  const booked = await book(app, slots[0]!.id)
  expect(await free()).toEqual([1, 1, 1, 1])
  expect(await free({ cookie: 'changed=99999999999999' })).toEqual([1, 1, 1, 1])
  expect(await free(changed(booked.headers))).toEqual([0, 1, 1, 1])
  expect(await free()).toEqual([0, 1, 1, 1])

  const moved = await app.call('POST', `/api/bookings/manage/${booked.body.id}/reschedule`, {
    newTimeSlotId: slots[1]!.id,
  })
  expect(await free(changed(moved.headers))).toEqual([1, 0, 1, 1])
  const form = { timeSlotId: String(slots[2]!.id), attendeeName: 'Lena', attendeeEmail: 'lena@guest.test' }
  const posted = await openPage<EventPage>(app, address, { form })
  expect(posted.content.slots!.map(({ availableSpots }) => availableSpots)).toEqual([1, 0, 0, 1])
  expect(await free(changed(posted.headers))).toEqual([1, 0, 0, 1])
  const gone = await app.call('GET', `/api/bookings/${booked.body.id}/cancel`)
  expect(await free(changed(gone.headers))).toEqual([1, 1, 0, 1])
  // In the API, the whole list is shared, a single date's never.
  await book(app, slots[3]!.id)
  const { body } = await app.call(
    'GET',
    `/api/events/${slots[0]!.eventId}/timeslots?date=${slots[0]!.slotDate}`,
  )
  expect(body.map(({ availableSpots }: { availableSpots: number }) => availableSpots)).toEqual([1, 1, 0, 0])
})

test('hosts see their changes at once, and everyone sees changes to the event itself', async () => {
  const { host, event, slots, open } = await makeShow()
  await open()
  await open({ cookie: host.cookie })
  await host.call('PATCH', `/api/timeslots/${slots[0]!.id}`, { isAvailable: false })
  expect((await open({ cookie: host.cookie })).content.slots).toHaveLength(3)
  await app.rows('UPDATE events SET is_active = false WHERE id = $1', [event.id])
  expect((await open()).read).toContain('This event is not currently taking appointments')
  clock.now += 1000
  expect((await open()).content.slots).toHaveLength(3)
})

test('the public list of time slots is read once a second, and needs a grant for a private event', async () => {
  const { host, event, slots } = await makeShow({ isPublic: false })
  const at = `/api/events/${event.id}/timeslots`
  const page = await openPage<EventPage>(app, `/event/${event.urlSlug}`)
  const headers = { 'x-booking-grant': page.content.grant! }
  const list = (headers: Record<string, string> = {}, query = '') =>
    app.call('GET', at + query, undefined, headers)
  const offered = slots.map(({ everBooked, ...slot }) => slot)
  expect(await count(() => Promise.all(Array.from({ length: 20 }, () => list(headers))))).toEqual({
    draws: 0,
    reads: 1,
  })
  const shared = await list(headers)
  expect(shared).toMatchObject({ status: 200, body: offered })
  expect(shared.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  })
  expect((await list()).status).toBe(404)
  expect((await list({ cookie: (await makeCompany(app)).cookie }, '?bookable=true')).status).toBe(404)
  await book(app, slots[0]!.id, {}, headers)
  expect((await list(headers)).body[0].availableSpots).toBe(2)
  expect((await list({ cookie: host.cookie }, '?bookable=true')).body[0].availableSpots).toBe(1)
  expect((await list(headers)).body[0].availableSpots).toBe(1)
})
