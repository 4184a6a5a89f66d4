import { describe, expect, test } from 'vitest'
import { bookingLimits } from '../platform/http/guards/rate-limits.ts'
import { startTestApp, unique } from '../test/app.ts'
import { book, makeCompany, makeEvent } from '../test/factories.ts'
import { stampForm } from './refuse-bots.ts'

const app = startTestApp({ RATE_LIMIT: 'on', TRUST_PROXY: 'on' })

/** Network addresses that no other test uses. */
let networks = 0
const nextNetwork = () => `203.0.${Math.floor(++networks / 250)}.${(networks % 250) + 1}`
const from = (address: string) => ({ 'x-forwarded-for': address })

async function makeLargeSlot() {
  const host = await makeCompany(app)
  const event = await makeEvent(host)
  const slot = event.slots[0]!
  await host.call('PATCH', `/api/timeslots/${slot.id}`, { totalSlots: 500 })
  return { host, event, slot }
}

/** Returns the stamp of a form that was made this many milliseconds ago. */
const stampOf = (age: number) => stampForm(app.config, Date.now() - age)

describe('the booking form', () => {
  function post(slug: string, slotId: number, fields: Record<string, string>) {
    const form = new FormData()
    const typed = {
      timeSlotId: String(slotId),
      attendeeName: 'Grace Okafor',
      attendeeEmail: `${unique()}@mail.test`,
    }
    for (const [name, value] of Object.entries({ ...typed, ...fields })) form.set(name, value)
    return app.call('POST', `/event/${slug}`, form, from(nextNetwork()))
  }

  test('is accepted two seconds after its page was rendered, not before, and keeps what was typed', async () => {
    const { event, slot } = await makeLargeSlot()
    const quick = await post(event.urlSlug, slot.id, { opened: stampOf(0) })
    expect(quick.status).toBe(400)
    expect(quick.text).toContain('That was quick. Press Confirm Booking again to continue.')
    expect(quick.text).toContain('value="Grace Okafor"')
    expect((await post(event.urlSlug, slot.id, { opened: stampOf(2100) })).status).toBe(201)
  })

  test('is accepted when the clock was set back since its page was rendered', async () => {
    const { event, slot } = await makeLargeSlot()
    expect((await post(event.urlSlug, slot.id, { opened: stampOf(-3_600_000) })).status).toBe(201)
  })

  test('keeps its age after a rejection', async () => {
    const { event, slot } = await makeLargeSlot()
    const opened = stampOf(0)
    const { text } = await post(event.urlSlug, slot.id, { opened })
    expect(text.split(`value="${opened}"`)).toHaveLength(2)
  })

  test('is rejected with the hidden field filled in, or without a valid stamp', async () => {
    const { event, slot } = await makeLargeSlot()
    const filled = await post(event.urlSlug, slot.id, {
      opened: stampOf(5000),
      leaveEmpty: 'https://spam.test',
    })
    expect(filled.status).toBe(400)
    for (const opened of ['', String(Date.now() - 5000), stampOf(5000).replace(/.$/, 'x')]) {
      const forged = await post(event.urlSlug, slot.id, { opened })
      expect(forged.status).toBe(400)
      expect(forged.text).toContain('This form has expired. Reload the page and try again.')
    }
    const script = await book(app, slot.id, { leaveEmpty: 'x' }, from(nextNetwork()))
    expect(script).toMatchObject({ status: 400, body: { code: 'invalid' } })
    expect(await app.rows('SELECT id FROM bookings WHERE event_id = $1', [event.id])).toEqual([])
  })
})

describe('from one network address', () => {
  async function bookMany(slotId: number, address: string, count: number) {
    const statuses: number[] = []
    for (let index = 0; index < count; index++) {
      const answer = await book(app, slotId, { attendeeEmail: `${unique()}@mail.test` }, from(address))
      statuses.push(answer.status)
    }
    return statuses
  }
  const { count } = bookingLimits.perNetwork

  test('bookings are limited per ten minutes across events, without affecting other networks', async () => {
    const [one, other] = [await makeLargeSlot(), await makeLargeSlot()]
    const address = nextNetwork()
    expect(await bookMany(one.slot.id, address, count)).toEqual(Array(count).fill(201))
    for (const { slot } of [one, other]) {
      const answer = await book(app, slot.id, { attendeeEmail: `${unique()}@mail.test` }, from(address))
      expect(answer).toMatchObject({
        status: 429,
        body: { code: 'too_many' },
        headers: { 'retry-after': '600' },
      })
    }
    expect((await book(app, one.slot.id, {}, from(nextNetwork()))).status).toBe(201)
  })

  test('all addresses of an IPv6 network count as one', async () => {
    const { slot } = await makeLargeSlot()
    for (let index = 0; index < count; index++)
      await bookMany(slot.id, `2001:db8:77:1::${index.toString(16)}`, 1)
    expect(await bookMany(slot.id, '2001:db8:77:1:ffff::1', 1)).toEqual([429])
    expect(await bookMany(slot.id, '2001:db8:77:2::1', 1)).toEqual([201])
  })
})

test('one email gets ten bookings a day, in any spelling and for any event', async () => {
  const [one, other] = [await makeLargeSlot(), await makeLargeSlot()]
  const name = unique('mother')
  for (let index = 0; index < 10; index++) {
    const { slot } = index % 2 === 0 ? one : other
    const attendeeEmail = `${name}@${index % 3 === 0 ? 'münchen' : 'xn--mnchen-3ya'}.test`
    expect((await book(app, slot.id, { attendeeEmail }, from(nextNetwork()))).status).toBe(201)
  }
  const answer = await book(
    app,
    one.slot.id,
    { attendeeEmail: `${name}@münchen.test`.toUpperCase() },
    from(nextNetwork()),
  )
  expect(answer).toMatchObject({ status: 429, body: { code: 'too_many' } })
})
