import { addDays } from '@trunkshow/contract/dates.ts'
import { expect, test } from 'vitest'
import { databaseOf } from '../platform/db/transaction.ts'
import { openFiles } from '../platform/files/storage.ts'
import { startTestApp } from '../test/app.ts'
import { book, makeCompany, makeCustomer, makeEvent, type TestUser } from '../test/factories.ts'
import { newYorkNow } from '../test/new-york.ts'
import { eraseOldGuests } from './erase-old-guests.ts'

const app = startTestApp()

const today = newYorkNow().date
const run = async () =>
  eraseOldGuests({ config: app.config, db: databaseOf(app.pool), files: await openFiles(app.config) })
const keep = (owner: TestUser, months: unknown) => owner.call('PUT', '/api/company/retention', { months })

/** Creates an event with one guest that ended this many days ago. */
async function makePast(owner: TestUser, days: number, attendeeName: string) {
  const event = await makeEvent(owner)
  await book(app, event.slots[0]!.id, { attendeeName })
  const day = addDays(today, -days)
  await app.rows('UPDATE time_slots SET slot_date = $2 WHERE event_id = $1', [event.id, day])
  await app.rows('UPDATE events SET event_date = $2 WHERE id = $1', [event.id, day])
  return event
}
const namesOf = async ({ companyId }: TestUser) =>
  (
    await app.rows<{ name: string }>(
      `SELECT attendee_name || ' ' || status AS name FROM bookings WHERE company_id = $1 ORDER BY id`,
      [companyId],
    )
  ).map(({ name }) => name)

test("guests of events that ended before a company's retention are erased, and no others", async () => {
  const [owner, other] = [await makeCompany(app), await makeCompany(app)]
  const old = await makePast(owner, 80, 'Old Guest')
  await makePast(owner, 40, 'Late Guest')
  await makePast(other, 400, 'Their Guest')
  const customer = await makeCustomer(owner, { email: 'grace@okafor.test' })
  await run()
  expect(await namesOf(owner)).toEqual(['Old Guest active', 'Late Guest active']) // off by default
  expect((await keep(owner, 2)).body).toEqual({ months: 2 })
  await run()
  expect(await namesOf(owner)).toEqual(['Erased guest active', 'Late Guest active'])
  expect(await namesOf(other)).toEqual(['Their Guest active'])
  expect((await owner.call('GET', `/api/customers/${customer.id}`)).body.email).toBe(customer.email)
  const [slot] = await app.rows('SELECT booked FROM time_slots WHERE event_id = $1 ORDER BY id LIMIT 1', [
    old.id,
  ])
  expect(slot).toEqual({ booked: 1 })
  const { body: log } = await owner.call('GET', '/api/activity?limit=2')
  expect(log).toMatchObject([
    { actorName: 'Trunkshow', activity: 'guests.erased', subjectName: '1 guest' },
    { activity: 'guests.retention', changes: [{ from: 'Never', to: '2 months after an event' }] },
  ])
  const logCount = log.length
  await run()
  expect((await owner.call('GET', '/api/activity?limit=2')).body).toEqual(log)
  expect(logCount).toBe(2)
})

test('more than one batch is erased, with companies taking turns', async () => {
  const owners = [await makeCompany(app), await makeCompany(app)]
  for (const owner of owners) {
    const event = await makePast(owner, 400, 'First')
    await app.rows(
      `INSERT INTO bookings (company_id, event_id, time_slot_id, attendee_name, attendee_email, status)
       SELECT $1, $2, $3, 'Guest ' || n, n || '@mail.test', 'cancelled' FROM generate_series(1, 150) AS n`,
      [owner.companyId, event.id, event.slots[0]!.id],
    )
    await keep(owner, 12)
  }
  await run()
  const left = `SELECT FROM bookings WHERE company_id = ANY($1) AND attendee_email <> ''`
  expect(await app.rows(left, [owners.map(({ companyId }) => companyId)])).toEqual([])
  const order = await app.rows<{ company: number; name: string }>(
    `SELECT company_id AS company, subject_name AS name FROM activity_log
     WHERE activity = 'guests.erased' AND company_id = ANY($1) ORDER BY id`,
    [owners.map(({ companyId }) => companyId)],
  )
  expect(order.map(({ name }) => name)).toEqual(['100 guests', '100 guests', '51 guests', '51 guests'])
})

test('a company keeps guests 1 to 60 months or until it erases them', async () => {
  const owner = await makeCompany(app)
  for (const months of [0, 61, 1.5, '3', undefined]) expect((await keep(owner, months)).status).toBe(400)
  for (const months of [1, 60, null]) expect((await keep(owner, months)).status).toBe(200)
})
