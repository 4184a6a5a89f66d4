import type { ListedSlot } from '@trunkshow/contract/slots/schema.ts'
import { readZone } from '@trunkshow/contract/zones.ts'
import { describe, expect, test } from 'vitest'
import { groupSlots, nextSlot } from './slot-days.ts'

const newYork = [...readZone('America/New_York', '2000-01-01', '2100-01-01')]

function slot(
  id: number,
  slotDate: string,
  startTime: string,
  endTime: string,
  availableSpots = 2,
): ListedSlot {
  const places = { totalSlots: 2, availableSpots, isAvailable: true }
  return { id, eventId: 7, slotDate, startTime, endTime, ...places }
}

test('slots are grouped by day and sorted by time', () => {
  const days = groupSlots([
    slot(1, '2027-04-17', '10:00', '10:30'),
    slot(2, '2027-04-16', '11:00', '11:30'),
    slot(3, '2027-04-16', '09:30', '10:00'),
  ])
  expect(days.map(({ date, slots }) => [date, slots.map(({ id }) => id)])).toEqual([
    ['2027-04-16', [3, 2]],
    ['2027-04-17', [1]],
  ])
})

describe('the next slot of a day', () => {
  const next = (slots: ListedSlot[], slotDuration: number) =>
    nextSlot({ date: '2027-04-16', slots }, { id: 7, slotDuration, zone: newYork })

  test('starts when the last one ends, with the event’s slot length and as many open spots', () => {
    const slots = [slot(1, '2027-04-16', '10:00', '10:45'), slot(2, '2027-04-16', '10:45', '11:30', 1)]
    expect(next(slots, 45)).toEqual({
      eventId: 7,
      slotDate: '2027-04-16',
      startTime: '11:30',
      endTime: '12:15',
      availableSpots: 1,
    })
  })

  test('has at least one spot, and lasts 30 minutes if the event has no slot length', () => {
    expect(next([slot(1, '2027-04-16', '10:00', '11:00', 0)], 0)).toMatchObject({
      startTime: '11:00',
      endTime: '11:30',
      availableSpots: 1,
    })
  })

  test('follows the one that ends last, whichever began last', () => {
    const slots = [slot(1, '2027-04-16', '10:00', '12:00'), slot(2, '2027-04-16', '11:00', '11:30')]
    expect(next(slots, 30)?.startTime).toBe('12:00')
  })

  test('skips the hour missing in spring', () => {
    const spring = (startTime: string, endTime: string) =>
      nextSlot(
        { date: '2027-03-14', slots: [slot(1, '2027-03-14', startTime, endTime)] },
        { id: 7, slotDuration: 30, zone: newYork },
      )
    expect(spring('01:30', '02:00')).toMatchObject({ startTime: '03:00', endTime: '03:30' })
    expect(spring('01:15', '01:45')).toMatchObject({ startTime: '01:45', endTime: '03:15' })
  })

  test('does not run past midnight', () => {
    expect(next([slot(1, '2027-04-16', '22:30', '23:29')], 30)?.endTime).toBe('23:59')
    expect(next([slot(1, '2027-04-16', '22:30', '23:30')], 30)).toBeNull()
  })
})
