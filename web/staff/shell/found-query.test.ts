import { expect, test } from 'vitest'
import { containsWords, splitDay } from './found-query.ts'

const today = '2026-11-27' // a Friday

test.each([
  ['okafor dec 4', { date: '2026-12-04', q: 'okafor' }],
  ['Fri, Dec 4 okafor', { date: '2026-12-04', q: 'okafor' }],
  ['grace 12/4/26 paris', { date: '2026-12-04', q: 'grace paris' }],
  ['2026-12-04', { date: '2026-12-04', q: '' }],
  // The nearest one, before or after.
  ['nov 20', { date: '2026-11-20', q: '' }],
  ['jan 5', { date: '2027-01-05', q: '' }],
  ['today', { date: '2026-11-27', q: '' }],
  ['okafor tomorrow', { date: '2026-11-28', q: 'okafor' }],
  ['mon', { date: '2026-11-30', q: '' }],
])('%j has a day', (typed, expected) => {
  expect(splitDay(typed, today)).toEqual(expected)
})

test.each(['grace okafor', '(212) 555-0142', '1001', '#1001', 'may', 'april jones', 'new order'])(
  '%j names no day',
  (typed) => {
    expect(splitDay(typed, today)).toBeNull()
  },
)

test('words are compared without case and accents, in any order', () => {
  expect(containsWords('Zoë Whitlock', 'whit ZOE')).toBe(true)
  expect(containsWords('Zoë Whitlock', 'zoe grace')).toBe(false)
})
