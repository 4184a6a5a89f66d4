import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { PLANNER_OPTIONS } from '../platform/db/pool.ts'
import { bookingLimits, networkOf } from '../platform/http/guards/rate-limits.ts'
import { startTestApp, unique } from '../test/app.ts'
import { directUrl } from '../test/database.ts'
import { book, eventForm, makeCoHost, makeCompany, makeEvent } from '../test/factories.ts'
import { openPage } from '../test/visitor-page.ts'
import { stampForm } from './refuse-bots.ts'

const app = startTestApp({ RATE_LIMIT: 'on', TRUST_PROXY: 'on' })
const { perEvent, trusted } = bookingLimits

/** Network addresses that no other test uses. */
let networks = 0
const nextNetwork = () => `198.18.${Math.floor(++networks / 250)}.${(networks % 250) + 1}`
const from = (address: string) => ({ 'x-forwarded-for': address })
const guest = () => ({ attendeeEmail: `${unique()}@mail.test` })

/** An event with eight time slots of two spots, unless `changes` differ; a spot is its slot's id. */
async function makeShow(changes: Record<string, unknown> = {}) {
  const host = await makeCompany(app)
  const event = await makeEvent(host, { endTime: '14:00', ...changes })
  const spots = event.slots.flatMap(({ id, totalSlots }) => Array<number>(totalSlots).fill(id))
  return { host, event, spots }
}

/** Books these spots one after the other and returns the status of each. */
async function bookAll(spots: number[], address: string, headers = {}) {
  const answers: number[] = []
  for (const id of spots) {
    const { status } = await book(app, id, guest(), { ...from(address), ...headers })
    answers.push(status)
  }
  return answers
}
const times = (count: number, status: number) => Array<number>(count).fill(status)

describe('a network that tries to book a whole event', () => {
  test('gets 6 of 16 spots, all requested at once, and others get the rest', async () => {
    const { event, spots } = await makeShow()
    expect(spots).toHaveLength(16)
    const address = nextNetwork()
    const answers = await Promise.all(spots.map((id) => book(app, id, guest(), from(address))))
    expect(answers.map(({ status }) => status).sort()).toEqual([...times(6, 201), ...times(10, 429)])
    expect(await app.rows('SELECT id FROM bookings WHERE event_id = $1', [event.id])).toHaveLength(6)
    const free = await app.rows<{ id: number }>(
      `SELECT id FROM time_slots, generate_series(1, total_slots - booked) WHERE event_id = $1`,
      [event.id],
    )
    for (const { id } of free) expect(await bookAll([id], nextNetwork())).toEqual([201])
  })

  test('gets more without the database lock: the race is real', async () => {
    await app.rows(`CREATE TABLE taken_spots (network text NOT NULL)`)
    const checkThenInsert = async () => {
      const made = await app.rows('SELECT FROM taken_spots')
      if (made.length < perEvent.minimum) await app.rows(`INSERT INTO taken_spots VALUES ('one')`)
    }
    await Promise.all(Array.from({ length: 16 }, checkThenInsert))
    expect((await app.rows('SELECT FROM taken_spots')).length).toBeGreaterThan(perEvent.minimum)
  })

  test('gets a quarter of a large one, so that ten people in one office can book', async () => {
    const { spots } = await makeShow({ maxBookingsPerSlot: 5 })
    expect(spots).toHaveLength(40)
    expect(await bookAll(spots.slice(0, 11), nextNetwork())).toEqual([...times(10, 201), 429])
  })

  test('gets a quarter of the upcoming spots, without hidden time slots', async () => {
    const { event, spots } = await makeShow({ maxBookingsPerSlot: 5 })
    await app.rows('UPDATE time_slots SET is_available = false WHERE event_id = $1 AND id <> ALL ($2)', [
      event.id,
      spots.slice(0, 28),
    ])
    expect(await bookAll(spots.slice(0, 8), nextNetwork())).toEqual([...times(7, 201), 429])
  })

  test('gains nothing by canceling', async () => {
    const { spots } = await makeShow()
    const address = nextNetwork()
    for (const id of spots.slice(0, 6)) {
      const { body } = await book(app, id, guest(), from(address))
      expect((await app.call('GET', `/api/bookings/${body.id}/cancel`)).status).toBe(200)
    }
    expect(await bookAll([spots[6]!], address)).toEqual([429])
  })

  test('can book again as the hour passes, and learns how long to wait', async () => {
    const { event, spots } = await makeShow()
    const address = nextNetwork()
    expect(await bookAll(spots.slice(0, 6), address)).toEqual(times(6, 201))
    // Two booked 50 minutes ago, so two spots are available in 10 minutes.
    await app.rows(
      `UPDATE bookings SET created_at = created_at - interval '50 minutes'
       WHERE id IN (SELECT id FROM bookings WHERE event_id = $1 ORDER BY id LIMIT 2)`,
      [event.id],
    )
    const refused = await book(app, spots[6]!, guest(), from(address))
    expect(refused.status).toBe(429)
    const wait = Number(refused.headers['retry-after'])
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(600)
    await app.rows(
      `UPDATE bookings SET created_at = created_at - interval '11 minutes' WHERE id IN (
         SELECT id FROM bookings WHERE event_id = $1 ORDER BY id LIMIT 2)`,
      [event.id],
    )
    expect(await bookAll(spots.slice(6, 9), address)).toEqual([201, 201, 429])
  })

  test('sees what to do, and the form keeps what was typed', async () => {
    const { event, spots } = await makeShow()
    const address = nextNetwork()
    await bookAll(spots.slice(0, 6), address)
    const sentence =
      'Too many bookings from your network in the last hour. Try again later, or contact Maison Vale at hello@vale.test.'
    const { body } = await book(app, spots[6]!, guest(), from(address))
    expect(body).toMatchObject({ code: 'too_many', message: sentence })
    const form = {
      timeSlotId: String(spots[6]),
      attendeeName: 'Grace Okafor',
      attendeeEmail: 'grace@okafor.test',
      opened: stampForm(app.config, Date.now() - 5000),
    }
    const page = await openPage(app, `/event/${event.urlSlug}`, { form, headers: from(address) })
    expect(page).toMatchObject({ status: 429, content: { typed: { attendeeName: 'Grace Okafor' } } })
    expect(page.headers['retry-after']).toBeDefined()
    expect(page.read).toContain(sentence)
    expect(page.text).toContain('value="grace@okafor.test"')
  })

  test('still gets the result of an earlier booking when retried', async () => {
    const { spots } = await makeShow()
    const address = nextNetwork()
    const headers = { ...from(address), 'idempotency-key': unique() }
    const first = await book(app, spots[0]!, {}, headers)
    await bookAll(spots.slice(1, 6), address)
    expect(await book(app, spots[0]!, {}, headers)).toMatchObject({ status: 201, body: first.body })
  })
})

