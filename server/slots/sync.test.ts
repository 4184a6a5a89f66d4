import { wallToInstant } from '@trunkshow/contract/zones.ts'
import { expect, test } from 'vitest'
import { databaseOf } from '../platform/db/transaction.ts'
import { startTestApp } from '../test/app.ts'
import { book, dayAhead, eventForm, makeCompany, makeEvent } from '../test/factories.ts'
import { newYork } from '../test/new-york.ts'
import { reportDrift } from './jobs.ts'

const app = startTestApp()

/** An event from 10:00 to 12:00 with a booking at 10:30, changed to two days from 11:00 to 13:00. */
async function makeMovedShow() {
  const host = await makeCompany(app)
  const event = await makeEvent(host)
  await book(app, event.slots[1]!.id)
  await host.call(
    'PUT',
    `/api/events/${event.id}`,
    eventForm({ startTime: '11:00', endTime: '13:00', isMultiDay: true, endDate: dayAhead(31) }),
  )
  const sync = (method: 'GET' | 'POST') => host.call(method, `/api/events/${event.id}/timeslots/sync`)
  const read = async () => (await host.call('GET', `/api/events/${event.id}/timeslots`)).body
  return { host, event, sync, read }
}

const changes = {
  added: 6,
  removed: 1,
  kept: 1,
  days: [
    { slotDate: dayAhead(), added: 2, removed: 1 },
    { slotDate: dayAhead(31), added: 4, removed: 0 },
  ],
}

test('the preview of "Match slots to event hours" says what it would do and changes nothing', async () => {
  const { sync, read } = await makeMovedShow()
  const before = await read()
  expect(await sync('GET')).toMatchObject({ status: 200, body: changes })
  expect(await read()).toEqual(before)
})

test('"Match slots to event hours" adds missing slots, removes those never booked, and then has nothing to do', async () => {
  const { host, event, sync, read } = await makeMovedShow()
  expect(await sync('POST')).toMatchObject({ status: 200, body: changes })
  const slots = await read()
  expect(
    slots.map((slot: { slotDate: string; startTime: string }) => `${slot.slotDate} ${slot.startTime}`),
  ).toEqual([
    ...['10:30', '11:00', '11:30', '12:00', '12:30'].map((time) => `${dayAhead()} ${time}`),
    ...['11:00', '11:30', '12:00', '12:30'].map((time) => `${dayAhead(31)} ${time}`),
  ])
  expect(slots.map((slot: { everBooked: boolean }) => slot.everBooked)).toEqual([
    true,
    ...Array(8).fill(false),
  ])
  const stored = await app.rows(
    'SELECT DISTINCT company_id, total_slots FROM time_slots WHERE event_id = $1',
    [event.id],
  )
  expect(stored).toEqual([{ company_id: host.companyId, total_slots: 2 }])
  expect(await sync('POST')).toMatchObject({ body: { added: 0, removed: 0, kept: 1, days: [] } })
})

test('"Match slots to event hours" pressed twice at once adds each slot once', async () => {
  const { sync, read } = await makeMovedShow()
  const answers = await Promise.all([sync('POST'), sync('POST'), sync('POST')])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers.map(({ body }) => body.added).sort()).toEqual([0, 0, 6])
  expect(await read()).toHaveLength(9)
})

test('only an event’s staff see which of its slots were ever booked', async () => {
  const { event } = await makeMovedShow()
  const [visitor, stranger] = [app, await makeCompany(app)]
  for (const caller of [visitor, stranger]) {
    const { body } = await caller.call('GET', `/api/events/${event.id}/timeslots`)
    expect(body.length).toBeGreaterThan(0)
    expect(body.filter((slot: object) => 'everBooked' in slot)).toEqual([])
  }
})

test('the recount reports only slots whose counter differs from their active bookings', async () => {
  const { slots } = await makeEvent(await makeCompany(app))
  await book(app, slots[0]!.id)
  await book(app, slots[1]!.id)
  await app.rows('UPDATE time_slots SET booked = 2 WHERE id = $1', [slots[1]!.id])
  const reports: string[] = []
  await reportDrift({ db: databaseOf(app.pool) }, (sentence) => reports.push(sentence))
  expect(reports).toEqual([
    `Time slot ${slots[1]!.id} counts 2 spots as booked, but its active bookings and open offers take 1.`,
  ])
})

test('a slot starts at the same instant in the database and the contract, on every odd day', async () => {
  const days = ['2027-03-14', '2027-11-07', '2027-07-01', '2027-12-31']
  const times = ['00:30', '01:30', '02:30', '03:30', '23:59']
  const rows = await app.rows<{ day: string; time: string; instant: Date }>(
    `SELECT day, time, instant_of(day::date + time::time, 'America/New_York') AS instant
     FROM unnest($1::text[]) AS day, unnest($2::text[]) AS time`,
    [days, times],
  )
  expect(rows).toHaveLength(20)
  for (const { day, time, instant } of rows)
    expect(instant, `${day} ${time}`).toEqual(wallToInstant(day, time, newYork))
})
