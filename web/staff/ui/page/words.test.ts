import { expect, test } from 'vitest'
import { countOf } from './words.tsx'

test.each([
  ['0', '0 products'],
  ['1', '1 product'],
  ['1234', '1,234 products'],
  ['10000+', '10,000+ products'],
])('%s is read as %s', (total, words) => {
  expect(countOf(total, 'product')).toBe(words)
})
