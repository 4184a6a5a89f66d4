import { describe, expect, test } from 'vitest'
import { databaseOf } from '../platform/db/transaction.ts'
import { signId } from '../platform/http/tokens.ts'
import { drainOutbox } from '../platform/mail/drain-outbox.ts'
import type { RenderedMessage } from '../platform/mail/transport.ts'
import { startTestApp, unique } from '../test/app.ts'
import { book, makeCompany, makeCustomer, makeEvent, type TestUser, takeOrder } from '../test/factories.ts'
import { privacyEmails } from './emails.ts'

const app = startTestApp()

const open = (url: string, headers = {}) =>
  app.call('GET', url, undefined, { accept: 'text/html', ...headers })
const post = (url: string, fields: Record<string, string> = {}) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return app.call('POST', url, form, { accept: 'text/html' })
}

/** Sends waiting links. @returns what each address received */
async function mailLinks(): Promise<Map<string, string>> {
  const links = new Map<string, string>()
  const transport = {
    async send(_: string, { to, text }: RenderedMessage) {
      links.set(to.address, /\/my-data\/[\w-]+/.exec(text)![0])
    },
    close() {},
  }
  await app.rows(
    `UPDATE email_notifications SET status = 'skipped' WHERE email_type <> 'guest_data' AND status = 'pending'`,
  )
  await drainOutbox(
    { config: app.config, db: databaseOf(app.pool), files: app.files },
    privacyEmails,
    transport,
  )
  return links
}

async function makeBooked(owner: TestUser, guest: { attendeeName: string; attendeeEmail: string }) {
  const event = await makeEvent(owner)
  const { body } = await book(app, event.slots[0]!.id, guest)
  return { event, url: `/booking/${body.id}` }
}

/** Requests a link the way the page does, and returns its URL. */
async function requestLink(url: string, email: string): Promise<string> {
  expect((await post(`${url}/data`)).status).toBe(200)
  return (await mailLinks()).get(email)!
}

const uniqueGuest = () => {
  const word = unique('zora')
  return { attendeeName: `Zora ${word}`, attendeeEmail: `${word}@mail.test` }
}
const namesOf = async ({ companyId }: TestUser) =>
  (
    await app.rows<{ name: string }>(
      'SELECT attendee_name AS name FROM bookings WHERE company_id = $1 ORDER BY id',
      [companyId],
    )
  ).map(({ name }) => name)

