import { expect, test } from 'vitest'
import { timesSentence } from './session-query.ts'

test.each([
  ['EST', 'All times are Eastern.'],
  ['CDT', 'All times are Central.'],
  ['MST', 'All times are Mountain.'],
  ['PDT', 'All times are Pacific.'],
  ['AKST', 'All times are AKST.'],
  ['BST', 'All times are BST.'],
  ['GMT+9', 'All times are GMT+9.'],
])('a list in the zone %s says: %s', (name, sentence) => {
  expect(timesSentence([{ from: 0, offset: 0, name }], new Date())).toBe(sentence)
})
