import { expect, test } from 'vitest'
import { findBookingFaults } from '../../server/test/booking-faults.ts'
import { call, makeGuest, registerHost } from '../bench/calls.ts'
import { faultsOf } from './findings.ts'
import { scenarios } from './scenarios.ts'
import { openStage, startPair } from './stage.ts'

/**
 * Short versions of the scenarios of `npm run chaos`. They check losses and duplicates, not times. Filling disks takes
 * longer, and root: `npm run chaos` does that.
 */
const promises = {
  app: 'kill -9 of the app loses no booking and no email',
  'own-database': 'kill -9 of its own database loses nothing, and the app restarts it',
  'given-database': 'kill -9 of a given database loses nothing, and the app waits for it',
  rivals: 'one of fifty guests gets the last spot every time, over two processes',
  crossing:
    'with any commands at the same time, no spot is sold twice, none is lost, and nothing answers 500',
  mail: 'a mail server that fails in each way gets every email once it is back, and staff read the truth about each',
  'two-apps':
    'a second app on the same data folder refuses in one sentence, and starts once the first was killed',
  migration: 'a migration killed midway leaves the old database or the new one',
  storage: 'without its S3 storage, the app refuses uploads in a sentence, and everything else works',
  'aborted-uploads': 'uploads that break off leave no file and no row',
}

for (const [name, promise] of Object.entries(promises)) {
  const { run, skip } = scenarios[name]!
  test.skipIf(skip)(promise, async () => {
    expect(faultsOf(await run('test'))).toEqual([])
  })
}

test('the checks find the faults they look for', async () => {
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
