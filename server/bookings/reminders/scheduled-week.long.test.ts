import { addDays } from '@trunkshow/contract/dates.ts'
import type { ScheduledEmailType } from '@trunkshow/contract/emails/rules.ts'
import { wallToInstant } from '@trunkshow/contract/zones.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { databaseOf, inTransaction } from '../../platform/db/transaction.ts'
import { startTestApp } from '../../test/app.ts'
import { makeCompany, makeEvent, type TestUser } from '../../test/factories.ts'
import { zoneOf } from '../../zones.ts'
import { queueScheduledEmails } from './scheduled-emails.ts'

const app = startTestApp()
const HOUR = 3_600_000
const MINUTE = 60_000

interface Slot {
  id: number
  date: string
  time: string
  zone: string
  start: number
}
interface Appointment {
  id: number
  slot: Slot
  since: number
  isActive: boolean
}

const instantOf = (date: string, time: string, zone: string) =>
  wallToInstant(date, time, zoneOf(zone)).getTime()

/** When each email about a time is due, and until when it is useful, computed without the database. */
function planOf({ date, time, zone, start }: Slot): Record<ScheduledEmailType, [due: number, until: number]> {
  return {
    booking_reminder: [instantOf(addDays(date, -1), time, zone), start - 3 * HOUR],
    booking_reminder_soon: [start - 3 * HOUR, start],
    booking_thanks: [instantOf(addDays(date, 1), '10:00', zone), instantOf(addDays(date, 2), '10:00', zone)],
  }
}

/** Pseudorandom numbers below `limit`, the same in each run. */
function makeDice(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

/** A week of a show in two cities, with its guests. */
async function makeWeek(
  host: TestUser,
  eventDate: string,
  bookings: number,
  dice: (limit: number) => number,
) {
  const slots: Slot[] = []
  for (const timeZone of ['America/New_York', 'Europe/London']) {
    const guestEmails = ['booking_reminder', 'booking_reminder_soon', 'booking_thanks']
    const event = await makeEvent(host, {
      eventDate,
      isMultiDay: true,
      endDate: addDays(eventDate, 6),
      slotDuration: 15,
      startTime: '09:00',
      endTime: '17:00',
      timeZone,
      guestEmails,
    })
    for (const { id, slotDate: date, startTime: time } of event.slots)
      slots.push({ id, date, time, zone: timeZone, start: instantOf(date, time, timeZone) })
  }
  const chosen = Array.from({ length: bookings }, () => slots[dice(slots.length)]!)
  const since = Math.min(...slots.map(({ start }) => start)) - 200 * HOUR
  const rows = await app.rows<{ id: number }>(
    `INSERT INTO bookings (company_id, event_id, time_slot_id, attendee_name, attendee_email, slot_since)
     SELECT s.company_id, s.event_id, s.id, 'Grace Okafor', 'guest-' || place || '@mail.test', $2
     FROM unnest($1::int[]) WITH ORDINALITY AS chosen (slot, place) JOIN time_slots AS s ON s.id = chosen.slot
     ORDER BY place RETURNING id`,
    [chosen.map(({ id }) => id), new Date(since)],
  )
  const appointments = rows.map(
    ({ id }, at): Appointment => ({ id, slot: chosen[at]!, since, isActive: true }),
  )
  return { slots, appointments }
}

test.each([
  ['clocks go back', '2026-10-28'],
  ['clocks go forward', '2027-03-10'],
])('in a week in which %s, each of 2,500 guests gets what is due, once and in time', async (_, firstDay) => {
  const dice = makeDice(7)
  const host = await makeCompany(app)
  const { slots, appointments } = await makeWeek(host, firstDay, 2500, dice)
  const ctx = { config: app.config, db: databaseOf(app.pool) }
  const sent = new Set<string>()
  const counts: Partial<Record<ScheduledEmailType, number>> = {}
  let last = 0

  async function change(now: number) {
    for (let turn = 0; turn < 3; turn++) {
      const one = appointments[dice(appointments.length)]!
      if (!one.isActive || one.slot.start <= now) continue
      if (dice(4) === 0) {
        one.isActive = false
        await app.rows(`UPDATE bookings SET status = 'cancelled' WHERE id = $1`, [one.id])
        continue
      }
      const slot = slots[dice(slots.length)]!
      if (slot.start <= now) continue
      one.slot = slot
      one.since = now
      await app.rows('UPDATE bookings SET time_slot_id = $2, slot_since = $3 WHERE id = $1', [
        one.id,
        one.slot.id,
        new Date(now),
      ])
    }
  }

  async function run(now: number) {
    const at = sql`${new Date(now).toISOString()}::timestamptz`
    // Sometimes a worker is killed before it is done, and sometimes there are two.
    const luck = dice(10)
    const killed = inTransaction(ctx, async (ctx) => {
      await queueScheduledEmails(ctx, at)
      throw new Error('killed')
    })
    if (luck === 0) await killed.catch(() => {})
    else killed.catch(() => {})
    await Promise.all(Array.from({ length: luck === 1 ? 2 : 1 }, () => queueScheduledEmails(ctx, at)))
    await killed.catch(() => {})
  }

  const plans = new Map(slots.map((slot) => [slot.id, planOf(slot)]))
  const ticks = [
    ...new Set([...plans.values()].flatMap((plan) => Object.values(plan).map(([due]) => due))),
  ].sort((one, other) => one - other)
  for (const tick of ticks)
    for (const now of [tick - MINUTE, tick]) {
      await run(now)
      const expected = appointments.flatMap(({ id, slot, since, isActive }) =>
        Object.entries(plans.get(slot.id)!).flatMap(([type, [due, until]]) => {
          const name = `${id} ${type} ${slot.start}`
          if (!isActive || now < due || now >= until || since >= due || sent.has(name)) return []
          sent.add(name)
          counts[type as ScheduledEmailType] = (counts[type as ScheduledEmailType] ?? 0) + 1
          expect(now - due).toBeLessThanOrEqual(2 * MINUTE)
          return `${id} ${type}`
        }),
      )
      const rows = await app.rows<{ id: number; booking_id: number; email_type: string }>(
        `SELECT id, booking_id, email_type FROM email_notifications
         WHERE company_id = $1 AND booking_id IS NOT NULL AND id > $2 ORDER BY id`,
        [host.companyId, last],
      )
      last = rows.at(-1)?.id ?? last
      expect(rows.map((row) => `${row.booking_id} ${row.email_type}`).sort()).toEqual(expected.sort())
      if (now === tick) await change(now)
    }
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(1500)
  expect(counts.booking_thanks).toBe(appointments.filter(({ isActive }) => isActive).length)
})
