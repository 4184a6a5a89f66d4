import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { signId } from '../platform/http/tokens.ts'
import { hashPassword } from '../session/hash-password.ts'
import { startTestApp } from '../test/app.ts'
import {
  book,
  eventForm,
  makeCoHost,
  makeCompany,
  makeEvent,
  makeUser,
  type TestUser,
} from '../test/factories.ts'
import { readValidEntry } from '../test/mail/calendar.ts'

const app = startTestApp({ PUBLIC_URL: 'http://shows.test', RATE_LIMIT: 'on', TRUST_PROXY: 'on' })

async function makeFeed(user: TestUser, eventId: number | null = null) {
  const { status, body } = await user.call('POST', '/api/calendar-feeds', { eventId })
  expect(status).toBe(200)
  return { id: body.id as number, path: new URL(body.url).pathname }
}

const read = (path: string) => app.call('GET', path)

/** The entries of a feed, as a calendar program reads them. */
async function entriesIn(path: string) {
  const { status, text } = await read(path)
  expect(status).toBe(200)
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map((entry) => new ICAL.Event(entry))
}

const summaries = async (path: string) => (await entriesIn(path)).map(({ summary }) => summary)

let networks = 0
/** Books as a guest of a network of their own. */
const bookAs = (slotId: number, attendeeName: string) =>
  book(app, slotId, { attendeeName }, { 'x-forwarded-for': `198.51.100.${++networks}` })

