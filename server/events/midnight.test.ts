import { addDays } from '@trunkshow/contract/dates.ts'
import { wallToInstant } from '@trunkshow/contract/zones.ts'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { book, eventForm, makeCompany, makeEvent, makeShow } from '../test/factories.ts'
import { openPage } from '../test/visitor-page.ts'

const app = startTestApp()
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
