import { expect, test } from 'vitest'
import { databaseOf } from '../platform/db/transaction.ts'
import { signId } from '../platform/http/tokens.ts'
import { startTestApp, unique } from '../test/app.ts'
import { findBookingFaults } from '../test/booking-faults.ts'
import { book, makeCompany, makeEvent, tokenOf } from '../test/factories.ts'
import { runWaitlist } from './manage-waitlist.ts'

const app = startTestApp()

function post(url: string, fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return app.call('POST', url, form, { accept: 'text/html' })
}
const join = (eventId: number, waitsFor: string, attendeeEmail: string) =>
  post(`/event/${eventId}/waitlist`, { waitsFor, attendeeName: 'Nora Lind', attendeeEmail })
const choose = (token: string, what: string) => post(`/waitlist/${token}`, { do: what })

test('50 freed spots go to 50 who wait, whatever happens at the same time: none twice, none lost, none to others', {
  timeout: 240_000,
}, async () => {
  const host = await makeCompany(app)
  const event = await makeEvent(host, {
    startTime: '00:00',
    endTime: '12:30',
    slotDuration: 15,
    maxBookingsPerSlot: 1,
    limitPerNetwork: false,
  })
  const slots = event.slots.slice(0, 50)
  expect(slots).toHaveLength(50)
  const tokens = await Promise.all(
    slots.map(async ({ id }) => {
      const answer = await book(app, id, { attendeeEmail: `${unique()}@mail.test` })
      expect(answer.status).toBe(201)
      return tokenOf(answer)
    }),
  )
  for (let guest = 0; guest < 50; guest++) {
    // Half wait for one of the last 25 slots each, the others for any time. These come later, so they are offered none of
    // the last 25, in whatever order the spots are freed.
    const waitsFor = guest < 25 ? String(slots[25 + guest]!.id) : 'event'
    expect((await join(event.id, waitsFor, `${unique('waits')}@mail.test`)).status).toBe(201)
  }

  let isRunning = true
  const faults = new Set<string>()
  const strangers: number[] = []
  async function watch() {
    while (isRunning) {
      // One statement, so one snapshot.
      const [row] = await app.rows<{ wrong: number; twice: number }>(
        `SELECT (SELECT count(*)::int FROM time_slots AS s WHERE s.event_id = $1 AND s.booked <>
             (SELECT coalesce(sum(spots), 0) FROM bookings WHERE time_slot_id = s.id AND status = 'active')
           + (SELECT coalesce(sum(spots), 0) FROM waitlist_offers WHERE time_slot_id = s.id AND state = 'open')) AS wrong,
           (SELECT count(*)::int FROM (SELECT FROM waitlist_offers AS o JOIN time_slots AS s ON s.id = o.time_slot_id
             WHERE s.event_id = $1 AND o.state = 'open' GROUP BY o.time_slot_id HAVING count(*) > 1) AS doubled) AS twice`,
        [event.id],
      )
      if (row!.wrong) faults.add(`${row!.wrong} slots count wrong`)
      if (row!.twice) faults.add(`${row!.twice} spots are on offer twice`)
    }
  }
  async function intrude() {
    for (let round = 0; isRunning; round++) {
      const answer = await book(app, slots[(round * 7) % 50]!.id, { attendeeEmail: `${unique()}@mail.test` })
      strangers.push(answer.status)
    }
  }
  async function work() {
    while (isRunning) await runWaitlist({ db: databaseOf(app.pool) })
  }
  const beside = [watch(), intrude(), intrude(), work(), work()]
  const canceled = await Promise.all(tokens.map((token) => app.call('POST', `/cancel-booking/${token}`)))
  for (const { status } of canceled) expect(status).toBe(200)

  const open = await app.rows<{ id: number; publicId: string; slotId: number }>(
    `SELECT o.id, w.public_id AS "publicId", o.time_slot_id AS "slotId"
     FROM waitlist_offers AS o JOIN waitlist_entries AS w ON w.id = o.entry_id
     WHERE w.event_id = $1 AND o.state = 'open' ORDER BY o.id`,
    [event.id],
  )
  expect(open).toHaveLength(50)
  expect(new Set(open.map(({ publicId }) => publicId)).size).toBe(50)
  expect(new Set(open.map(({ slotId }) => slotId)).size).toBe(50)
  const links = open.map(({ publicId }) => signId(app.config, 'waitlist', publicId))
  const accepted = await Promise.all(
    links.flatMap((token) => [choose(token, 'accept'), choose(token, 'accept')]),
  )
  isRunning = false
  await Promise.all(beside)

  for (const { status } of accepted) expect([303, 409]).toContain(status)
  expect([...faults]).toEqual([])
  expect(strangers.length).toBeGreaterThan(0)
  expect(new Set(strangers)).toEqual(new Set([409]))
  const bookings = await app.rows<{ email: string }>(
    `SELECT attendee_email AS email FROM bookings WHERE event_id = $1 AND status = 'active'`,
    [event.id],
  )
  expect(bookings).toHaveLength(50)
  expect(new Set(bookings.map(({ email }) => email)).size).toBe(50)
  for (const { email } of bookings) expect(email).toMatch(/^waits/)
  expect(await findBookingFaults(app.rows as never, event.id, tokens)).toEqual([])
})

