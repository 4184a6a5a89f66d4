import { expect, test } from 'vitest'
import { dayToOpen } from './rules.ts'

test.each([
  ['today', ['2027-04-15', '2027-04-16', '2027-04-18'], '2027-04-16', '2027-04-16'],
  ['the next day, where today has no time slots', ['2027-04-15', '2027-04-18'], '2027-04-16', '2027-04-18'],
  ['the first day, before the event', ['2027-04-16', '2027-04-18'], '2027-01-01', '2027-04-16'],
  ['the last day, after the event', ['2027-04-16', '2027-04-17', '2027-04-18'], '2027-04-19', '2027-04-18'],
  ['no day, without time slots', [], '2027-04-16', undefined],
])('the desk opens with %s', (_what, dates, today, opened) => {
  expect(dayToOpen(dates, today)).toBe(opened)
})
