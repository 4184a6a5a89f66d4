import { expect, test } from 'vitest'
import { findBookingFaults } from '../../server/test/booking-faults.ts'
import { call, makeGuest, registerHost } from '../bench/harness.ts'
import { scenarios } from './main.ts'
import { faultsOf } from './runner.ts'
import { openStage, startPair } from './stage.ts'

/** Their times depend on the machine, and are not checked. */
for (const [name, { title, isTested, skip, run }] of Object.entries(scenarios))
  if (isTested)
    test.skipIf(skip)(`${name}: nothing is lost or done twice with ${title}`, async () => {
      expect(faultsOf(await run('test'))).toEqual([])
    })

test('the checks find the faults that they look for', async () => {
  await using stage = await openStage()
  const pair = await startPair(stage)
  const host = await registerHost(pair.pick())
  const { id, slots } = await host.makeShow({ days: 1, spots: 1 })
  const booked = await call(`${pair.pick()}/api/timeslots/${slots[0]}/book`, makeGuest())
  const { query } = pair.database
  expect(await findBookingFaults(query, id, [booked.body.id])).toEqual([])
  await query(
    `INSERT INTO bookings (company_id, event_id, time_slot_id, attendee_name, attendee_email)
     SELECT company_id, event_id, time_slot_id, 'Second', 'second@mail.test' FROM bookings WHERE event_id = $1`,
    [id],
  )
  expect(await findBookingFaults(query, id, [booked.body.id, 'none'])).toEqual([
    'booking none was acknowledged and is not stored',
    `slot ${slots[0]} counts 1 spots and its bookings and offers take 2`,
    `slot ${slots[0]} sold 2 of 1 spots`,
    expect.stringMatching(/^booking \d+ has 0 confirmations$/),
  ])
})
