import { expect, test } from 'vitest'
import { DATA_LINK_HOURS, isErased, isErasedGuest, retentionMonths } from './rules.ts'

test.each([
  ['grace@okafor.test', false],
  ['', true],
])('a customer with the email %j was erased: %s', (email, erased) => {
  expect(isErased({ email })).toBe(erased)
})

test.each([
  ['grace@okafor.test', false],
  ['', true],
  [null, false],
])('a guest with the email %j was erased: %s', (attendeeEmail, erased) => {
  expect(isErasedGuest({ attendeeEmail })).toBe(erased)
})

test('guests are kept 1 to 60 months, and a link to their data works for a day', () => {
  expect(retentionMonths).toEqual({ least: 1, most: 60 })
  expect(DATA_LINK_HOURS).toBe(24)
})
