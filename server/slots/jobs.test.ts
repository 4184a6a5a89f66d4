import { wallToInstant } from '@trunkshow/contract/zones.ts'
import { expect, test } from 'vitest'
import { databaseOf } from '../platform/db/transaction.ts'
import { startTestApp } from '../test/app.ts'
import { book, makeCompany, makeEvent } from '../test/factories.ts'
import { newYork } from '../test/new-york.ts'
import { reportDrift } from './jobs.ts'

const app = startTestApp()

test('the recount reports only slots whose counter differs from their active bookings', async () => {
  const { slots } = await makeEvent(await makeCompany(app))
  await book(app, slots[0]!.id)
  await book(app, slots[1]!.id)
  await app.rows('UPDATE time_slots SET booked = 2 WHERE id = $1', [slots[1]!.id])
  const reports: string[] = []
  await reportDrift({ db: databaseOf(app.pool) }, (sentence) => reports.push(sentence))
  expect(reports).toEqual([
    `Time slot ${slots[1]!.id} counts 2 spots as booked, but its active bookings and open offers take 1.`,
  ])
})

test('a slot starts at the same instant in the database and the contract, on every odd day', async () => {
  const days = ['2027-03-14', '2027-11-07', '2027-07-01', '2027-12-31']
  const times = ['00:30', '01:30', '02:30', '03:30', '23:59']
  const rows = await app.rows<{ day: string; time: string; instant: Date }>(
    `SELECT day, time, instant_of(day::date + time::time, 'America/New_York') AS instant
     FROM unnest($1::text[]) AS day, unnest($2::text[]) AS time`,
    [days, times],
  )
  expect(rows).toHaveLength(20)
  for (const { day, time, instant } of rows)
    expect(instant, `${day} ${time}`).toEqual(wallToInstant(day, time, newYork))
})
