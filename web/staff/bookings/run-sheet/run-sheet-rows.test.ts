import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import type { ListedSlot } from '@trunkshow/contract/slots/schema.ts'
import { expect, test } from 'vitest'
import { runSheetRows } from './run-sheet-rows.ts'

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
    outsideEventHours: false,
    partySize: 1,
    spots: 1,
    notes: '',
    version: 0,
    attendance: null,
    isComing: false,
    attendanceVersion: 0,
  }
  return { id, timeSlotId, attendeeName, attendeeEmail: 'guest@mail.test', status: 'active', ...time }
}

test('each time has a row, in order, with its guests by name, even without guests', () => {
  const slots = [slot(2, '11:00'), slot(1, '10:00'), slot(3, '12:00')]
  const rows = runSheetRows(slots, [guest(1, 2, 'Zoe'), guest(2, 1, 'Ann'), guest(3, 2, 'Émile')])
  expect(rows.map(({ slot, guests }) => [slot.id, guests.map((guest) => guest.attendeeName)])).toEqual([
    [1, ['Ann']],
    [2, ['Émile', 'Zoe']],
    [3, []],
  ])
})
