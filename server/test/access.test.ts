import { listEndpoints } from '@trunkshow/contract/api.ts'
import { type Role, roles } from '@trunkshow/contract/permissions.ts'
import { describe, expect, test } from 'vitest'
import { type Answer, startTestApp, unique } from './app.ts'
import { book, eventForm, makeCompany, makeEvent, makeUser, type TestUser } from './factories.ts'

const app = startTestApp()

/** A company with a private show and one booking, for calls that aim at it. */
async function makeWorld() {
  const owner = await makeCompany(app)
  const event = await makeEvent(owner)
  const booked = await book(app, event.slots[0]!.id)
  await owner.call('PUT', `/api/events/${event.id}`, eventForm({ isPublic: false }))
  const token: string = booked.body.id
  return { owner, event, slots: event.slots, token, bookingId: Number.parseInt(token, 10) }
}
type World = Awaited<ReturnType<typeof makeWorld>>

interface Row {
  /** The call, aimed at what belongs to the world's company. */
  aim: (world: World) => [url: string, body?: unknown]
  /** Roles of the company that may; the others get 403. `all` also admits whoever is not signed in. */
  may: readonly Role[] | 'all'
  /** What a caller who may gets. */
  success: number
  /** What an admin of another company gets, who knows every number. */
  foreign: number
}

const staff = ['admin', 'order management'] as const

