import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import { expect, test } from 'vitest'
import { groupBookings } from './group-bookings.ts'

function booking(
  id: number,
  slotDate: string,
  startTime: string,
  status: Booking['status'] = 'active',
): Booking {
  const guest = { attendeeName: `Guest ${id}`, attendeeEmail: `guest${id}@mail.test` }
  return {
    id,
    timeSlotId: id,
    ...guest,
    status,
    slotDate,
    startTime,
    endTime: '23:00',
    outsideEventHours: false,
    hasOrders: false,
    partySize: 1,
    spots: 1,
  }
}

test('bookings are grouped by day and sorted by time, canceled ones last', () => {
  const groups = groupBookings([
    booking(1, '2027-04-17', '10:00'),
    booking(2, '2027-04-16', '11:00'),
    booking(3, '2027-04-16', '09:30', 'cancelled'),
    booking(4, '2027-04-16', '10:00'),
  ])
  expect(groups.map(({ heading, bookings }) => [heading, bookings.map(({ id }) => id)])).toEqual([
    ['Friday, April 16, 2027', [4, 2]],
    ['Saturday, April 17, 2027', [1]],
    ['Cancelled', [3]],
  ])
})
