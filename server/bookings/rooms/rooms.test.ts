import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import {
  book,
  bookingNumber,
  makeCoHost,
  makeCompany,
  makeEvent,
  makeShow,
  tokenOf,
} from '../../test/factories.ts'
import { sendDue } from '../../test/mail/sent-mails.ts'
import { bookingEmails } from '../emails.ts'

const app = startTestApp()

async function makeRooms(changes: object = {}) {
  const show = await makeShow(app, { maxBookingsPerSlot: 5, ...changes })
  let guests = 0
  const bookAt = async (slotId: number, attendeeName = 'Grace Okafor') => {
    guests += 1
    const booked = await book(app, slotId, { attendeeName, attendeeEmail: `guest-${guests}@mail.test` })
    return { token: tokenOf(booked), id: await bookingNumber(app, tokenOf(booked)) }
  }
  const save = (id: number, room: string, version?: number) =>
    show.host.call('PATCH', `/api/bookings/${id}/notes`, { notes: '', room, version })
  const read = async (id: number, room = '', { call } = show.host) =>
    (await call('GET', `/api/bookings/${id}/rooms?room=${encodeURIComponent(room)}`)).body
  return { ...show, bookAt, save, read }
}

/** The other booking's time slot and room, and whether it is in the way of Suite 2 from 10:30 to 11:00. */
test.each([
  ['at the same time', '10:30', '11:00', 'Suite 2', true],
  ['in other letters', '10:30', '11:00', ' SUITE  2 ', true],
  ['from earlier on', '10:15', '10:45', 'Suite 2', true],
  ['until later', '10:45', '11:15', 'Suite 2', true],
  ['around it', '10:00', '12:00', 'Suite 2', true],
  ['up to its start', '10:00', '10:30', 'Suite 2', false],
  ['from its end on', '11:00', '11:30', 'Suite 2', false],
  ['in another room', '10:30', '11:00', 'Suite 22', false],
])('a room is taken by a booking %s: %s to %s in %s, %s', async (_, startTime, endTime, room, isTaken) => {
  const { host, event, slots, bookAt, save, read, add } = await makeRooms()
  const slot = slots.find((slot) => slot.startTime === startTime && slot.endTime === endTime)
  const other = slot ?? (await add({ startTime, endTime, totalSlots: 5 })).body
  const mine = await bookAt(slots[1]!.id)
  const theirs = await bookAt(other.id, 'Ada Lind')
  expect((await save(theirs.id, room)).status).toBe(200)
  const { taken } = await read(mine.id, 'suite 2')
  expect(taken).toEqual(isTaken ? { attendeeName: 'Ada Lind', startTime, endTime, eventName: null } : null)
  // It warns, and saves all the same.
  expect((await save(mine.id, 'Suite 2')).body.room).toBe('Suite 2')
  await host.call('PATCH', `/api/bookings/${theirs.id}/cancel`)
  expect((await read(mine.id, 'suite 2')).taken).toBeNull()
  expect(event.id).toBe(slots[1]!.eventId)
})

test('a room counts across the company’s events, by the instant, and never for another company or a co-host', async () => {
  const { host, event, slots, bookAt, save, read } = await makeRooms()
  const mine = await bookAt(slots[0]!.id)
  const later = await makeEvent(host, { name: 'West Coast Show', timeZone: 'America/Los_Angeles' })
  const same = await makeEvent(host, {
    ...{ name: 'West Coast Show', timeZone: 'America/Los_Angeles' },
    ...{ startTime: '07:00', endTime: '08:00' },
  })
  const [apart, theirs] = [await bookAt(later.slots[0]!.id), await bookAt(same.slots[0]!.id, 'Ada Lind')]
  await save(apart.id, 'Suite 2')
  expect((await read(mine.id, 'Suite 2')).taken).toBeNull()
  await save(theirs.id, 'Suite 2')
  const taken = {
    attendeeName: 'Ada Lind',
    startTime: '07:00',
    endTime: '07:30',
    eventName: 'West Coast Show',
  }
  expect(await read(mine.id, 'Suite 2')).toEqual({ rooms: [], taken })
  expect((await read(mine.id, 'Suite 2', await makeCoHost(app, event))).taken).toBeNull()
  const coHost = await makeCoHost(app, same)
  const own = await bookAt((await makeEvent(coHost)).slots[0]!.id)
  expect(await read(own.id, 'Suite 2', coHost)).toEqual({ rooms: [], taken: null })
  const stranger = await makeRooms()
  const other = await stranger.bookAt(stranger.slots[0]!.id)
  expect(await stranger.read(other.id, 'Suite 2')).toEqual({ rooms: [], taken: null })
})

test('the rooms of an event are offered again, once each', async () => {
  const { host, slots, bookAt, save, read } = await makeRooms()
  const ids = [await bookAt(slots[0]!.id), await bookAt(slots[1]!.id), await bookAt(slots[2]!.id)]
  await save(ids[0]!.id, 'Suite 2')
  await save(ids[1]!.id, 'Salon')
  await save(ids[2]!.id, 'Salon')
  expect(await read(ids[0]!.id)).toEqual({ rooms: ['Salon', 'Suite 2'], taken: null })
  const stranger = await makeCompany(app)
  expect((await stranger.call('GET', `/api/bookings/${ids[0]!.id}/rooms`)).status).toBe(404)
  const tooLong = await save(ids[0]!.id, 'x'.repeat(41))
  expect(tooLong.body.fields).toEqual({ room: 'A room must be 40 characters or less' })
  const { body: log } = await host.call('GET', '/api/activity')
  expect(log[0]).toMatchObject({
    activity: 'booking.changed',
    changes: [{ field: 'room', from: null, to: 'Salon' }],
  })
})

test('of two who give a room at once, the second is asked; notes alone leave the room', async () => {
  const { host, slots, bookAt, save } = await makeRooms()
  const { id } = await bookAt(slots[0]!.id)
  expect((await save(id, 'Suite 2', 0)).status).toBe(200)
  const second = await save(id, 'Salon', 0)
  expect([second.status, second.body.fields]).toEqual([409, { room: 'Test User changed this to Suite 2' }])
  const path = `/api/bookings/${id}`
  const { body } = await host.call('PATCH', `${path}/notes`, { notes: 'Brings her mother', version: 1 })
  expect([body.room, body.notes]).toEqual(['Suite 2', 'Brings her mother'])
  expect((await host.call('GET', path)).body.room).toBe('Suite 2')
})

test('guests don’t read the room, on their page, in emails, or in calendars; the file has it', async () => {
  const { host, event, slots, bookAt, save } = await makeRooms()
  const { id, token } = await bookAt(slots[0]!.id)
  await save(id, 'Velvet Suite')
  await app.call('POST', `/api/bookings/manage/${token}/reschedule`, { newTimeSlotId: slots[1]!.id })
  await sendDue(app, bookingEmails, undefined)
  const sent = await app.rows('SELECT body, text FROM emails WHERE company_id = $1', [host.companyId])
  expect(sent.length).toBeGreaterThan(1)
  expect(JSON.stringify(sent)).not.toContain('Velvet')
  for (const path of [`/api/bookings/manage/${token}`, `/manage/${token}`, `/event/${event.urlSlug}`])
    expect((await app.call('GET', path)).text).not.toContain('Velvet')
  expect((await host.call('GET', `/api/events/${event.id}/bookings.csv`)).text).toContain('"Velvet Suite"')
})
