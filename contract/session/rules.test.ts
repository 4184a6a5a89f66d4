import { expect, test } from 'vitest'
import { CONFIRMATION_DAYS } from './rules.ts'

test('a link to confirm an email works for 7 days', () => {
  expect(CONFIRMATION_DAYS).toBe(7)
})
