import { expect, test } from 'vitest'
import { databaseOf } from '../db/transaction.ts'
import { startTestApp } from '../test/app.ts'
import { book, makeCompany, makeEvent } from '../test/factories.ts'
import { reportDrift } from './jobs.ts'

const app = startTestApp()

test('the recount reports a slot whose counter is not its active bookings, and no other', async () => {
  const { slots } = await makeEvent(await makeCompany(app))
  await book(app, slots[0]!.id)
  await book(app, slots[1]!.id)
  await app.rows('UPDATE time_slots SET booked = 2 WHERE id = $1', [slots[1]!.id])
  const reports: string[] = []
  await reportDrift({ db: databaseOf(app.pool) }, (sentence) => reports.push(sentence))
  expect(reports).toEqual([`Time slot ${slots[1]!.id} counts 2 places as booked, but has 1 active bookings.`])
})
