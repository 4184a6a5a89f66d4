import { expect, test } from 'vitest'
import { isSafeRedirect, loginReason } from './login-redirect.ts'

test.each([
  ['/events', true],
  ['/host', true],
  ['/home', true],
  ['/reports?eventId=4', true],
  ['/bookings/4?x=1', true],
  ['/editevent/4#times', true],
  ['/events/4/edit', true],
  ['/events?tab=inactive&created=3', true],
  ['/co-host/12-0a_b', true],
  ['/co-host/12/0a', false],
  ['/co-host/', false],
  ['//evil.test', false],
  ['/\\evil.test', false],
  ['https://evil.test', false],
  ['https://trunkshow.invalid/events', false],
  ['//trunkshow.invalid/events', false],
  ['//[', false],
  ['/%09/evil.test', false],
  ['/%0A/evil.test', false],
  ['/%00/events', false],
  ['/\t/evil.test', false],
  ['/events\n', false],
  ['/events\u0000', false],
  ['/events?tab=\u007f', false],
  ['/bookings/%00', false],
  ['/bookings/x', false],
  ['/event/x', false],
  ['/events/../event/x', false],
  ['/eventsx', false],
  ['/', false],
  ['', false],
  ['events', false],
  ['/auth', false],
  ['/auth?from=%2Fevents', false],
])('%j is an address to go back to: %s', (address, own) => {
  expect(isSafeRedirect(address)).toBe(own)
})

test('the login page gives the reason for the login', () => {
  expect(loginReason('/editevent/4')).toBe('Please log in to edit events.')
  expect(loginReason('/events/4/edit')).toBe('Please log in to edit events.')
  expect(loginReason('/bookings/4')).toBe('Please log in to manage bookings and availability.')
  expect(loginReason('/co-host/12-0a')).toBe('Log in or register with the email address that was invited.')
  expect(loginReason(undefined)).toBeUndefined()
})
