import { expect, test } from 'vitest'
import { monogram } from './monogram.ts'

test.each([
  ['Maison Vale', 'MV'],
  ['Harrow & Finch', 'HF'],
  ['ødegård', 'Ø'],
  ['  The House of Łucja ', 'TŁ'],
  ['& Co', 'C'],
  ['—', ''],
])('%s → %s', (hostName, letters) => {
  expect(monogram(hostName)).toBe(letters)
})