/** One row for every endpoint there is. An endpoint without one fails this file. */
const table: Record<string, Row> = {
  'session.current': { aim: () => ['/api/user'], may: roles, success: 200, foreign: 200 },
  'session.login': {
    aim: () => ['/api/login', { username: unique(), password: 'not this one' }],
    may: 'all',
    success: 401,
    foreign: 401,
  },
  'session.register': {
    aim: () => [
      '/api/register',
      { username: unique(), email: `${unique()}@mail.test`, name: 'N', password: 'secret1' },
    ],
    may: 'all',
    success: 201,
    foreign: 201,
  },
  'session.logout': { aim: () => ['/api/logout'], may: 'all', success: 204, foreign: 204 },
  'events.list': { aim: () => ['/api/events'], may: 'all', success: 200, foreign: 200 },
  'events.create': { aim: () => ['/api/events', eventForm()], may: staff, success: 201, foreign: 201 },
  'events.get': {
    aim: ({ event }) => [`/api/events/${event.urlSlug}`],
    may: 'all',
    success: 200,
    foreign: 200,
  },
  'events.update': {
    aim: ({ event }) => [`/api/events/${event.id}`, eventForm({ name: 'Renamed' })],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'events.remove': {
    // The world's show is booked, so not even its admin may.
    aim: ({ event }) => [`/api/events/${event.id}`],
    may: ['admin'],
    success: 409,
    foreign: 404,
  },
  'events.summary': {
    aim: ({ event }) => [`/api/events/${event.id}/summary`],
    may: roles,
    success: 200,
    foreign: 404,
  },
  'slots.list': {
    aim: ({ event }) => [`/api/events/${event.id}/timeslots`],
    may: roles,
    success: 200,
    foreign: 404,
  },
  'slots.create': {
    aim: ({ event }) => [
      `/api/events/${event.id}/timeslots`,
      { slotDate: event.eventDate, startTime: '14:00', endTime: '14:30', totalSlots: 1 },
    ],
    may: staff,
    success: 201,
    foreign: 404,
  },
  'slots.previewSync': {
    aim: ({ event }) => [`/api/events/${event.id}/timeslots/sync`],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'slots.sync': {
    aim: ({ event }) => [`/api/events/${event.id}/timeslots/sync`],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'slots.update': {
    aim: ({ slots }) => [`/api/timeslots/${slots[0]!.id}`, { totalSlots: 4 }],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'slots.remove': {
    aim: ({ slots }) => [`/api/timeslots/${slots[3]!.id}`],
    may: staff,
    success: 204,
    foreign: 404,
  },
  'bookings.list': {
    aim: ({ event }) => [`/api/events/${event.id}/bookings`],
    may: roles,
    success: 200,
    foreign: 404,
  },
  'bookings.export': {
    aim: ({ event }) => [`/api/events/${event.id}/bookings.csv`],
    may: roles,
    success: 200,
    foreign: 404,
  },
  'bookings.cancel': {
    aim: ({ bookingId }) => [`/api/bookings/${bookingId}/cancel`],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'bookings.reschedule': {
    aim: ({ bookingId, slots }) => [`/api/bookings/${bookingId}/reschedule`, { newTimeSlotId: slots[1]!.id }],
    may: staff,
    success: 200,
    foreign: 404,
  },
  'bookings.book': {
    aim: ({ slots }) => [
      `/api/timeslots/${slots[1]!.id}/book`,
      { attendeeName: 'Lena', attendeeEmail: 'lena@mail.test' },
    ],
    may: roles,
    success: 201,
    foreign: 404,
  },
  'bookings.manage': {
    aim: ({ token }) => [`/api/bookings/manage/${token}`],
    may: 'all',
    success: 200,
    foreign: 200,
  },
  'bookings.rescheduleByVisitor': {
    aim: ({ token, slots }) => [`/api/bookings/manage/${token}/reschedule`, { newTimeSlotId: slots[1]!.id }],
    may: 'all',
    success: 200,
    foreign: 200,
  },
  'bookings.cancelByVisitor': {
    aim: ({ token }) => [`/api/bookings/${token}/cancel`],
    may: 'all',
    success: 200,
    foreign: 200,
  },
}

/** Endpoints that answer whoever is not signed in as if the private show did not exist, rather than with 401. */
const hiddenFromStrangers = ['slots.list', 'bookings.book']

const endpoints = listEndpoints()

test('every endpoint has its row, and every row its endpoint', () => {
  expect(Object.keys(table).sort()).toEqual(endpoints.map(({ name }) => name).sort())
})

/** Everything of the world's company that a refused call must leave as it is. */
async function snapshot({ owner, event }: World) {
  return app.rows(
    `SELECT (SELECT jsonb_agg(e ORDER BY id) FROM events e WHERE company_id = $1) AS events,
       (SELECT jsonb_agg(s ORDER BY id) FROM time_slots s WHERE event_id = $2) AS slots,
       (SELECT jsonb_agg(b ORDER BY id) FROM bookings b WHERE event_id = $2) AS bookings,
       (SELECT count(*) FROM email_notifications WHERE company_id = $1) AS mails`,
    [owner.companyId, event.id],
  )
}

describe.each(endpoints)('$name', ({ name, endpoint }) => {
  const { aim, may, success, foreign } = table[name]!
  const everyone = may === 'all'

  function send(
    world: World,
    caller: TestUser | null,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const [url, body] = aim(world)
    return caller
      ? caller.call(endpoint.method, url, body, headers)
      : app.call(endpoint.method, url, body, headers)
  }

  test.each(roles)('as %s of the company', async (role) => {
    const world = await makeWorld()
    const caller = await makeUser(app, world.owner.companyId, role)
    const allowed = everyone || may.includes(role)
    const before = await snapshot(world)
    const answer = await send(world, caller)
    expect(answer.status).toBe(allowed ? success : 403)
    if (!allowed) {
      expect(answer.body).toMatchObject({ code: 'forbidden', message: answer.body.error })
      expect(await snapshot(world)).toEqual(before)
    }
  })

  test('signed out, whatever X-User-Id says', async () => {
    const world = await makeWorld()
    const before = await snapshot(world)
    const status = everyone ? success : hiddenFromStrangers.includes(name) ? 404 : 401
    expect((await send(world, null, { 'x-user-id': String(world.owner.id) })).status).toBe(status)
    if (!everyone) expect(await snapshot(world)).toEqual(before)
  })

  test('as admin of another company, whatever X-User-Id says', async () => {
    const world = await makeWorld()
    const stranger = await makeCompany(app)
    const before = await snapshot(world)
    const answer = await send(world, stranger, { 'x-user-id': String(world.owner.id) })
    expect(answer.status).toBe(foreign)
    if (foreign === 404 || name === 'events.create') expect(await snapshot(world)).toEqual(before)
    if (name === 'events.list') expect(answer.body).toEqual([])
    if (name === 'session.current') expect(answer.body.id).toBe(stranger.id)
  })
})