describe('a guest', () => {
  test('is emailed a link, downloads their data, and deletes it with a checked box', async () => {
    const owner = await makeCompany(app)
    const guest = uniqueGuest()
    const { url, event } = await makeBooked(owner, guest)
    await book(app, event.slots[1]!.id, { ...guest, attendeeEmail: guest.attendeeEmail.toUpperCase() })
    await book(app, event.slots[1]!.id)
    const customer = await makeCustomer(owner, { email: guest.attendeeEmail, notes: 'Pays late' })
    expect((await open(url)).text).toContain(`${url}/data`)
    const link = await requestLink(url, guest.attendeeEmail)
    const page = await open(link)
    expect(page.text).toContain('2 bookings')
    const { body, headers } = await app.call('GET', `${link}/my-data.json`)
    expect(headers['content-disposition']).toContain('attachment')
    expect(body.bookings).toHaveLength(2)
    expect(body.customers).toMatchObject([{ lastName: 'Hart', phone: customer.phone }])
    expect(JSON.stringify(body)).not.toContain('Pays late')
    // Programs that only follow links, or post without the box, change nothing.
    await open(link, { 'sec-fetch-dest': 'document' })
    expect((await post(link)).status).toBe(400)
    expect(await namesOf(owner)).toEqual([guest.attendeeName, guest.attendeeName, 'Grace Okafor'])
    const deleted = await post(link, { confirm: 'yes' })
    expect(deleted).toMatchObject({ status: 200 })
    expect(deleted.text).toContain('Your data was deleted')
    expect(await namesOf(owner)).toEqual(['Erased guest', 'Erased guest', 'Grace Okafor'])
    expect((await owner.call('GET', `/api/customers/${customer.id}`)).body.email).toBe('')
    expect((await open(link)).status).toBe(410)
    const { body: log } = await owner.call('GET', '/api/activity?limit=1')
    expect(log[0]).toMatchObject({ actorName: null, subjectName: 'their own data' })
  })

  test('leaves orders and their customer with the shop, which the page says', async () => {
    const owner = await makeCompany(app)
    const guest = uniqueGuest()
    const { url } = await makeBooked(owner, guest)
    const customer = await makeCustomer(owner, { email: guest.attendeeEmail })
    const order = await takeOrder(owner, { customerId: customer.id, customerEmail: guest.attendeeEmail })
    const link = await requestLink(url, guest.attendeeEmail)
    expect((await open(link)).text).toContain('for its records')
    const payment = { kind: 'payment', amount: '100', method: 'check', reference: 'No. 7' }
    await owner.call('POST', `/api/orders/${order.id}/entries`, payment)
    expect((await app.call('GET', `${link}/my-data.json`)).body.orders).toMatchObject([
      {
        total: '$855.50',
        payments: [{ kind: 'payment', amount: '$100.00', method: 'check', reference: 'No. 7' }],
      },
    ])
    expect((await post(link, { confirm: 'yes' })).text).toContain('It keeps your orders')
    expect(await namesOf(owner)).toEqual(['Erased guest'])
    expect((await owner.call('GET', `/api/orders/${order.id}`)).body.customerEmail).toBe(guest.attendeeEmail)
    expect((await owner.call('GET', `/api/customers/${customer.id}`)).body.email).toBe(guest.attendeeEmail)
  })

  test("who typed another person’s email can't get their data: the link goes to that mailbox", async () => {
    const owner = await makeCompany(app)
    const victim = uniqueGuest()
    await makeBooked(owner, victim)
    const { url } = await makeBooked(owner, { ...victim, attendeeName: 'Mallory' })
    const token = url.slice('/booking/'.length)
    expect((await open(`/my-data/${token}`)).status).toBe(404)
    expect((await open(`/my-data/${token}/my-data.json`)).status).toBe(404)
    expect((await post(`/my-data/${token}`, { confirm: 'yes' })).status).toBe(404)
    const answer = await post(`${url}/data`)
    const link = (await mailLinks()).get(victim.attendeeEmail)!
    expect(answer.text).not.toContain(link)
    expect(await namesOf(owner)).toEqual([victim.attendeeName, 'Mallory'])
  })

  test('reaches neither another email of a merged customer nor another company', async () => {
    const [owner, other] = [await makeCompany(app), await makeCompany(app)]
    const [guest, sister] = [uniqueGuest(), uniqueGuest()]
    const { url } = await makeBooked(owner, guest)
    await makeBooked(owner, sister)
    await makeBooked(other, guest)
    const customer = await makeCustomer(owner, { email: sister.attendeeEmail })
    const double = await makeCustomer(owner, { email: guest.attendeeEmail })
    await owner.call('POST', `/api/customers/${customer.id}/merge/${double.id}`, {})
    const link = await requestLink(url, guest.attendeeEmail)
    const { body } = await app.call('GET', `${link}/my-data.json`)
    expect([body.bookings.length, body.customers]).toEqual([1, []])
    await post(link, { confirm: 'yes' })
    expect(await namesOf(owner)).toEqual(['Erased guest', sister.attendeeName])
    expect(await namesOf(other)).toEqual([guest.attendeeName])
    expect((await owner.call('GET', `/api/customers/${customer.id}`)).body.email).toBe(sister.attendeeEmail)
  })

  test('who only waits does the same from the page of their waitlist link', async () => {
    const owner = await makeCompany(app)
    const guest = uniqueGuest()
    const event = await makeEvent(owner, { endTime: '10:30', maxBookingsPerSlot: 1 })
    const booking = await book(app, event.slots[0]!.id)
    const joined = await post(`/event/${event.urlSlug}/waitlist`, { waitsFor: 'event', ...guest })
    expect(joined.status).toBe(201)
    const [entry] = await app.rows<{ id: number; publicId: string }>(
      `SELECT id, public_id AS "publicId" FROM waitlist_entries WHERE event_id = $1`,
      [event.id],
    )
    const token = signId(app.config, 'waitlist', entry!.publicId)
    expect((await open(`/waitlist/${token}`)).text).toContain(`/waitlist/${token}/data`)
    expect((await open(`/booking/${token}/data`)).status).toBe(404)
    expect((await open(`/waitlist/${token}/data`)).text).toContain('Back to the waitlist')
    expect((await open(`/my-data/${token}`)).status).toBe(404)
    const link = await requestLink(`/waitlist/${token}`, guest.attendeeEmail)
    expect((await post(`/waitlist/${token}/data`)).status).toBe(429)
    await app.call('POST', `/cancel-booking/${booking.body.id}`)
    expect((await open(link)).text.replaceAll('<!-- -->', '')).toContain('has 1 waitlist entry under')
    const { body } = await app.call('GET', `${link}/my-data.json`)
    expect(body).toMatchObject({
      bookings: [],
      waitlists: [{ email: guest.attendeeEmail, status: 'offered' }],
    })
    expect((await post(link, { confirm: 'yes' })).text).toContain('Your data was deleted')
    expect(
      await app.rows('SELECT attendee_name AS name, status FROM waitlist_entries WHERE event_id = $1', [
        event.id,
      ]),
    ).toEqual([{ name: 'Erased guest', status: 'removed' }])
    expect((await open(`/waitlist/${token}`)).status).toBe(404)
    expect((await open(link)).status).toBe(410)
    expect((await book(app, event.slots[0]!.id)).status).toBe(201)
    const { body: log } = await owner.call('GET', '/api/activity?limit=1')
    expect(log[0]).toMatchObject({
      activity: 'waitlist.erased',
      actorName: null,
      subjectName: 'their own data',
      record: { id: entry!.id },
    })
  })

  test('gets one link an hour, which ends after a day', async () => {
    const owner = await makeCompany(app)
    const guest = uniqueGuest()
    const { url, event } = await makeBooked(owner, guest)
    const { body } = await book(app, event.slots[1]!.id, guest)
    const asked = await Promise.all([
      post(`${url}/data`),
      post(`${url}/data`),
      post(`/booking/${body.id}/data`),
    ])
    expect(asked.map(({ status }) => status).sort()).toEqual([200, 429, 429])
    expect((await post(`${url}/data`)).text).toContain('less than an hour ago')
    const link = (await mailLinks()).get(guest.attendeeEmail)!
    expect((await open(link)).status).toBe(200)
    await app.rows(
      `UPDATE email_notifications SET sent_at = now() - interval '25 hours' WHERE email_type = 'guest_data'`,
    )
    expect((await open(link)).text).toContain('This link has expired')
    expect((await post(link, { confirm: 'yes' })).status).toBe(410)
    expect((await app.call('GET', `${link}/my-data.json`)).status).toBe(410)
    expect(await namesOf(owner)).toEqual([guest.attendeeName, guest.attendeeName])
  })
})
