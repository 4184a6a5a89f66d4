import { expect, test } from 'vitest'
import { formatAnswer, optionLabel } from './fields.ts'

test.each([
  ['checkbox', true, 'Yes', 'Yes'],
  ['checkbox', undefined, 'No', 'No'],
  ['text', undefined, null, null],
  ['text', 'Gold (+$50)', 'Gold (+$50)', 'Gold (+$50)'],
  ['dropdown', 'Gold (+$50)', 'Gold (+$50.00)', 'Gold'],
  ['date', '2027-06-05', 'June 5, 2027', 'June 5, 2027'],
  ['date', undefined, null, null],
  ['dropdown', '(+$50)', '(+$50)', 'Yes'],
] as const)('%s %s reads %s, and %s without its price', (type, answer, priced, plain) => {
  expect(formatAnswer({ type }, answer)).toBe(priced)
  expect(formatAnswer({ type }, answer, false)).toBe(plain)
})

test.each([
  ['None', 'None'],
  ['Silk crêpe (+$250)', 'Silk crêpe (+$250.00)'],
  ['Gold(+$1250.5)', 'Gold (+$1,250.50)'],
  ['Sale (-$10)', 'Sale (−$10.00)'],
  ['Two (+$50) of them (-$20)', 'Two of them (+$30.00)'],
  ['Evened out (+$10) (-$10)', 'Evened out (+$10) (-$10)'],
  ['Size (large)', 'Size (large)'],
  ['(+$50)', '(+$50)'],
])('%s is read as %s', (option, label) => {
  expect(optionLabel(option)).toBe(label)
})
