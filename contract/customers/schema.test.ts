import { expect, test } from 'vitest'
import { editableOf, fullName } from './schema.ts'

const grace = {
  id: 7,
  userId: 1,
  firstName: 'Grace',
  lastName: 'Okafor',
  email: 'grace@okafor.test',
  alsoEmails: ['g@okafor.test'],
  phone: '212 555 0100',
  notes: 'Prefers ivory',
  isArchived: false,
  hasOrders: true,
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
  })
})

test.each([
  ['Okafor', 'Grace Okafor'],
  ['', 'Grace'],
])('Grace with the last name %j is %j', (lastName, name) => {
  expect(fullName({ firstName: 'Grace', lastName })).toBe(name)
})
