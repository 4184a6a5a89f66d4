import { randomBytes } from 'node:crypto'
import type { TourPage } from '@trunkshow/contract/visitor-page.ts'
import { expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { book, dayAhead, makeCompany, makeEvent } from '../test/factories.ts'
import { openPage } from '../test/visitor-page.ts'

const app = startTestApp()

async function makeHost() {
  const host = await makeCompany(app)
  await host.call('POST', '/api/company', { companyName: `Maison ${randomBytes(4).toString('hex')}` })
  return host
}

const stop = (location: string, days: number, changes = {}) => ({
  location,
  eventDate: dayAhead(days),
  startTime: '10:00',
  endTime: '11:00',
  ...changes,
})

test('a tour is made of one event and copies of it, with their slots, and its page lists them by date', async () => {
  const host = await makeHost()
  const event = await makeEvent(host, { slotDuration: 60, maxBookingsPerSlot: 1 })
  const stops = [
    stop('London', 50, { timeZone: 'Europe/London', city: 'London' }),
    stop('Dallas', 40, { endDate: dayAhead(41) }),
    { location: '', eventDate: '' },
  ]
  const made = await host.call('POST', '/api/tours', { name: 'Spring Tour', copyOf: event.id, stops })
  expect(made.status).toBe(201)
  expect(made.body.stops.map(({ location }: { location: string }) => location)).toEqual([
    '12 Mercer Street, New York',
    'Dallas',
    'London',
  ])
  const [, dallas, london] = made.body.stops
  const copied = (await host.call('GET', `/api/events/${dallas.id}`)).body
  expect(copied).toMatchObject({
    name: event.name,
    isMultiDay: true,
    slotDuration: 60,
    contactEmail: event.contactEmail,
  })
  expect(copied.urlSlug).not.toBe(event.urlSlug)
  const slots = (await host.call('GET', `/api/events/${london.id}/timeslots`)).body
  expect(slots).toHaveLength(1)
  expect((await host.call('GET', `/api/events/${london.id}`)).body).toMatchObject({
    timeZone: 'Europe/London',
  })
  expect(copied.timeZone).toBe(event.timeZone)
  expect((await book(app, slots[0].id)).status).toBe(201)
  await app.rows(`UPDATE events SET event_date = event_date - 90 WHERE id = $1`, [event.id])
  await makeEvent(host, { name: 'No stop' })

  const page = await openPage<TourPage>(app, made.body.path)
  expect(page.status).toBe(200)
  expect(page.content.stops.map(({ location, state }) => [location, state])).toEqual([
    ['12 Mercer Street, New York', 'past'],
    ['Dallas', 'open'],
    ['London', 'soldOut'],
  ])
  expect(page.read).toMatch(
    /Spring Tour .*This stop is over .*Dallas.*Book Appointment .*London.*Sold Out: View Event/,
  )
  const ofStop = await openPage(app, `/event/${copied.urlSlug}`)
  expect(ofStop.text).toContain(`href="${made.body.path}"`)
  expect(ofStop.read).toContain('Part of Spring Tour. Other stops')
  expect((await openPage(app, `${made.body.path}-x`)).status).toBe(404)

  expect((await host.call('DELETE', `/api/tours/${made.body.id}/stops/${dallas.id}`)).status).toBe(204)
  expect((await openPage<TourPage>(app, made.body.path)).content.stops).toHaveLength(2)
  expect((await host.call('PUT', `/api/tours/${made.body.id}/stops/${dallas.id}`)).body.stops).toHaveLength(3)
  expect((await host.call('DELETE', `/api/tours/${made.body.id}`)).status).toBe(204)
  expect((await openPage(app, made.body.path)).status).toBe(404)
  expect((await host.call('GET', `/api/events/${dallas.id}`)).body.tourId).toBeNull()
})

test('a wrong stop is named, and then no stop is made', async () => {
  const host = await makeHost()
  const event = await makeEvent(host)
  const send = (stops: object[]) => host.call('POST', '/api/tours', { name: 'Tour', copyOf: event.id, stops })
  expect((await send([])).status).toBe(400)
  const wrong = await send([stop('Dallas', 40), stop('', 41), stop('London', 42, { endTime: '09:00' })])
  expect(wrong).toMatchObject({
    status: 400,
    body: { fields: { 'stops.1.location': 'Enter a city or place', 'stops.2.endTime': expect.any(String) } },
  })
  const tooMany = await send([
    stop('Dallas', 40),
    stop('London', 50, { endDate: dayAhead(410), startTime: '00:00', endTime: '23:59' }),
  ])
  expect(tooMany).toMatchObject({ status: 400, body: { fields: { 'stops.1.endDate': expect.any(String) } } })
  expect((await host.call('GET', '/api/events')).body).toHaveLength(1)
  expect((await host.call('GET', '/api/tours')).body).toEqual([])
})

test('no other company adds stops of its own or takes others', async () => {
  const [host, rival] = [await makeHost(), await makeHost()]
  const [event, foreign] = [await makeEvent(host), await makeEvent(rival)]
  const body = { name: 'Tour', copyOf: event.id, stops: [stop('Dallas', 40)] }
  const { id } = (await host.call('POST', '/api/tours', body)).body
  expect((await rival.call('POST', '/api/tours', body)).status).toBe(404)
  expect((await rival.call('PUT', `/api/tours/${id}/stops/${foreign.id}`)).status).toBe(404)
  expect((await host.call('PUT', `/api/tours/${id}/stops/${foreign.id}`)).status).toBe(404)
  expect((await host.call('POST', `/api/tours/${id}/stops`, { ...body, copyOf: foreign.id })).status).toBe(
    404,
  )
  expect((await rival.call('GET', '/api/tours')).body).toEqual([])
})

test('an event is a stop of one tour, also when two people add it at once, and adding or removing it twice is no error', async () => {
  const host = await makeHost()
  const [first, event] = [await makeEvent(host), await makeEvent(host)]
  const makeTour = async (name: string): Promise<number> =>
    (await host.call('POST', '/api/tours', { name, copyOf: first.id, stops: [stop('Dallas', 40)] })).body.id
  const [spring, autumn] = [await makeTour('Spring Tour'), await makeTour('Autumn Tour')]
  const add = (tour: number) => host.call('PUT', `/api/tours/${tour}/stops/${event.id}`)
  const changes = async () =>
    (await host.call('GET', '/api/activity?subject=tour')).body.filter(
      ({ activity }: { activity: string }) => activity === 'tour.changed',
    ).length

  const answers = await Promise.all([add(spring), add(autumn)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const isSpring = answers[0].status === 200
  const [own, other, name] = isSpring ? [spring, autumn, 'Spring Tour'] : [autumn, spring, 'Autumn Tour']
  expect(answers[isSpring ? 1 : 0].body.message).toBe(
    `This event is a stop of ${name}. Remove it there first.`,
  )
  expect(await changes()).toBe(1)
  const again = await add(own)
  expect(again).toMatchObject({ status: 200, body: { id: own } })
  expect(await changes()).toBe(1)

  const remove = (tour: number) => host.call('DELETE', `/api/tours/${tour}/stops/${event.id}`)
  expect((await remove(other)).status).toBe(204)
  expect((await host.call('GET', `/api/events/${event.id}`)).body.tourId).toBe(own)
  expect((await Promise.all([remove(own), remove(own)])).map(({ status }) => status)).toEqual([204, 204])
  expect(await changes()).toBe(2)
  expect((await add(other)).status).toBe(200)
})
