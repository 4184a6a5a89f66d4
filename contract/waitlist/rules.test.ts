import { expect, test } from 'vitest'
import { offerMinutes } from '../events/rules.ts'
import { formatOfferTime, MIN_NOTICE_MINUTES, RETURNS_PER_DAY } from './rules.ts'

test('an offer lasts one of six times, in words', () => {
  expect(offerMinutes.map(formatOfferTime)).toEqual([
    '30 minutes',
    '1 hour',
    '2 hours',
    '4 hours',
    '12 hours',
    '24 hours',
  ])
})

test('spots within 15 minutes are not offered, and a guest returns three times a day', () => {
  expect([MIN_NOTICE_MINUTES, RETURNS_PER_DAY]).toEqual([15, 3])
})
