import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readTableFile } from './read-table-file.ts'

test('UTF-8 is read as it is, without the mark at its start', async () => {
  expect(await readTableFile(new Blob(['\ufeffFirst name\nZoë']))).toBe('First name\nZoë')
})

test('text that isn’t UTF-8 is read as Windows-1252', async () => {
  const bytes = new Uint8Array([0x5a, 0x6f, 0xeb, 0x20, 0x80]) // Zoë €
  expect(await readTableFile(new Blob([bytes]))).toBe('Zoë €')
})

test('Unicode text, as Excel saves it, is read as UTF-16', async () => {
  const text = '\ufeffName\tPrice\r\nZoë\t1,50'
  expect(await readTableFile(new Blob([Uint16Array.from([...text], (one) => one.charCodeAt(0))]))).toBe(
    text.slice(1),
  )
})

/** A workbook of one sheet with these cells, as much as a reader needs (ECMA-376, part 1, 18.3). */
function workbook(...rows: string[][]) {
  const cell = (xml: string, at: number, line: number) => xml.replace('<c', `<c r="${'ABC'[at]}${line}"`)
  const sheet = rows.map(
    (cells, at) => `<row r="${at + 1}">${cells.map((xml, n) => cell(xml, n, at + 1)).join('')}</row>`,
  )
  const [main, office] = ['http://schemas.openxmlformats.org', 'officeDocument/2006/relationships']
  const files = {
    'xl/workbook.xml': `<workbook xmlns="${main}/spreadsheetml/2006/main" xmlns:r="${main}/${office}"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${main}/package/2006/relationships"><Relationship Id="rId1" Type="${main}/${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}/spreadsheetml/2006/main"><sheetData>${sheet.join('')}</sheetData></worksheet>`,
  }
  const bytes = zipSync(Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(xml)])))
  return new Blob([bytes as Uint8Array<ArrayBuffer>])
}
const words = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`

test('a workbook’s first sheet is read as CSV', async () => {
  const file = workbook(
    [words('Name'), words('Base price'), words('Notes')],
    [words('Gown, long'), '<c><v>1250.5</v></c>', words('12 in')],
    [words('Veil'), '<c></c>', '<c></c>'],
  )
  expect((await readTableFile(file)).split('\r\n')).toEqual([
    '"Name","Base price","Notes"',
    '"Gown, long","1250.5","12 in"',
    expect.stringMatching(/^"Veil"/),
  ])
})

test('a zip that is no workbook is refused with what to do', async () => {
  const file = new Blob([zipSync({ 'a.txt': strToU8('a') }) as Uint8Array<ArrayBuffer>])
  await expect(readTableFile(file)).rejects.toThrow('We can’t read this Excel file.')
})
