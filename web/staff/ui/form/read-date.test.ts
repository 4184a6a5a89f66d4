import { expect, test } from 'vitest'
import { readDate } from './read-date.ts'

/** A Sunday. */
const today = '2026-11-22'

test.each([
  ['12/5', '2026-12-05'],
  ['12/5/26', '2026-12-05'],
  ['12/5/2027', '2027-12-05'],
  ['12-5', '2026-12-05'],
  ['12.5.26', '2026-12-05'],
  [' 12 / 5 ', '2026-12-05'],
  ['1/2', '2027-01-02'],
  ['11/22', '2026-11-22'],
  ['11/21', '2027-11-21'],
  ['2/29', '2028-02-29'],
  ['Dec 5', '2026-12-05'],
  ['dec. 5th', '2026-12-05'],
  ['Dec5', '2026-12-05'],
  ['December 5, 2026', '2026-12-05'],
  ['Sept 3', '2027-09-03'],
  ["dec 5 '27", '2027-12-05'],
  ['5 Dec', '2026-12-05'],
  ['5th of December 2027', '2027-12-05'],
  ['5-Dec-26', '2026-12-05'],
  ['Sat, Dec 5', '2026-12-05'],
  ['Saturday, December 5, 2026', '2026-12-05'],
  ['sat 12/5', '2026-12-05'],
  ['2026-12-05', '2026-12-05'],
  ['2026/12/5', '2026-12-05'],
  ['2020-12-05', '2020-12-05'],
  ['today', '2026-11-22'],
  ['Tomorrow', '2026-11-23'],
  ['friday', '2026-11-27'],
  ['Fri', '2026-11-27'],
  ['this friday', '2026-11-27'],
  ['next friday', '2026-11-27'],
  ['sunday', '2026-11-22'],
  ['next sunday', '2026-11-29'],
])('%j is %s', (typed, date) => {
  expect(readDate(typed, today)).toBe(date)
})

test.each([
  '',
  'soon',
  '1',
  '12/',
  '13/5',
  '12/32',
  '2/30',
  '2/29/27',
  '5/13/202',
  '12/5/26/1',
  'Dec',
  'Dec 32',
  'Foo 5',
  'De 5',
  'fr',
  'next',
  'next soon',
  'Fri, Dec 5',
  '2026-13-01',
  '2026-12-5-1',
  '0000-01-01x',
  'yesterday evening',
  '<b>12/5</b>',
])('%j isn’t a date', (typed) => {
  expect(readDate(typed, today)).toBeNull()
})

test('the next such day can be in the next year', () => {
  expect(readDate('1/1', '2026-12-31')).toBe('2027-01-01')
  expect(readDate('tomorrow', '2026-12-31')).toBe('2027-01-01')
  expect(readDate('fri', '2026-12-31')).toBe('2027-01-01')
})
