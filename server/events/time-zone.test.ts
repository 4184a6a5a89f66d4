import { addDays } from '@trunkshow/contract/dates.ts'
import { wallToInstant } from '@trunkshow/contract/zones.ts'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { book, eventForm, makeCompany, makeEvent, makeShow } from '../test/factories.ts'
import { newYorkNow } from '../test/new-york.ts'
import { openPage } from '../test/visitor-page.ts'

const app = startTestApp()

/** Puts an event's first slot at the time that its venue's clock shows this long from now, by its event's hours too. */
async function setStart(eventId: number, slotId: number, timeZone: string, interval: string) {
  const starts = `date_trunc('minute', (now() AT TIME ZONE $2) + $3::interval)`
  await app.rows(
    `UPDATE time_slots SET slot_date = (${starts})::date, start_time = (${starts})::time, end_time = '23:59:59' WHERE id = $1`,
    [slotId, timeZone, interval],
  )
  await app.rows(
    `UPDATE events SET event_date = (${starts})::date, start_time = '00:00', end_time = '23:59:59' WHERE id = $1`,
    [eventId, timeZone, interval],
  )
}

test.each([
  // In New York these would be the other way around.
  ['Pacific/Honolulu', '2 hours', 201],
  ['Australia/Sydney', '-2 hours', 409],
])('a slot in %s whose clock shows its start in %s answers %i', async (timeZone, interval, status) => {
  const { id, slots } = await makeEvent(await makeCompany(app), { timeZone })
  await setStart(id, slots[0]!.id, timeZone, interval)
  const answer = await book(app, slots[0]!.id)
  expect(answer.status === 201 ? 201 : 409).toBe(status)
})

test('an event is over by its own clock, in lists too', async () => {
  const owner = await makeCompany(app)
  const west = await makeEvent(owner, { timeZone: 'Pacific/Honolulu' })
  const east = await makeEvent(owner, { timeZone: 'Australia/Sydney' })
  for (const [{ id }, timeZone] of [
    [west, 'Pacific/Honolulu'],
    [east, 'Australia/Sydney'],
  ] as const)
    await app.rows(
      `UPDATE events SET event_date = (wall)::date, start_time = '00:00', end_time = greatest((wall)::time, '00:01')
       FROM (SELECT date_trunc('minute', now() AT TIME ZONE $2 + CASE WHEN $2 LIKE 'Pacific%' THEN interval '2 hours' ELSE interval '-2 hours' END) AS wall) AS clock
       WHERE id = $1`,
      [id, timeZone],
    )
  const idsOf = async (when: string) =>
    (await owner.call('GET', `/api/events?when=${when}`)).body.map(({ id }: { id: number }) => id)
  expect(await idsOf('upcoming')).toEqual([west.id])
  expect(await idsOf('past')).toEqual([east.id])
})

test('a new event is in the zone of the last one, and a company’s records are in that of its first', async () => {
  const owner = await makeCompany(app)
  const namesOf = async () =>
    (await owner.call('GET', '/api/user')).body.zone.map(({ name }: { name: string }) => name)
  expect(await namesOf()).toContain('EST')
  const london = { timeZone: 'Europe/London', city: 'London' }
  expect((await owner.call('POST', '/api/events', eventForm(london))).body).toMatchObject(london)
  expect((await owner.call('POST', '/api/events', eventForm())).body).toMatchObject(london)
  const dallas = { timeZone: 'America/Chicago', city: 'Dallas' }
  expect((await owner.call('POST', '/api/events', eventForm(dallas))).body).toMatchObject(dallas)
  expect((await owner.call('GET', '/api/places')).body).toEqual([{ region: '', ...dallas }])
  expect(await namesOf()).toContain('BST')
  expect(await namesOf()).not.toContain('CST')
})

test('a zone that does not exist is refused at its field', async () => {
  const owner = await makeCompany(app)
  for (const timeZone of ['Europe/Atlantis', 'EST5EDT', '+05:00', 'europe/london', '']) {
    const { status, body } = await owner.call('POST', '/api/events', eventForm({ timeZone }))
    expect([status, body.fields], timeZone).toEqual([400, { timeZone: 'Select a city from the list.' }])
  }
})

test('an event that changes its zone takes its slots along, and emails guests whose appointment is to come', async () => {
  const { host: owner, event, slots } = await makeShow(app, { eventDate: addDays(newYorkNow().date, 30) })
  const [first, second] = slots
  await book(app, first!.id)
  await book(app, second!.id)
  await app.rows(`UPDATE time_slots SET slot_date = slot_date - 60 WHERE id = $1`, [second!.id])
  const instants = () => app.rows('SELECT starts_at FROM time_slots WHERE id = $1', [first!.id])
  const [before] = await instants()
  const form = eventForm({ eventDate: event.eventDate, timeZone: 'Europe/London', city: 'London' })
  expect((await owner.call('PUT', `/api/events/${event.id}`, form)).status).toBe(200)
  const [after] = await instants()
  expect(before!.starts_at.getTime() - after!.starts_at.getTime()).toBeGreaterThanOrEqual(4 * 3_600_000)
  const sequences = 'SELECT sequence FROM bookings WHERE event_id = $1 ORDER BY id'
  expect(await app.rows(sequences, [event.id])).toEqual([{ sequence: 1 }, { sequence: 0 }])
  // The same zone again, or none, changes nothing and emails nobody.
  await owner.call('PUT', `/api/events/${event.id}`, form)
  await owner.call('PUT', `/api/events/${event.id}`, eventForm({ eventDate: event.eventDate }))
  expect(await app.rows(sequences, [event.id])).toEqual([{ sequence: 1 }, { sequence: 0 }])
  expect((await app.call('GET', `/api/events/${event.id}`)).body).toMatchObject({ city: 'London' })
})

