import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBookingFaults } from '../../server/test/booking-faults.ts'
import { runConcurrentCommands } from './crossing.ts'
import { faultsOf } from './findings.ts'
import { type Pair, startPair } from './pair.ts'
import { raceForLastSpot } from './rivals.ts'
import { call, registerHost } from './show.ts'

let pair: Pair
beforeAll(async () => {
  pair = await startPair()
}, 60_000)
afterAll(() => pair?.close(), 60_000)

test('one of fifty guests gets the last spot every time, over two processes', async () => {
  expect(faultsOf(await raceForLastSpot(pair, { rounds: 10, rivals: 50 }))).toEqual([])
})

test('with any commands at the same time, no spot is sold twice, none is lost, and nothing answers 500', async () => {
  expect(faultsOf(await runConcurrentCommands(pair, { runs: 20, commands: 30 }))).toEqual([])
})

test('the checks find the faults that they look for', async () => {
  const host = await registerHost(pair.pick())
  const show = await host.makeShow({ days: 1, spots: 1 })
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
    `slot ${show.slots[0]} counts 1 spots and its bookings and offers take 2`,
    `slot ${show.slots[0]} sold 2 of 1 spots`,
    expect.stringMatching(/^booking \d+ has 0 confirmations$/),
  ])
})
