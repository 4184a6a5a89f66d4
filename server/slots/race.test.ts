import { describe, expect, test } from 'vitest'
import { type Answer, startTestApp } from '../test/app.ts'
import { book, eventForm, makeShow, tokenOf } from '../test/factories.ts'
import { assertBookingInvariants } from '../test/invariants.ts'

const app = startTestApp()

describe('while guests book', { timeout: 240_000 }, () => {
  const rounds = Array.from({ length: 32 }, (_, round) => round)

  /** Makes a call after this many database round trips, so that each side of a race comes first in some rounds. */
  async function later<T>(turns: number, call: () => Promise<T>): Promise<T> {
    for (let turn = 0; turn < turns; turn++) await app.rows('SELECT 1')
    return call()
  }

  /** Returns how many deadlocks PostgreSQL has resolved. */
  async function countDeadlocks() {
    const all = Array.from({ length: app.pool.options.max }, () => app.pool.connect())
    for (const client of await Promise.all(all)) {
      await client.query('SELECT pg_stat_force_next_flush()')
      client.release()
    }
    const [row] = await app.rows<{ deadlocks: number }>(
      'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
    )
    return row!.deadlocks
  }

  test('lowering the spots never oversells', async () => {
    const { event, slots, change } = await makeShow(app, {
      startTime: '00:00',
      endTime: '23:59',
      slotDuration: 15,
      maxBookingsPerSlot: 4,
    })
    const acknowledged: Answer[] = []
    const lowered = new Set<number>()
    for (const round of rounds) {
      const slot = slots[round]!
      const [change1, ...answers] = await Promise.all([
        change(slot.id, { totalSlots: 1 + (round % 3) }),
        ...Array.from({ length: 6 }, () => later(round % 8, () => book(app, slot.id))),
        change(slot.id, { totalSlots: 1 }),
      ])
      const change2 = answers.pop()!
      for (const answer of [change1, change2]) expect([200, 409]).toContain(answer.status)
      for (const answer of answers) expect([201, 409]).toContain(answer.status)
      lowered.add(change2.status)
      acknowledged.push(...answers.filter((answer) => answer.status === 201))
    }
    expect(lowered, 'both outcomes of the race were seen').toEqual(new Set([200, 409]))
    await assertBookingInvariants(app, event.id, acknowledged.map(tokenOf))
  })

  test('a slot is either deleted or booked, never both', async () => {
    const { host, event, slots } = await makeShow(app, {
      startTime: '00:00',
      endTime: '23:59',
      slotDuration: 15,
    })
    const acknowledged: Answer[] = []
    const outcomes = new Set<string>()
    for (const round of rounds) {
      const slot = slots[round]!
      const answers = await Promise.all([
        host.call('DELETE', `/api/timeslots/${slot.id}`),
        later(round % 8, () => book(app, slot.id)),
        later(round % 8, () => book(app, slot.id)),
      ])
      const deleted = answers.find((answer) => answer.status === 204)
      const won = answers.filter((answer) => answer.status === 201)
      const statuses = answers.map((answer) => answer.status).sort()
      expect(['204,404,404', '201,201,409']).toContain(statuses.join())
      outcomes.add(deleted ? 'deleted' : 'booked')
      expect(won.length > 0).toBe(!deleted)
      acknowledged.push(...won)
    }
    expect(outcomes, 'both outcomes of the race were seen').toEqual(new Set(['deleted', 'booked']))
    await assertBookingInvariants(app, event.id, acknowledged.map(tokenOf))
  })

  test('matching slots to another length keeps each slot that a guest gets, and adds none over it', async () => {
    const outcomes = new Set<number>()
    for (const round of rounds.slice(0, 16)) {
      const { host, event, slots } = await makeShow(app)
      await host.call('PUT', `/api/events/${event.id}`, eventForm({ slotDuration: 40 }))
      const [matched, ...answers] = await Promise.all([
        later(round % 4, () => host.call('POST', `/api/events/${event.id}/timeslots/sync`)),
        ...slots.map((slot, at) => later((round + at) % 8, () => book(app, slot.id))),
      ])
      expect(matched.status).toBe(200)
      for (const { status } of answers) outcomes.add(status)
      const { body } = await host.call('GET', `/api/events/${event.id}/timeslots`)
      const times = body as (typeof slots)[number][]
      for (const [at, next] of times.slice(1).entries())
        expect(next.startTime >= times[at]!.endTime, JSON.stringify(times)).toBe(true)
      const won = answers.filter(({ status }) => status === 201)
      await assertBookingInvariants(app, event.id, won.map(tokenOf))
    }
    expect(outcomes, 'both outcomes of the race were seen').toEqual(new Set([201, 404]))
  })

  test('changing the hours of a slot while its guests reschedule or cancel does not deadlock', async () => {
    const { event, slots, change } = await makeShow(app, { maxBookingsPerSlot: 5 })
    const [slot, other] = slots
    const acknowledged: Answer[] = []
    for (const round of rounds) {
      const booked = await Promise.all([1, 2, 3, 4].map(() => book(app, slot!.id)))
      const minute = String(10 + round)
      const answers = await Promise.all([
        ...booked.slice(0, 2).map(({ body }) => app.call('GET', `/api/bookings/${body.id}/cancel`)),
        change(slot!.id, { startTime: `09:${minute}`, endTime: `10:${minute}` }),
        ...booked
          .slice(2)
          .map(({ body }) =>
            app.call('POST', `/api/bookings/manage/${body.id}/reschedule`, { newTimeSlotId: other!.id }),
          ),
      ])
      expect(answers.map((answer) => answer.status)).toEqual(Array(5).fill(200))
      acknowledged.push(...booked)
      for (const { body } of booked) await app.call('GET', `/api/bookings/${body.id}/cancel`)
    }
    expect(await countDeadlocks()).toBe(0)
    await assertBookingInvariants(app, event.id, acknowledged.map(tokenOf))
  })

  test('deleting a slot while its only guest reschedules does not deadlock', async () => {
    const { host, event, slots } = await makeShow(app, {
      startTime: '00:00',
      endTime: '23:59',
      slotDuration: 15,
      maxBookingsPerSlot: 5,
    })
    const acknowledged: Answer[] = []
    for (const round of rounds) {
      const [slot, other] = [slots[round]!, slots[90 - (round % 10)]!]
      const booked = await book(app, slot.id)
      const [moved, deleted] = await Promise.all([
        app.call('POST', `/api/bookings/manage/${booked.body.id}/reschedule`, { newTimeSlotId: other.id }),
        host.call('DELETE', `/api/timeslots/${slot.id}`),
      ])
      expect(moved.status).toBe(200)
      expect([204, 409]).toContain(deleted.status)
      acknowledged.push(booked)
    }
    expect(await countDeadlocks()).toBe(0)
    await assertBookingInvariants(app, event.id, acknowledged.map(tokenOf))
  })
})
