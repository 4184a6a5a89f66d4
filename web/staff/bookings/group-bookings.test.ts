import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import type { ListedSlot } from '@trunkshow/contract/slots/schema.ts'
import { expect, test } from 'vitest'
import { groupBookings, runSheetRows } from './group-bookings.ts'

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
    booked: 1,
    totalSlots: 2,
    hasOrders: false,
    assignee: null,
    partySize: 1,
    spots: 1,
    notes: '',
    room: '',
    version: 0,
    attendance: null,
    isComing: false,
    attendanceVersion: 0,
  }
}

test('bookings are grouped by day and time slot and sorted by time, canceled ones last', () => {
  const days = groupBookings([
    booking(1, '2027-04-17', '10:00'),
    booking(2, '2027-04-16', '11:00'),
    booking(3, '2027-04-15', '09:30', 'cancelled'),
    { ...booking(4, '2027-04-16', '10:00'), attendeeName: 'Willa' },
    { ...booking(5, '2027-04-16', '10:00'), timeSlotId: 4, attendeeName: 'Ada' },
  ])
  expect(
    days.map(({ date, slots }) => [date, slots.map(({ bookings }) => bookings.map(({ id }) => id))]),
  ).toEqual([
    ['2027-04-16', [[5, 4], [2]]],
    ['2027-04-17', [[1]]],
    [null, [[3]]],
  ])
})

const slotDate = '2027-04-16'

function slot(id: number, startTime: string): ListedSlot {
  const places = { totalSlots: 3, availableSpots: 1, isAvailable: true }
  return { id, eventId: 7, slotDate, startTime, endTime: '23:00', ...places }
}

function guest(id: number, timeSlotId: number, attendeeName: string): Booking {
  const time = {
    slotDate,
    startTime: '10:00',
    endTime: '23:00',
    booked: 1,
    totalSlots: 2,
    hasOrders: false,
    assignee: null,
    outsideEventHours: false,
    partySize: 1,
    spots: 1,
    notes: '',
    room: '',
    version: 0,
    attendance: null,
    isComing: false,
    attendanceVersion: 0,
  }
  return { id, timeSlotId, attendeeName, attendeeEmail: 'guest@mail.test', status: 'active', ...time }
}

test('each time has a row, in order, with its guests by name, even if it has none', () => {
  const slots = [slot(2, '11:00'), slot(1, '10:00'), slot(3, '12:00')]
  const rows = runSheetRows(slots, [guest(1, 2, 'Zoe'), guest(2, 1, 'Ann'), guest(3, 2, 'Émile')])
  expect(rows.map(({ slot, guests }) => [slot.id, guests.map((guest) => guest.attendeeName)])).toEqual([
    [1, ['Ann']],
    [2, ['Émile', 'Zoe']],
    [3, []],
  ])
})
