import { expect, test } from 'vitest'
import { planDemo } from './plan.ts'

const now = { date: '2026-12-04', time: '13:30' }

test('the plan is the same for a seed and a day, and another for another seed', () => {
  expect(planDemo(1, now)).toEqual(planDemo(1, now))
  expect(planDemo(7, now)).not.toEqual(planDemo(1, now))
})

test.each([1, 2, 3, 7, 99])(
  'seed %i has a show today, one to come, one past, 60 bookings, and 40 orders in every status',
  (seed) => {
    const { events, bookings, orders } = planDemo(seed, now)
    expect(events.map(({ startsIn }) => Math.sign(startsIn))).toEqual([0, 1, -1])
    expect(bookings).toHaveLength(60)
    expect(orders).toHaveLength(40)
    expect(new Set(orders.map(({ status }) => status)).size).toBe(6)
    const kinds = new Set(bookings.map(({ canceled, attendance }) => (canceled ? 'canceled' : attendance)))
    expect(kinds).toEqual(new Set(['canceled', 'arrived', 'no_show', null]))
    for (const { booking } of orders)
      if (booking !== null) expect(bookings[booking]!.attendance).toBe('arrived')
  },
)

test('the hour changes only who has arrived, and what they ordered', () => {
  const bookedAt = (time: string) =>
    planDemo(1, { ...now, time }).bookings.map(({ attendance: _, ...booking }) => booking)
  expect(bookedAt('09:30')).toEqual(bookedAt('19:30'))
})

test.each([1, 2, 3, 7, 99])('seed %i sells no spot twice', (seed) => {
  const { events, bookings } = planDemo(seed, now)
  for (const [index, { spots }] of events.entries()) {
    const taken = new Map<number, number>()
    for (const { event, slot, partySize } of bookings)
      if (event === index) taken.set(slot, (taken.get(slot) ?? 0) + partySize)
    expect(Math.max(...taken.values())).toBeLessThanOrEqual(spots)
  }
})
