import { expect, test } from 'vitest'
import { editableOf, fullName, isPast } from './schema.ts'

const grace = {
  id: 7,
  userId: 1,
  firstName: 'Grace',
  lastName: 'Okafor',
  email: 'grace@okafor.test',
  alsoEmails: ['g@okafor.test'],
  phone: '212 555 0100',
  notes: 'Prefers ivory',
  tags: 'VIP',
  taxExempt: '',
  isArchived: false,
  hasOrders: true,
  assignee: null,
  version: 3,
  createdAt: '2027-01-01T00:00:00.000Z',
  updatedAt: '2027-01-01T00:00:00.000Z',
}

test.each([
  ['212 555 0100', '212 555 0100'],
  [null, ''],
])('what can be edited of a customer with the phone %j has the phone %j', (phone, edited) => {
  expect(editableOf({ ...grace, phone })).toEqual({
    firstName: 'Grace',
    lastName: 'Okafor',
    email: 'grace@okafor.test',
    phone: edited,
    notes: 'Prefers ivory',
    tags: 'VIP',
    taxExempt: '',
  })
})

test.each([
  ['Okafor', 'Grace Okafor'],
  ['', 'Grace'],
])('Grace with the last name %j is %j', (lastName, name) => {
  expect(fullName({ firstName: 'Grace', lastName })).toBe(name)
})

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
