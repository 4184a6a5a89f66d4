import { expect, test } from 'vitest'
import { isPast } from './is-past.ts'

/** 10:30 in New York, EDT. */
const now = new Date('2027-04-16T14:30:00Z')

test.each([
  ['2027-04-15', '18:00', true],
  ['2027-04-16', '10:30', true],
  ['2027-04-16', '10:31', false],
  // Already past in UTC, but still upcoming at the venue.
  ['2027-04-16', '12:00', false],
  ['2027-04-17', '09:00', false],
])('a booking on %s at %s is past: %s', (slotDate, startTime, past) => {
  const startsAt = new Date(`${slotDate}T${startTime}:00-04:00`).toISOString()
  const event = { id: 1, name: 'Spring Bridal', eventDate: slotDate, location: null }
  expect(isPast({ timeSlot: { slotDate, startTime, zone: 'EDT', startsAt, event } }, now)).toBe(past)
})
