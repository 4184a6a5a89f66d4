import { expect, test } from 'vitest'
import { formatAnswer } from './format-answer.ts'

test.each([
  ['checkbox', true, 'Yes', 'Yes'],
  ['checkbox', undefined, 'No', 'No'],
  ['text', undefined, null, null],
  ['text', 'Gold (+$50)', 'Gold (+$50)', 'Gold (+$50)'],
  ['dropdown', 'Gold (+$50)', 'Gold (+$50.00)', 'Gold'],
  ['dropdown', '(+$50)', '(+$50)', 'Yes'],
] as const)('%s %s reads %s, and %s without its price', (type, answer, priced, plain) => {
  expect(formatAnswer({ type }, answer)).toBe(priced)
  expect(formatAnswer({ type }, answer, false)).toBe(plain)
})
