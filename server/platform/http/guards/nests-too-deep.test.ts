import { expect, test } from 'vitest'
import { nestsTooDeep } from './nests-too-deep.ts'

const deep = '['.repeat(101)

test.each([
  ['100 lists', '['.repeat(100) + ']'.repeat(100), false],
  ['101 lists', deep + ']'.repeat(101), true],
  ['101 objects', `${'{"a":'.repeat(101)}1${'}'.repeat(101)}`, true],
  ['101 lists beside each other', `[${'[],'.repeat(101)}1]`, false],
  ['brackets in a text', JSON.stringify({ notes: deep }), false],
  ['brackets after a quote in a text', JSON.stringify({ notes: `"${deep}` }), false],
  ['lists after a text that ends with a backslash', `["\\\\",${deep}`, true],
])('%s', (_, text, isTooDeep) => {
  expect(nestsTooDeep(text)).toBe(isTooDeep)
})