describe('a calendar feed', () => {
  test('is called after its event and company, as far as they have names', async () => {
    const host = await makeCompany(app)
    const event = await makeEvent(host, { name: 'Winter Show' })
    const feeds = [await makeFeed(host), await makeFeed(host, event.id)]
    const names = async () =>
      Promise.all(
        feeds.map(async ({ path }) => /X-WR-CALNAME:(.*)/.exec((await read(path)).text)![1]!.trim()),
      )
    expect(await names()).toEqual(['Trunkshow', 'Winter Show'])
    await host.call('POST', '/api/company', { companyName: 'Maison Vale' })
    expect(await names()).toEqual(['Maison Vale', 'Winter Show · Maison Vale'])
  })

  test('has the active bookings of all events or of one, as they are when it is read', async () => {
    const host = await makeCompany(app)
    const [first, second] = [await makeEvent(host), await makeEvent(host, { name: 'Winter Show' })]
    const [all, one] = [await makeFeed(host), await makeFeed(host, second.id)]
    await bookAs(first.slots[0]!.id, 'Grace Okafor')
    const moved = await bookAs(second.slots[0]!.id, 'Ada Lind')
    expect(await summaries(all.path)).toEqual([`Grace Okafor, ${first.name}`, 'Ada Lind, Winter Show'])
    expect(await summaries(one.path)).toEqual(['Ada Lind, Winter Show'])

    const [before] = await entriesIn(one.path)
    const { status } = await app.call('POST', `/api/bookings/manage/${moved.body.id}/reschedule`, {
      newTimeSlotId: second.slots[1]!.id,
    })
    expect(status).toBe(200)
    const [after] = await entriesIn(one.path)
    expect(after).toMatchObject({ uid: before!.uid, sequence: before!.sequence + 1 })
    expect(after!.startDate.toString()).not.toBe(before!.startDate.toString())

    await app.call('GET', `/api/bookings/${moved.body.id}/cancel`)
    expect(await summaries(one.path)).toEqual([])
  })

  test('is a valid calendar, whatever the guest typed', async () => {
    const host = await makeCompany(app)
    const event = await makeEvent(host, { location: 'Mayfair, London; 2nd floor', timeZone: 'Europe/London' })
    const typed = `BEGIN:VALARM <b>{{7*7}}</b> ; , \\n "Zoë" ${'long '.repeat(12)}`.slice(0, 99)
    await bookAs(event.slots[0]!.id, typed)
    const { path } = await makeFeed(host)
    const { text, headers } = await read(path)
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
    const entry = readValidEntry(text, 'Europe/London')
    // RFC 5546, 3.2.1: a published entry has no attendees.
    expect(entry.getAllProperties('attendee')).toEqual([])
    expect(entry.getAllSubcomponents()).toEqual([])
    expect(new ICAL.Event(entry).summary).toBe(`${typed.trim()}, ${event.name}`)
  })

  test('keeps its link until it is removed, then no link opens it, and a new one differs', async () => {
    const host = await makeCompany(app)
    const feed = await makeFeed(host)
    expect(await makeFeed(host)).toEqual(feed)
    expect((await host.call('GET', '/api/calendar-feeds')).body).toEqual([
      { id: feed.id, eventId: null, eventName: null, url: `http://shows.test${feed.path}` },
    ])
    expect((await host.call('DELETE', `/api/calendar-feeds/${feed.id}`)).status).toBe(204)
    expect((await read(feed.path)).status).toBe(404)
    const next = await makeFeed(host)
    expect(next.path).not.toBe(feed.path)
    expect((await read(next.path)).status).toBe(200)
    const last = next.path.at(-5) === '0' ? '1' : '0'
    expect((await read(next.path.replace(/.\.ics$/, `${last}.ics`))).status).toBe(404)
  })

  test('shows what its user may see now: nothing of others, of a past co-host, or of a removed user', async () => {
    const host = await makeCompany(app)
    const [event, other] = [await makeEvent(host), await makeEvent(host, { name: 'Not theirs' })]
    await bookAs(event.slots[0]!.id, 'Grace Okafor')
    await bookAs(other.slots[0]!.id, 'Ada Lind')
    const coHost = await makeCoHost(app, event)
    const feeds = [await makeFeed(coHost), await makeFeed(coHost, event.id)]
    for (const { path } of feeds) expect(await summaries(path)).toEqual([`Grace Okafor, ${event.name}`])
    expect((await coHost.call('POST', '/api/calendar-feeds', { eventId: other.id })).status).toBe(404)
    await app.rows('UPDATE event_co_hosts SET is_active = false WHERE user_id = $1', [coHost.id])
    await app.rows(`UPDATE events SET name = 'Renamed since' WHERE id = $1`, [event.id])
    for (const { path } of feeds) {
      expect(await summaries(path)).toEqual([])
      expect((await read(path)).text).not.toContain('Renamed since')
    }
    expect((await coHost.call('GET', '/api/calendar-feeds')).text).not.toContain('Renamed since')

    const colleague = await makeUser(app, host.companyId, 'view only')
    const { path } = await makeFeed(colleague)
    expect(await summaries(path)).toHaveLength(2)
    await app.rows('UPDATE users SET is_active = false WHERE id = $1', [colleague.id])
    expect((await read(path)).status).toBe(404)
  })

  test('ends with its user’s password, changed or reset, and once they are deactivated', async () => {
    const host = await makeCompany(app)
    const secret = 'rue-des-rosiers-7'
    const ways: ((user: TestUser) => Promise<unknown>)[] = [
      (user) =>
        user.call('POST', '/api/user/password', { oldPassword: secret, newPassword: 'rue-de-rivoli-12' }),
      async ({ id }) => {
        await app.rows(`UPDATE users SET reset_until = now() + interval '1 hour' WHERE id = $1`, [id])
        const token = signId(app.config, 'password', id, 0)
        return app.call('POST', '/api/password/reset', { token, password: 'rue-de-rivoli-12' })
      },
      ({ id }) => host.call('PUT', `/api/company/users/${id}`, { isActive: false }),
    ]
    for (const end of ways) {
      const user = await makeUser(app, host.companyId, 'view only')
      await app.rows('UPDATE users SET password_hash = $1 WHERE id = $2', [
        await hashPassword(secret),
        user.id,
      ])
      const { path } = await makeFeed(user)
      expect((await read(path)).status).toBe(200)
      expect(await end(user)).toMatchObject({ status: expect.toBeOneOf([200, 204]) })
      await app.rows('UPDATE users SET is_active = true WHERE id = $1', [user.id])
      expect((await read(path)).status).toBe(404)
    }
  })

  test('has bookings of the last two months, and none before', async () => {
    const host = await makeCompany(app)
    const event = await makeEvent(host)
    for (const [place, days] of [59, 61].entries()) {
      await bookAs(event.slots[place]!.id, `${days} days ago`)
      await app.rows('UPDATE time_slots SET slot_date = current_date - $2::int WHERE id = $1', [
        event.slots[place]!.id,
        days,
      ])
    }
    const { path } = await makeFeed(host)
    expect(await summaries(path)).toEqual([`59 days ago, ${event.name}`])
  })

  test('is read 120 times an hour at most', async () => {
    const { path } = await makeFeed(await makeCompany(app))
    for (let count = 0; count < 120; count++) expect((await read(path)).status).toBe(200)
    const refused = await read(path)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('goes with its event', async () => {
    const host = await makeCompany(app)
    const event = await makeEvent(host, eventForm())
    const { path } = await makeFeed(host, event.id)
    expect((await host.call('DELETE', `/api/events/${event.id}`)).status).toBe(204)
    expect((await read(path)).status).toBe(404)
  })
})
