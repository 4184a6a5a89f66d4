import { expect, test } from 'vitest'
import { readCsvFile } from './read-csv-file.ts'

test('UTF-8 is read as it is, without the mark at its start', async () => {
  expect(await readCsvFile(new Blob(['\ufeffFirst name\nZoë']))).toBe('First name\nZoë')
})

test('text that isn’t UTF-8 is read as Windows-1252', async () => {
  const bytes = new Uint8Array([0x5a, 0x6f, 0xeb, 0x20, 0x80]) // Zoë €
  expect(await readCsvFile(new Blob([bytes]))).toBe('Zoë €')
})
