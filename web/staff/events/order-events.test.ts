import type { Event } from '@trunkshow/contract/events/schema.ts'
import { expect, test } from 'vitest'
import { orderEvents } from './order-events.ts'

function event(id: number, eventDate: string, endDate: string | null = null) {
  return {
    id,
    eventDate,
    endDate,
    isMultiDay: endDate !== null,
    startTime: '10:00',
    endTime: '16:00',
  } as Event
}

test('events to come stand soonest first, past ones latest first', () => {
  const events = [
    event(1, '2027-05-02'),
    event(2, '2026-01-12'),
    event(3, '2027-04-16', '2027-04-18'),
    event(4, '2026-11-02'),
  ]
  const { upcoming, past } = orderEvents(events, { date: '2027-04-18', time: '12:00' })
  expect(upcoming.map(({ id }) => id)).toEqual([3, 1])
  expect(past.map(({ id }) => id)).toEqual([4, 2])
})
