import { expect, test } from 'vitest'
import { isOwnAddress, reasonToLogIn } from './way-back.ts'

test.each([
  ['/events', true],
  ['/bookings/4?x=1', true],
  ['//evil.test', false],
  ['/\\evil.test', false],
  ['https://evil.test', false],
  ['events', false],
  ['/auth?from=%2Fevents', false],
])('%s is an address to go back to: %s', (address, own) => {
  expect(isOwnAddress(address)).toBe(own)
})

test('the sign-in says why it is asked for', () => {
  expect(reasonToLogIn('/editevent/4')).toBe('Please log in to edit events.')
  expect(reasonToLogIn('/events/4/edit')).toBe('Please log in to edit events.')
  expect(reasonToLogIn('/bookings/4')).toBe('Please log in to manage bookings and availability.')
  expect(reasonToLogIn(undefined)).toBeUndefined()
})
