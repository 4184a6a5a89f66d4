import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBookingFaults } from '../server/test/booking-faults.ts'
import { crossCommands } from './crossing.ts'
import { faultsOf } from './findings.ts'
import { type Pair, startPair } from './pair.ts'
import { raceRivals } from './rivals.ts'
import { call, registerHost } from './show.ts'

let pair: Pair
beforeAll(async () => {
  pair = await startPair()
}, 60_000)
afterAll(() => pair?.close(), 60_000)

test('of fifty rivals at two processes one gets the last place, every time', async () => {
  expect(faultsOf(await raceRivals(pair, { rounds: 10, rivals: 50 }))).toEqual([])
})

test('whatever crosses whatever, no place is sold twice, none lost, and nothing answers 500', async () => {
  expect(faultsOf(await crossCommands(pair, { runs: 20, commands: 30 }))).toEqual([])
})

test('what is looked for is found where it is', async () => {
  const host = await registerHost(pair.pick())
  const show = await host.makeShow({ days: 1, places: 1 })
  const body = { attendeeName: 'Grace Okafor', attendeeEmail: 'grace@okafor.test' }
  const booked = await call(`${pair.pick()}/api/timeslots/${show.slots[0]}/book`, { method: 'POST', body })
  const { query } = pair.database
  expect(await findBookingFaults(query, show.id, [booked.body.id])).toEqual([])
  await query(
    `INSERT INTO bookings (company_id, event_id, time_slot_id, attendee_name, attendee_email)
     SELECT company_id, event_id, time_slot_id, 'Second', 'second@mail.test' FROM bookings WHERE event_id = $1`,
    [show.id],
  )
  expect(await findBookingFaults(query, show.id, [booked.body.id, 'none'])).toEqual([
    'booking none was acknowledged and is not stored',
    `slot ${show.slots[0]} counts 1 places and has 2 bookings`,
    `slot ${show.slots[0]} sold 2 of 1 places`,
    expect.stringMatching(/^booking \d+ has 0 confirmations$/),
  ])
})