test('a family books four appointments of a small show', async () => {
  const { spots } = await makeShow({ endTime: '11:00' })
  expect(spots).toHaveLength(4)
  expect(await bookAll(spots, nextNetwork())).toEqual(times(4, 201))
})

test('a host can turn off the limit for an event, and only its staff can see that', async () => {
  const { host, event, spots } = await makeShow()
  const change = (limitPerNetwork?: boolean) =>
    host.call('PUT', `/api/events/${event.id}`, eventForm({ endTime: '14:00', limitPerNetwork }))
  expect((await change(false)).body.limitPerNetwork).toBe(false)
  expect((await change()).body.limitPerNetwork).toBe(false)
  const { body: seen } = await app.call('GET', `/api/events/${event.id}`)
  expect(seen).not.toHaveProperty('limitPerNetwork')
  expect(await bookAll(spots, nextNetwork())).toEqual(times(16, 201))
  expect((await makeShow({ limitPerNetwork: false })).event.limitPerNetwork).toBe(false)
})

describe('the event’s own staff', () => {
  test('can book guests from any network, co-hosts too, but not other companies’ staff', async () => {
    const { host, event, spots } = await makeShow()
    const [coHost, stranger] = [await makeCoHost(app, event), await makeCompany(app)]
    const by = (cookie: string, some: number[]) => bookAll(some, nextNetwork(), { cookie })
    expect(await by(stranger.cookie, spots.slice(0, 7))).toEqual([...times(6, 201), 429])
    expect(await by(coHost.cookie, spots.slice(6, 8))).toEqual(times(2, 201))
    const other = await makeShow()
    expect(await by(other.host.cookie, other.spots)).toEqual(times(16, 201))
    expect(await by(host.cookie, spots.slice(8))).toEqual(times(8, 201))
  })

  /** Logs in a user of the company from a network, then logs them out. */
  async function logInFrom(address: string, companyId: number) {
    const account = { username: unique('rep'), email: `${unique()}@shop.test`, name: 'Rep' }
    const password = 'a long password'
    const { headers } = await app.call('POST', '/api/register', { ...account, password }, from(address))
    const [cookie] = String(headers['set-cookie']).split(';')
    await app.call('POST', '/api/logout', {}, { ...from(address), cookie: cookie! })
    await app.rows('UPDATE users SET company_id = $1 WHERE username = $2', [companyId, account.username])
    return account.username
  }

  test('can have 400 guests a day on their store’s network', async () => {
    const { host, event, spots } = await makeShow()
    await app.rows('UPDATE time_slots SET total_slots = 50 WHERE event_id = $1', [event.id])
    const address = nextNetwork()
    await logInFrom(address, host.companyId)
    const guests = Array.from({ length: 400 }, (_, index) => spots[index % spots.length]!)
    expect(await bookAll(guests, address)).toEqual(times(400, 201))
  })

  test('have a higher limit there, but only while the user who logged in is active', async () => {
    const { host, event, spots } = await makeShow()
    const address = nextNetwork()
    const username = await logInFrom(address, host.companyId)
    await app.rows(
      `INSERT INTO bookings (company_id, event_id, time_slot_id, attendee_name, attendee_email, status, network_hash)
       SELECT $1, $2, $3, 'Guest', 'guest' || n || '@mail.test', 'cancelled', $4 FROM generate_series(1, $5::int) AS n`,
      [host.companyId, event.id, spots[0], networkOf(app.config, address), trusted.count - 1],
    )
    expect(await bookAll(spots.slice(0, 2), address)).toEqual([201, 429])
    await app.rows(`UPDATE bookings SET created_at = now() - interval '2 hours' WHERE event_id = $1`, [
      event.id,
    ])
    await app.rows('UPDATE users SET is_active = false WHERE username = $1', [username])
    expect(await bookAll(spots.slice(2, 9), address)).toEqual([...times(6, 201), 429])
  })
})

