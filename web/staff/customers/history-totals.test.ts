import type { HistoryBooking } from '@trunkshow/contract/customers/schema.ts'
import { expect, test } from 'vitest'
import { historyTotals, isPast } from './history-totals.ts'

/** 10:30 in New York, EDT. */
const now = new Date('2027-04-16T14:30:00Z')

function bookingAt(slotDate: string, startTime: string, status: HistoryBooking['status'] = 'active') {
  const event = { id: 1, name: 'Spring Bridal', eventDate: slotDate, location: null }
  const timeSlot = { slotDate, startTime, event }
  return {
    id: 1,
    status,
    attendeeName: 'Grace Okafor',
    attendeeEmail: 'grace@okafor.test',
    createdAt: '2027-04-01T12:00:00.000Z',
    timeSlot,
  }
}

test.each([
  ['2027-04-15', '18:00', true],
  ['2027-04-16', '10:30', true],
  ['2027-04-16', '10:31', false],
  // Already past in UTC, still to come at the venue.
  ['2027-04-16', '12:00', false],
  ['2027-04-17', '09:00', false],
])('a booking on %s at %s is past: %s', (date, time, past) => {
  expect(isPast(bookingAt(date, time), now)).toBe(past)
})

test('cancelled and future bookings count, but are not completed', () => {
  const bookings = [
    bookingAt('2027-04-15', '18:00'),
    bookingAt('2027-04-15', '19:00', 'cancelled'),
    bookingAt('2027-04-17', '09:00'),
  ]
  expect(historyTotals(bookings, now)).toEqual({ bookings: 3, completed: 1 })
})
