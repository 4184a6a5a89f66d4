import { expect, test } from 'vitest'
import { isNearQuota } from '../quotas.ts'
import { companyMessages as text } from './messages.ts'

test.each([
  [799, 1000, false],
  [800, 1000, true],
  [1000, 1000, true],
  [1200, 1000, true],
  [3, 4, false],
  [1_000_000, null, false],
])('usage of %s out of %s shows a warning: %s', (used, limit, near) => {
  expect(isNearQuota({ used, limit })).toBe(near)
})

test('a quota message names what it counts, and storage in megabytes', () => {
  const MB = 1024 * 1024
  expect(text.nearQuota('events', 850, 1000)).toBe(
    'You’ve used 850 of 1,000 events. Delete some you don’t need, or ask your server’s administrator for more.',
  )
  expect(text.nearQuota('bytes', 16_500.2 * MB, 20_000 * MB)).toMatch(
    /^You’ve used 16,501 of 20,000 MB of storage. Delete files /,
  )
  expect(text.overQuota('slots', 200_000)).toMatch(
    /^This would take you over your limit of 200,000 time slots. /,
  )
  expect(text.usedOf('orders', 12, null)).toBe('12')
  expect(text.usedOf('bytes', 0, null)).toBe('0 MB')
})
