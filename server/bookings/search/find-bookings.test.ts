import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookingWords } from '../../platform/db/schema/bookings.ts'
import { hasWords } from '../../platform/db/statement.ts'
import { databaseOf } from '../../platform/db/transaction.ts'
import { startTestApp } from '../../test/app.ts'
import {
  book,
  dayAhead,
  makeCoHost,
  makeCompany,
  makeEvent,
  makeUser,
  type TestUser,
} from '../../test/factories.ts'

const app = startTestApp()

const find = async (by: TestUser, query: Record<string, string>) => {
  const { status, body } = await by.call('GET', `/api/bookings/search?${new URLSearchParams(query)}`)
  expect(status).toBe(200)
  return body as { id: number; attendeeName: string; status: string; event: { name: string } }[]
}
const namesOf = async (by: TestUser, query: Record<string, string>) =>
  (await find(by, query)).map(({ attendeeName }) => attendeeName)

/** Grace at two events, Zoë with a phone at the second, on the day after. */
async function makeShows() {
  const host = await makeCompany(app)
  const spring = await makeEvent(host, { name: 'Spring Bridal Trunk Show' })
  const paris = await makeEvent(host, {
    name: 'Séance in Paris',
    eventDate: dayAhead(31),
    phoneQuestion: 'optional',
  })
  const at = (event: typeof spring, slot: number, changes: Record<string, unknown>) =>
    book(app, event.slots[slot]!.id, changes)
  await at(paris, 0, { attendeeName: 'Grace Okafor', attendeeEmail: 'grace@okafor.test' })
  await at(paris, 1, {
    attendeeName: 'Zoë Whitlock',
    attendeeEmail: 'zoe@mail.test',
    phone: '(212) 555-0142',
  })
  await at(spring, 1, { attendeeName: 'Grace Okafor', attendeeEmail: 'grace@okafor.test' })
  return { host, spring, paris, at }
}

test('appointments are found by words of name, email, phone and event, and by day', async () => {
  const { host, spring } = await makeShows()
  expect((await find(host, { q: 'okaf grac' })).map(({ event }) => event.name)).toEqual([
    'Spring Bridal Trunk Show',
    'Séance in Paris',
  ])
  for (const q of ['zoe', 'WHITLOCK', 'zoe@mail.test', 'mail.test', '+1 212 555 0142', '0142', '5550142'])
    expect(await namesOf(host, { q })).toEqual(['Zoë Whitlock'])
  expect(await find(host, { q: 'grace seance' })).toMatchObject([{ event: { name: 'Séance in Paris' } }])
  expect(await namesOf(host, { q: 'paris' })).toEqual(['Grace Okafor', 'Zoë Whitlock'])
  expect(await namesOf(host, { q: '', date: dayAhead(31) })).toEqual(['Grace Okafor', 'Zoë Whitlock'])
  expect(await namesOf(host, { q: 'zoe', date: dayAhead(31) })).toEqual(['Zoë Whitlock'])
  expect(await namesOf(host, { q: 'zoe', date: dayAhead(30) })).toEqual([])
  expect(await namesOf(host, { q: 'grace', limit: '1' })).toEqual(['Grace Okafor'])
  for (const query of [{ q: 'oe' }, { q: '%' }, { q: "x'" }, { q: '\\' }, { q: '' }])
    expect(await namesOf(host, query)).toEqual([])
  const [found] = await find(host, { q: 'okafor' })
  expect(found).toMatchObject({ status: 'active', hasOrders: false, event: { id: spring.id, zone: [{}] } })
  expect(JSON.stringify(found)).not.toMatch(/token|publicId/i)
})

test('those to come are first, soonest first; then past ones, latest first; then canceled ones', async () => {
  const { host, spring, paris, at } = await makeShows()
  const tell = async () =>
    (await find(host, { q: 'grace' })).map(({ event, status }) => [event.name.split(' ')[0], status])
  expect(await tell()).toEqual([
    ['Spring', 'active'],
    ['Séance', 'active'],
  ])
  await app.rows('UPDATE time_slots SET slot_date = slot_date - 60 WHERE event_id = $1', [spring.id])
  expect(await tell()).toEqual([
    ['Séance', 'active'],
    ['Spring', 'active'],
  ])
  const later = await at(paris, 3, { attendeeName: 'Grace Hall', attendeeEmail: 'hall@mail.test' })
  await app.call('GET', `/api/bookings/${later.body.id}/cancel`)
  expect(await tell()).toEqual([
    ['Séance', 'active'],
    ['Spring', 'active'],
    ['Séance', 'cancelled'],
  ])
})

test('no one finds a guest of another company; co-hosts and every role find theirs', async () => {
  const { host, paris } = await makeShows()
  const stranger = await makeCompany(app)
  for (const query of [{ q: 'grace' }, { q: 'paris' }, { q: 'grace paris' }])
    expect(await find(stranger, query)).toEqual([])
  expect(await find(stranger, { q: '', date: dayAhead(31) })).toEqual([])
  const coHost = await makeCoHost(app, paris)
  expect(await find(coHost, { q: 'grace' })).toMatchObject([
    { hasOrders: false, event: { name: 'Séance in Paris', coHosted: true } },
  ])
  expect(await namesOf(coHost, { q: 'grace paris' })).toEqual(['Grace Okafor'])
  expect(await namesOf(coHost, { q: 'grace spring' })).toEqual([])
  expect(await namesOf(coHost, { q: '', date: dayAhead(31) })).toEqual(['Grace Okafor', 'Zoë Whitlock'])
  const viewer = await makeUser(app, host.companyId, 'view only')
  expect(await namesOf(viewer, { q: 'whitlock' })).toEqual(['Zoë Whitlock'])
})

test('a guest who was erased is not found', async () => {
  const { host } = await makeShows()
  await app.rows(
    `UPDATE bookings SET attendee_name = 'Erased guest', attendee_email = '' WHERE company_id = $1`,
    [host.companyId],
  )
  expect(await find(host, { q: 'erased' })).toEqual([])
})

test('the search is by the index of words', async () => {
  await databaseOf(app.pool).transaction(async (db) => {
    await db.execute(sql`SET LOCAL enable_seqscan = off`)
    const { rows } = await db.execute(
      sql`EXPLAIN SELECT id FROM bookings WHERE ${hasWords(bookingWords, 1, 'grace')}`,
    )
    expect(JSON.stringify(rows)).toContain('bookings_words')
  })
})
