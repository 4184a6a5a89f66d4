import { describe, expect, test } from 'vitest'
import { startTestApp, unique } from '../test/app.ts'
import {
  book,
  bookingNumber,
  eventForm,
  makeCoHost,
  makeCompany,
  makeEvent,
  makeUser,
} from '../test/factories.ts'
import { readLinks } from '../test/mail/sent-mails.ts'
import { eventEmails } from './emails.ts'

const app = startTestApp()

async function makeShow() {
  const host = await makeCompany(app)
  const event = await makeEvent(host, { isPublic: true, showLocation: false })
  const invite = (email: string) => host.call('POST', `/api/events/${event.id}/co-hosts`, { email })
  const list = async () => (await host.call('GET', `/api/events/${event.id}/co-hosts`)).body
  return { host, event, invite, list }
}
const linksTo = (email: string) => readLinks(app, eventEmails, '/co-host', email)
const gone = {
  status: 404,
  body: { message: 'This invitation is no longer valid. Ask the host for a new one.' },
}

describe('a co-host', () => {
  test('is invited by email, accepts once with the account of that email, and then manages the event', async () => {
    const { host, event, invite, list } = await makeShow()
    const other = await makeEvent(host)
    const guest = await makeCompany(app, 'view only')
    const invited = await invite(guest.email.toUpperCase())
    expect(invited).toMatchObject({ status: 201, body: { isActive: false, name: null } })
    const [token] = await linksTo(guest.email.toUpperCase())
    const shown = { eventId: event.id, eventName: event.name, hostName: event.hostName }
    expect(await app.call('GET', `/api/co-host-invitations/${token}`)).toMatchObject({
      status: 200,
      body: shown,
    })
    expect((await guest.call('GET', `/api/events/${event.id}/bookings`)).status).toBe(404)

    expect(await guest.call('POST', `/api/co-host-invitations/${token}`)).toMatchObject({
      status: 200,
      body: shown,
    })
    expect(await guest.call('POST', `/api/co-host-invitations/${token}`)).toMatchObject(gone)
    expect(await list()).toMatchObject([{ isActive: true, name: 'Test User' }])

    const booked = await book(app, event.slots[0]!.id)
    const bookings = await guest.call('GET', `/api/events/${event.id}/bookings`)
    expect(bookings.body).toHaveLength(1)
    const number = await bookingNumber(app, booked.body.id)
    expect((await guest.call('PATCH', `/api/bookings/${number}/cancel`)).status).toBe(200)
    expect((await guest.call('GET', `/api/events/${other.id}/bookings`)).status).toBe(404)
    const listed = (await guest.call('GET', '/api/events')).body
    expect(listed).toMatchObject([{ id: event.id, coHosted: true, location: '12 Mercer Street, New York' }])
  })

  test('adds slots that belong to the event’s company', async () => {
    const { host, event } = await makeShow()
    const coHost = await makeCoHost(app, event)
    const slot = { slotDate: event.eventDate, startTime: '15:00', endTime: '15:30' }
    const added = await coHost.call('POST', `/api/events/${event.id}/timeslots`, slot)
    expect(added.status).toBe(201)
    expect(await app.rows('SELECT company_id FROM time_slots WHERE id = $1', [added.body.id])).toEqual([
      { company_id: host.companyId },
    ])
  })

  test('who can only view in their own company gains no right there', async () => {
    const { event } = await makeShow()
    const coHost = await makeCoHost(app, event, 'view only')
    const admin = await makeUser(app, coHost.companyId, 'admin')
    const own = await makeEvent(admin)
    expect((await coHost.call('GET', `/api/events/${own.id}/bookings`)).status).toBe(200)
    const slot = { slotDate: own.eventDate, startTime: '15:00', endTime: '15:30' }
    expect((await coHost.call('POST', `/api/events/${own.id}/timeslots`, slot)).status).toBe(404)
    expect((await coHost.call('PUT', `/api/events/${event.id}`, eventForm())).status).toBe(403)
  })

  test('who is removed loses the event at the next request', async () => {
    const { host, event, list } = await makeShow()
    const coHost = await makeCoHost(app, event)
    const [{ id }] = await list()
    expect((await host.call('DELETE', `/api/events/${event.id}/co-hosts/${id}`)).status).toBe(204)
    expect((await coHost.call('GET', `/api/events/${event.id}/bookings`)).status).toBe(404)
    expect(await list()).toEqual([])
  })

  test('cannot be anyone but the invited person, or use a withdrawn or expired link', async () => {
    const { host, event, invite, list } = await makeShow()
    const [guest, thief] = [await makeCompany(app), await makeCompany(app)]
    await invite(guest.email)
    const [token] = await linksTo(guest.email)
    expect(await thief.call('POST', `/api/co-host-invitations/${token}`)).toMatchObject({
      status: 403,
      body: { message: `This invitation is for ${guest.email}. Log in with that account.` },
    })
    await app.rows(
      `UPDATE event_co_hosts SET created_at = now() - interval '7 days 1 minute' WHERE event_id = $1`,
      [event.id],
    )
    expect(await guest.call('POST', `/api/co-host-invitations/${token}`)).toMatchObject(gone)
    const [{ id }] = await list()
    await host.call('DELETE', `/api/events/${event.id}/co-hosts/${id}`)
    expect(await app.call('GET', `/api/co-host-invitations/${token}`)).toMatchObject(gone)
  })

  test('is invited once, and cannot be a colleague', async () => {
    const { host, invite } = await makeShow()
    const colleague = await makeUser(app, host.companyId, 'view only')
    const email = `${unique('guest')}@mail.test`
    expect((await invite(email)).status).toBe(201)
    expect(await invite(email.toUpperCase())).toMatchObject({ status: 409, body: { code: 'taken' } })
    expect(await invite(colleague.email)).toMatchObject({ status: 409, body: { code: 'taken' } })
    expect(await invite('guest')).toMatchObject({
      status: 400,
      body: { fields: { email: 'Invalid email address' } },
    })
  })
})

describe('invitations of co-hosts', () => {
  const limited = startTestApp({ RATE_LIMIT: 'on' })

  test('are limited to 50 a day per company, also to one email; rejected ones do not count', async () => {
    const host = await makeCompany(limited)
    const path = `/api/events/${(await makeEvent(host)).id}/co-hosts`
    const invite = (email: string) => host.call('POST', path, { email })
    for (let times = 0; times < 12; times++) {
      const { status, body } = await invite('again@mail.test')
      expect(status).toBe(201)
      expect((await host.call('DELETE', `${path}/${body.id}`)).status).toBe(204)
    }
    for (let times = 0; times < 3; times++) expect((await invite(host.email)).status).toBe(409)
    expect((await invite('first@mail.test')).status).toBe(201)
    for (let times = 0; times < 3; times++) expect((await invite('first@mail.test')).status).toBe(409)

    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => invite(`guest${index}@mail.test`)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(37)
    const refused = answers.filter(({ status }) => status !== 201)
    for (const answer of refused)
      expect(answer).toMatchObject({
        status: 429,
        body: {
          code: 'too_many',
          message: 'Your company sent too many invitations today. Try again tomorrow.',
        },
      })
    expect((await invite('again@mail.test')).status).toBe(429)
    const other = await makeCompany(limited)
    const elsewhere = await other.call('POST', `/api/events/${(await makeEvent(other)).id}/co-hosts`, {
      email: 'again@mail.test',
    })
    expect(elsewhere.status).toBe(201)
  })
})
