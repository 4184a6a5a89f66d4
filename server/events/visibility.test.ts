import type { Event } from '@trunkshow/contract/events/schema.ts'
import type { BookingPage } from '@trunkshow/contract/visitor-page.ts'
import { describe, expect, test } from 'vitest'
import { startTestApp, unique } from '../test/app.ts'
import { book, dayAhead, eventForm, makeCoHost, makeCompany, makeShow, tokenOf } from '../test/factories.ts'
import { openPage } from '../test/visitor-page.ts'

const app = startTestApp()

const set = ({ host, event }: Awaited<ReturnType<typeof makeShow>>, isHidden: boolean) =>
  host.call('PUT', `/api/events/${event.id}/visibility`, { isHidden })

describe('a draft', () => {
  test('is seen and booked by no guest in any way, and opens for all once it is published', async () => {
    const show = await makeShow(app, { isHidden: true })
    const { event, slots, host } = show
    expect(event).toMatchObject({ isHidden: true, isActive: false, isPublic: true })
    expect(slots).toHaveLength(4)
    const tries = async () => [
      (await app.call('GET', `/api/events/${event.id}`)).status,
      (await app.call('GET', `/api/events/${event.urlSlug}`)).status,
      (await app.call('GET', `/api/events/${event.urlSlug}/timeslots`)).status,
      (await openPage(app, `/event/${event.urlSlug}`)).status,
      (await openPage(app, `/event/${event.id}`)).status,
      (await book(app, slots[0]!.id, { attendeeEmail: `${unique()}@mail.test` })).status,
    ]
    expect(await tries()).toEqual([404, 404, expect.any(Number), 404, 404, 404])
    expect((await app.call('GET', `/api/events/${event.id}/timeslots`)).status).toBe(404)
    expect((await host.call('GET', `/api/events/${event.urlSlug}`)).status).toBe(200)
    const coHost = await makeCoHost(app, event)
    expect((await coHost.call('GET', `/api/events/${event.id}`)).status).toBe(200)

    expect(await set(show, false)).toMatchObject({ status: 200, body: { isHidden: false, isActive: true } })
    expect(await tries()).toEqual([200, 200, expect.any(Number), 200, 200, 201])
    const log = (await host.call('GET', '/api/activity?subject=event')).body
    expect(log[0]).toMatchObject({
      activity: 'event.changed',
      changes: expect.arrayContaining([{ field: 'isHidden', from: 'Yes', to: 'No' }]),
    })
  })

  test('is published by making it active in its form, and stays one by other changes', async () => {
    const { host, event } = await makeShow(app, { isHidden: true })
    const save = (changes: object) => host.call('PUT', `/api/events/${event.id}`, eventForm(changes as never))
    expect((await save({ isActive: false, name: 'Renamed' })).body).toMatchObject({ isHidden: true })
    expect((await save({ isActive: true })).body).toMatchObject({ isHidden: false, isActive: true })
  })
})

test('a hidden event keeps its appointments, whose guests can still cancel, but not see or move to its times', async () => {
  const show = await makeShow(app)
  const token = tokenOf(await book(app, show.slots[0]!.id))
  expect((await set(show, true)).status).toBe(200)
  const page = await openPage<BookingPage>(app, `/booking/${token}`)
  expect(page.status).toBe(200)
  const move = { newTimeSlotId: show.slots[1]!.id }
  expect((await app.call('POST', `/api/bookings/manage/${token}/reschedule`, move)).status).toBe(409)
  expect((await openPage(app, `/event/${show.event.urlSlug}`)).status).toBe(404)
  expect((await app.call('POST', `/cancel-booking/${token}`)).status).toBeLessThan(400)
})

test('staff list hidden events by themselves', async () => {
  const host = await makeCompany(app)
  const make = async (name: string, changes = {}) =>
    (await host.call('POST', '/api/events', eventForm({ name, ...changes }))).body as Event
  await make('Draft', { isHidden: true })
  await make('Closed', { isActive: false })
  await make('Open')
  await make('Over', { eventDate: dayAhead(-3) })
  const list = async (query: string) =>
    (await host.call('GET', `/api/events?${query}`)).body.map(({ name }: Event) => name)
  expect(await list('isHidden=true')).toEqual(['Draft'])
  expect(await list('isHidden=false&when=upcoming')).toEqual(['Closed', 'Open'])
  expect(await list('isHidden=false&when=past')).toEqual(['Over'])
  expect(await list('isActive=false&when=upcoming')).toEqual(['Draft', 'Closed'])
})

test('the address follows the name where that is free, also of two made at once', async () => {
  const [host, rival] = [await makeCompany(app), await makeCompany(app)]
  const name = `Gala ${unique()}`
  const make = async (by = host, changes = {}): Promise<string> =>
    (await by.call('POST', '/api/events', eventForm({ name, ...changes }))).body.urlSlug
  const slugs = await Promise.all([make(), make(rival), make()])
  const plain = slugs.toSorted()[0]!
  expect(plain).toMatch(/^gala-/)
  expect(slugs.toSorted()).toEqual([plain, `${plain}-2`, `${plain}-3`])
  expect(await make(host, { isPublic: false })).toMatch(/-[a-km-np-z2-9]{16}$/)
})