test('a city leads to its zone, larger cities first, and a hidden location hides the city', async () => {
  const owner = await makeCompany(app)
  const find = async (q: string) => (await owner.call('GET', `/api/places?q=${encodeURIComponent(q)}`)).body
  const dallas = { city: 'Dallas', region: 'Texas', timeZone: 'America/Chicago' }
  expect((await find('dallas'))[0]).toEqual(dallas)
  expect((await find('Dallas, Texas'))[0]).toEqual(dallas)
  expect((await find('london'))[0]).toMatchObject({ region: 'United Kingdom', timeZone: 'Europe/London' })
  expect((await find('Kolkata'))[0]).toMatchObject({ timeZone: 'Asia/Kolkata' })
  expect((await find('lord howe'))[0]).toMatchObject({ timeZone: 'Australia/Lord_Howe' })
  expect(await find('nowhere at all')).toEqual([])
  const { id } = await makeEvent(owner, { timeZone: 'America/Chicago', city: 'Dallas', showLocation: false })
  expect((await app.call('GET', `/api/events/${id}`)).body.city).toBeNull()
  expect((await owner.call('GET', `/api/events/${id}`)).body.city).toBe('Dallas')
})

const evening = { startTime: '22:30', endTime: '00:00' }

describe('an event until midnight', () => {
  test.each(['00:00', '24:00'])('is made and edited with an end of %s', async (endTime) => {
    const host = await makeCompany(app)
    const event = await makeEvent(host, { ...evening, endTime })
    expect(event.slots.map((slot) => [slot.startTime, slot.endTime])).toEqual([
      ['22:30', '23:00'],
      ['23:00', '23:30'],
      ['23:30', '24:00'],
    ])
    const form = eventForm({ ...evening, endTime, name: 'Midnight Show' })
    const { body } = await host.call('PUT', `/api/events/${event.id}`, form)
    expect(body).toMatchObject({ name: 'Midnight Show', endTime: '24:00' })
    const { body: sync } = await host.call('POST', `/api/events/${event.id}/timeslots/sync`)
    expect(sync).toMatchObject({ added: 0, removed: 0 })
  })

  test('has its last time slot on its page, in calendars and on the run sheet', async () => {
    const host = await makeCompany(app)
    const event = await makeEvent(host, evening)
    const late = event.slots.at(-1)!
    const { read } = await openPage(app, `/event/${event.urlSlug}`)
    expect(read).toContain('10:30 PM – 12:00 AM')
    const { status, body } = await book(app, late.id)
    expect(status).toBe(201)
    const { text } = await app.call('GET', `/booking/${body.id}/appointment.ics`)
    const compact = (date: string) => date.replaceAll('-', '')
    expect(text).toContain(`DTSTART;TZID=America/New_York:${compact(event.eventDate)}T233000`)
    expect(text).toContain(`DTEND;TZID=America/New_York:${compact(addDays(event.eventDate, 1))}T000000`)
    const { body: bookings } = await host.call('GET', `/api/events/${event.id}/bookings`)
    expect(bookings).toMatchObject([{ startTime: '23:30', endTime: '24:00' }])
    expect((await host.call('GET', `/api/events/${event.id}/summary`)).body).toMatchObject({
      slots: 3,
      outsideSlots: 0,
    })
  })

  test('is over at that midnight, for lists and for the contract', async () => {
    const host = await makeCompany(app)
    const event = await makeEvent(host, evening)
    const [row] = await app.rows(
      'SELECT (last_day + end_time) AT TIME ZONE time_zone AS over FROM events WHERE id = $1',
      [event.id],
    )
    const midnight = wallToInstant(addDays(event.eventDate, 1), '00:00', event.zone)
    expect(row!.over).toEqual(midnight)
    expect(wallToInstant(event.eventDate, '24:00', event.zone)).toEqual(midnight)
  })

  test('is copied into a tour, whose stops end at midnight too', async () => {
    const host = await makeCompany(app)
    const event = await makeEvent(host, evening)
    const stop = { location: 'Boston', eventDate: addDays(event.eventDate, 1), ...evening }
    const { status, body } = await host.call('POST', '/api/tours', {
      name: 'Nights',
      copyOf: event.id,
      stops: [stop],
    })
    expect(status).toBe(201)
    const { id } = body.stops.find(({ location }: { location: string }) => location === 'Boston')
    expect((await host.call('GET', `/api/events/${id}/timeslots`)).body.at(-1)).toMatchObject({
      startTime: '23:30',
      endTime: '24:00',
    })
  })
})

describe('a time slot until midnight', () => {
  test('is added, moved to it and from it, and outside an event that ends before', async () => {
    const { host, event, slots, add, change } = await makeShow(app, { startTime: '22:00', endTime: '23:30' })
    const { status, body } = await add({ startTime: '23:30', endTime: '00:00', totalSlots: 1 })
    expect([status, body.endTime]).toEqual([201, '24:00'])
    const summary = async () => (await host.call('GET', `/api/events/${event.id}/summary`)).body.outsideSlots
    expect(await summary()).toBe(1)
    const last = slots.at(-1)!
    expect((await change(last.id, { endTime: '00:00' })).body).toMatchObject({
      startTime: '23:00',
      endTime: '24:00',
    })
    expect(await summary()).toBe(1)
    expect((await change(last.id, { startTime: '00:00', endTime: '24:00' })).status).toBe(200)
    expect((await change(last.id, { startTime: '24:00' })).status).toBe(400)
    expect((await change(last.id, { endTime: '00:30' })).body).toMatchObject({ endTime: '00:30' })
  })
})