test('an offer that is accepted as it expires is either booked or passed on, never both', {
  timeout: 240_000,
}, async () => {
  const host = await makeCompany(app)
  const outcomes: number[] = []
  for (let round = 0; round < 20; round++) {
    const event = await makeEvent(host, { endTime: '10:30', maxBookingsPerSlot: 1 })
    const slotId = event.slots[0]!.id
    const token = tokenOf(await book(app, slotId))
    const [first, second] = [`${unique('first')}@mail.test`, `${unique('second')}@mail.test`]
    for (const email of [first, second]) expect((await join(event.id, 'event', email)).status).toBe(201)
    await app.call('POST', `/cancel-booking/${token}`)
    const [offer] = await app.rows<{ id: number; publicId: string }>(
      `SELECT o.id, w.public_id AS "publicId" FROM waitlist_offers AS o JOIN waitlist_entries AS w ON w.id = o.entry_id
       WHERE w.event_id = $1`,
      [event.id],
    )
    const link = signId(app.config, 'waitlist', offer!.publicId)
    const expire = async () => {
      for (let turn = 0; turn < round % 6; turn++) await app.rows('SELECT 1')
      await app.rows(
        `UPDATE waitlist_offers SET emailed_at = created_at, expires_at = now() - interval '1 second' WHERE id = $1`,
        [offer!.id],
      )
      await Promise.all([1, 2].map(() => runWaitlist({ db: databaseOf(app.pool) })))
    }
    const accept = () => choose(link, 'accept')
    // Each side wins one of the first two rounds.
    if (round === 0) await expire()
    const [answer] = round === 1 ? [await accept()] : await Promise.all([accept(), expire()])
    if (round === 1) await expire()
    await runWaitlist({ db: databaseOf(app.pool) })
    const rows = await app.rows<{ email: string; status: string }>(
      `SELECT attendee_email AS email, status FROM waitlist_entries WHERE event_id = $1 ORDER BY rank`,
      [event.id],
    )
    const booked = await app.rows<{ email: string }>(
      `SELECT attendee_email AS email FROM bookings WHERE event_id = $1 AND status = 'active'`,
      [event.id],
    )
    if (round < 2) outcomes.push(answer.status)
    if (answer.status === 303) {
      expect(rows.map(({ status }) => status)).toEqual(['booked', 'waiting'])
      expect(booked).toEqual([{ email: first }])
    } else {
      expect(answer.status).toBe(409)
      expect(rows.map(({ status }) => status)).toEqual(['expired', 'offered'])
      expect(booked).toEqual([])
    }
    expect(await findBookingFaults(app.rows as never, event.id, [])).toEqual([])
  }
  expect(outcomes).toEqual([409, 303])
})