describe('parties from one network', () => {
  test('count by their spots', async () => {
    const { spots } = await makeShow({ maxPartySize: 2 })
    const headers = from(nextNetwork())
    const slots = [...new Set(spots)]
    const bookPair = (id: number) => book(app, id, { ...guest(), partySize: 2 }, headers)
    for (const id of slots.slice(0, 3)) expect((await bookPair(id)).status).toBe(201)
    expect((await bookPair(slots[3]!)).status).toBe(429)
  })

  test('cannot book single spots and then enlarge them all, but one guest can bring another', async () => {
    const { event, spots } = await makeShow({ maxPartySize: 2 })
    const headers = from(nextNetwork())
    const slots = [...new Set(spots)]
    const booked: Awaited<ReturnType<typeof book>>[] = []
    for (const id of slots.slice(0, 6)) booked.push(await book(app, id, guest(), headers))
    await app.rows(`UPDATE bookings SET created_at = now() - interval '2 hours' WHERE event_id = $1`, [
      event.id,
    ])
    const enlarge = (at: number) =>
      app.call(
        'POST',
        `/api/bookings/manage/${booked[at]!.body.id}/reschedule`,
        { newTimeSlotId: slots[at], partySize: 2 },
        headers,
      )
    expect((await enlarge(0)).status).toBe(200)
    const refused = await enlarge(1)
    expect(refused.status).toBe(429)
    expect(refused.body.message).toBe(
      'Your network has taken too many spots of this event today. Contact Maison Vale at hello@vale.test to bring more people.',
    )
  })
})

describe('network wait plan', () => {
  const app = startTestApp()

  const STORED = 2000

  test('counting a network’s bookings does not read those of others, even on a connection that began without any', async () => {
    const event = await makeEvent(await makeCompany(app))
    const client = new pg.Client({
      connectionString: directUrl(app.config.databaseUrl!),
      options: PLANNER_OPTIONS,
    })
    await client.connect()
    onTestFinished(() => client.end())
    const store = (from: number, to: number) =>
      client.query(
        `INSERT INTO bookings (company_id, event_id, time_slot_id, attendee_name, attendee_email, idempotency_key, network_hash)
       SELECT company_id, event_id, id, 'Grace Okafor', 'grace@mail.test', gen_random_uuid(), md5('network ' || n)
       FROM time_slots, generate_series(${from}, ${to}) AS n WHERE id = ${event.slots[0]!.id}`,
      )
    const count = (network: number) =>
      `SELECT network_wait(${event.id}, md5('network ${network}'), 6, 4, 3600)`
    // PostgreSQL keeps a plan after a few runs.
    for (let run = 0; run < 10; run++) {
      await client.query(count(run))
      await store(run, run)
    }
    await store(10, STORED)
    const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${count(STORED + 1)}`)
    expect(rows[0]['QUERY PLAN'][0].Plan['Shared Hit Blocks']).toBeLessThan(STORED / 10)
  })
})
