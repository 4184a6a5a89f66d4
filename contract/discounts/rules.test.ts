import { describe, expect, test } from 'vitest'
import { discountMessages } from './messages.ts'
import { discountCan } from './rules.ts'

const today = '2027-04-16'
const code = { isActive: true, usageLimit: null, usedCount: 0, expiresAt: null }

describe('a discount code', () => {
  test.each([
    ['without limits', {}, null],
    ['used often without a limit', { usedCount: 1000 }, null],
    ['with one use left', { usageLimit: 5, usedCount: 4 }, null],
    ['used up', { usageLimit: 5, usedCount: 5 }, discountMessages.usedUp],
    ['on its last day', { expiresAt: today }, null],
    ['the day after', { expiresAt: '2027-04-15' }, discountMessages.expired],
    ['a year before its last day', { expiresAt: '2028-01-01' }, null],
    ['inactive', { isActive: false }, discountMessages.inactive],
    // If several reasons apply, the message gives the one least likely to change by itself.
    [
      'inactive, expired and used up',
      { isActive: false, expiresAt: '2020-01-01', usageLimit: 1, usedCount: 1 },
      discountMessages.inactive,
    ],
    [
      'expired and used up',
      { expiresAt: '2020-01-01', usageLimit: 1, usedCount: 1 },
      discountMessages.expired,
    ],
  ])('%s can be applied, or is refused with a reason', (_what, changes, refusal) => {
    expect(discountCan.apply({ ...code, ...changes }, today)).toBe(refusal)
  })

  test.each([
    [0, null],
    [1, discountMessages.inUse],
  ])('with %i orders can be deleted, or is refused with a reason', (usedCount, refusal) => {
    expect(discountCan.delete({ usedCount })).toBe(refusal)
  })

  test.each([
    [1, '1 order uses this code. Enter 1 or more.'],
    [2, '2 orders use this code. Enter 2 or more.'],
  ])('with %i orders says so in words', (used, sentence) => {
    expect(discountMessages.usedMore(used)).toBe(sentence)
  })
})