test('guests accept and decline, offers expire, and the host offers, removes and hides at once: every count is right', {
  timeout: 240_000,
}, async () => {
  const host = await makeCompany(app)
  const event = await makeEvent(host, {
    startTime: '00:00',
    endTime: '12:30',
    slotDuration: 30,
    maxBookingsPerSlot: 1,
    limitPerNetwork: false,
  })
  const slots = event.slots.slice(0, 24)
  const tokens = await Promise.all(
    slots.map(async ({ id }) => tokenOf(await book(app, id, { attendeeEmail: `${unique()}@mail.test` }))),
  )
  await app.rows('UPDATE time_slots SET is_available = false WHERE event_id = $1 AND booked = 0', [event.id])
  for (let guest = 0; guest < 72; guest++)
    expect((await join(event.id, 'event', `${unique('waits')}@mail.test`)).status).toBe(201)
  const runJob = () => runWaitlist({ db: databaseOf(app.pool) })
  const listOpen = () =>
    app.rows<{ id: number; entryId: number; publicId: string; slotId: number }>(
      `SELECT o.id, w.id AS "entryId", w.public_id AS "publicId", o.time_slot_id AS "slotId"
       FROM waitlist_offers AS o JOIN waitlist_entries AS w ON w.id = o.entry_id
       WHERE w.event_id = $1 AND o.state = 'open' ORDER BY o.id`,
      [event.id],
    )
  type Open = Awaited<ReturnType<typeof listOpen>>[0]
  const link = ({ publicId }: Open) => signId(app.config, 'waitlist', publicId)
  const expire = async ({ id }: Open) => {
    await app.rows(
      `UPDATE waitlist_offers SET emailed_at = created_at, expires_at = now() - interval '1 second' WHERE id = $1`,
      [id],
    )
    await runJob()
    return null
  }
  const offerByHand = async ({ slotId }: Open) => {
    const [last] = await app.rows<{ id: number }>(
      `SELECT id FROM waitlist_entries WHERE event_id = $1 AND status = 'waiting' ORDER BY rank DESC LIMIT 1`,
      [event.id],
    )
    if (!last) return null
    return (await host.call('POST', `/api/waitlist/${last.id}/offer`, { timeSlotId: slotId })).status
  }
  const show = (slotId: number, isAvailable: boolean) =>
    host.call('PATCH', `/api/timeslots/${slotId}`, { isAvailable })
  const actions: ((offer: Open) => Promise<number | null>)[] = [
    async (offer) => (await choose(link(offer), 'accept')).status,
    async (offer) => (await choose(link(offer), 'leave')).status,
    expire,
    async ({ entryId }) => (await host.call('DELETE', `/api/waitlist/${entryId}`)).status,
    offerByHand,
    async ({ slotId }) => {
      const statuses = [await show(slotId, false), await show(slotId, true)].map(({ status }) => status)
      expect(statuses).toEqual([200, 200])
      return null
    },
  ]
  const canceled = await Promise.all(tokens.map((token) => app.call('POST', `/cancel-booking/${token}`)))
  for (const { status } of canceled) expect(status).toBe(200)

  const statuses = new Set<number | null>()
  for (let round = 0; round < 3; round++) {
    const open = await listOpen()
    expect(open.length).toBeGreaterThan(0)
    // Each offer meets two different actions, another pair in each round.
    const met = open.flatMap((offer, at) => [
      actions[at % 6]!(offer),
      actions[(at + 1 + ((Math.floor(at / 6) + round) % 5)) % 6]!(offer),
    ])
    const beside = [runJob(), runJob()]
    for (const status of await Promise.all(met)) statuses.add(status)
    await Promise.all(beside)
  }
  for (const status of statuses) expect([null, 200, 303, 409]).toContain(status)
  await runJob()
  const wrong = await app.rows(
    `SELECT w.id, w.status, count(o.id)::int AS open, count(b.id)::int AS booked
     FROM waitlist_entries AS w LEFT JOIN waitlist_offers AS o ON o.entry_id = w.id AND o.state IN ('open', 'accepted')
       LEFT JOIN bookings AS b ON b.id = o.booking_id AND b.status = 'active'
     WHERE w.event_id = $1 GROUP BY w.id
     HAVING count(o.id) FILTER (WHERE o.state = 'open') <> (w.status = 'offered')::int
       OR count(b.id) <> (w.status = 'booked')::int OR count(o.id) > 1`,
    [event.id],
  )
  expect(wrong).toEqual([])
  const ends = await app.rows<{ state: string }>(
    `SELECT DISTINCT o.state FROM waitlist_offers AS o JOIN waitlist_entries AS w ON w.id = o.entry_id WHERE w.event_id = $1`,
    [event.id],
  )
  for (const state of ['accepted', 'declined', 'expired', 'withdrawn'])
    expect(ends.map(({ state }) => state)).toContain(state)
  expect(await findBookingFaults(app.rows as never, event.id, tokens)).toEqual([])
})
