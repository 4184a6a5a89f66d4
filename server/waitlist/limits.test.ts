import { expect, test } from 'vitest'
import { stampForm } from '../bookings/refuse-bots.ts'
import { bookingLimits, networkOf } from '../platform/http/guards/rate-limits.ts'
import { startTestApp, unique } from '../test/app.ts'
import { book, eventForm, makeShow } from '../test/factories.ts'

const app = startTestApp({ RATE_LIMIT: 'on', TRUST_PROXY: 'on' })
const { perEvent } = bookingLimits

/** Network addresses that no other test uses. */
let networks = 0
const nextNetwork = () => `198.19.${Math.floor(++networks / 250)}.${(networks % 250) + 1}`
const from = (address: string) => ({ 'x-forwarded-for': address })
const guest = () => ({ attendeeEmail: `${unique('waits')}@mail.test` })
const times = (count: number, status: number) => Array<number>(count).fill(status)

/** A show whose only time slot is full. */
async function makeFullShow(changes: Record<string, unknown> = {}) {
  const show = await makeShow(app, { endTime: '10:30', maxBookingsPerSlot: 1, ...changes })
  expect((await book(app, show.slots[0]!.id, guest(), from(nextNetwork()))).status).toBe(201)
  return show
}
type Show = Awaited<ReturnType<typeof makeFullShow>>

async function join({ event }: Show, address: string, { attendeeEmail } = guest()) {
  const form = new FormData()
  const opened = stampForm(app.config, Date.now() - 10_000)
  for (const [name, value] of Object.entries({
    waitsFor: 'event',
    attendeeName: 'Nora Lind',
    attendeeEmail,
    opened,
  }))
    form.set(name, value)
  return app.call('POST', `/event/${event.urlSlug}/waitlist`, form, { accept: 'text/html', ...from(address) })
}

/** Joins as several guests, one after the other. @returns the status of each */
async function joinAs(guests: number, show: Show, address: string) {
  const answers: number[] = []
  for (let guest = 0; guest < guests; guest++) answers.push((await join(show, address)).status)
  return answers
}

test('one network gets its share of an event’s waitlist, also at once or by an erasure, and others still join', async () => {
  const show = await makeFullShow()
  const address = nextNetwork()
  const answers = await Promise.all(Array.from({ length: 9 }, () => join(show, address)))
  expect(answers.map(({ status }) => status).sort()).toEqual([
    ...times(perEvent.minimum, 201),
    ...times(3, 429),
  ])
  const refused = await join(show, address)
  expect(refused.text).toContain(
    'in the last hour. Try again later, or contact Maison Vale at hello@vale.test.',
  )
  expect(refused.headers['retry-after']).toBe(String(perEvent.seconds))
  const [{ id }] = (await show.host.call('GET', `/api/events/${show.event.id}/waitlist`)).body.entries
  await show.host.call('POST', '/api/erasures', { waitlistEntryId: id })
  expect(await joinAs(1, show, address)).toEqual([429])
  expect(await joinAs(1, show, nextNetwork())).toEqual([201])
  expect(await joinAs(1, await makeFullShow(), address)).toEqual([201])
  await app.rows(
    `UPDATE waitlist_entries SET created_at = created_at - interval '61 minutes' WHERE event_id = $1`,
    [show.event.id],
  )
  expect(await joinAs(1, show, address)).toEqual([201])
})

test('the share is a quarter of the spots to come, and a party takes as many as it has people', async () => {
  const large = await makeFullShow({ endTime: '14:00', maxBookingsPerSlot: 4 })
  await app.rows(`UPDATE time_slots SET booked = total_slots WHERE event_id = $1`, [large.event.id])
  expect(await joinAs(9, large, nextNetwork())).toEqual([...times(8, 201), 429])
  const address = nextNetwork()
  expect(await joinAs(1, large, address)).toEqual([201])
  await app.rows(`UPDATE waitlist_entries SET party_size = 8 WHERE event_id = $1 AND network_hash = $2`, [
    large.event.id,
    networkOf(app.config, address),
  ])
  expect(await joinAs(1, large, address)).toEqual([429])
})

test('a network that staff use, and every network if the host turned the limit off, has no share', async () => {
  const show = await makeFullShow()
  const address = nextNetwork()
  await app.rows('UPDATE users SET known_networks = ARRAY[$2] WHERE id = $1', [
    show.host.id,
    networkOf(app.config, address),
  ])
  expect(await joinAs(8, show, address)).toEqual(times(8, 201))
  const other = nextNetwork()
  expect(await joinAs(7, show, other)).toEqual([...times(6, 201), 429])
  await show.host.call(
    'PUT',
    `/api/events/${show.event.id}`,
    eventForm({ endTime: '10:30', maxBookingsPerSlot: 1, limitPerNetwork: false }),
  )
  expect(await joinAs(1, show, other)).toEqual([201])
})

test('one email joins ten waitlists a day, also if it joins those of 12 events at once', async () => {
  const shows = await Promise.all(Array.from({ length: 12 }, () => makeFullShow()))
  const { attendeeEmail } = guest()
  const answers = await Promise.all(shows.map((show) => join(show, nextNetwork(), { attendeeEmail })))
  expect(answers.map(({ status }) => status).sort()).toEqual([...times(10, 201), ...times(2, 429)])
  const again = { attendeeEmail: attendeeEmail.toUpperCase() }
  const refused = await join(await makeFullShow(), nextNetwork(), again)
  expect(refused.status).toBe(429)
  expect(refused.text).toContain('This email address joined too many waitlists today.')
})

test('one network joins 60 waitlists in ten minutes, also if it joins those of 12 events at once', async () => {
  const shows = await Promise.all(Array.from({ length: 12 }, () => makeFullShow()))
  const address = nextNetwork()
  const [busy] = shows as [Show, ...Show[]]
  await app.rows(
    `INSERT INTO waitlist_entries (company_id, event_id, attendee_name, attendee_email, rank, status, network_hash)
     SELECT company_id, id, 'Nora Lind', 'nora' || number || '@mail.test', number, 'left', $2
     FROM events, generate_series(1, 55) AS number WHERE id = $1`,
    [busy.event.id, networkOf(app.config, address)],
  )
  const answers = await Promise.all(shows.slice(1).map((show) => join(show, address)))
  expect(answers.map(({ status }) => status).sort()).toEqual([...times(5, 201), ...times(6, 429)])
})
