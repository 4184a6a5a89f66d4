import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { type Encoding, readTableFile } from './read-table-file.ts'

/** The text of a file with these bytes; a number is one byte, a text is UTF-8. */
const fileOf = (...parts: (string | number)[]) =>
  new Blob(parts.map((part) => (typeof part === 'string' ? part : new Uint8Array([part]))))
const textOf = async (file: Blob, encoding?: Encoding) => (await readTableFile(file, encoding)).csv

test('UTF-8 is read as it is, without its byte order mark', async () => {
  expect(await readTableFile(fileOf('\ufeffFirst name\nZoë'))).toEqual({
    csv: 'First name\nZoë',
    guess: null,
  })
})

test('text that isn’t UTF-8 is read as Windows-1252', async () => {
  expect(await textOf(fileOf('Zo', 0xeb, ' ', 0x80))).toBe('Zoë €')
  // É followed by a quotation mark is also a character of UTF-8.
  expect(await textOf(fileOf('Zo', 0xeb, ',Jos', 0xe9, ',CAF', 0xc9, 0x94))).toBe('Zoë,José,CAFÉ”')
})

test.each([
  ['é alone', [0xe9], 'é'],
  ['a quotation mark', [0x92], '’'],
  ['the start of a character', [0xc3], 'Ã'],
  ['two of a character’s three bytes', [0xe2, 0x82], 'â‚'],
  ['a byte that only continues a character', [0xa0], '\u00a0'],
  ['half of a pair', [0xed, 0xa0, 0x80], 'í\u00a0€'],
])('of UTF-8 with %s, only that is read as Windows-1252', async (_, bytes, read) => {
  const csv = await textOf(fileOf('\ufeffName\nZoë Ünal,陳,😀,\ufffd\nJos', ...bytes, '\nŁucja Żak'))
  expect(csv).toBe(`Name\nZoë Ünal,陳,😀,\ufffd\nJos${read}\nŁucja Żak`)
})

// Mac Roman as Excel for Mac writes it: unicode.org/Public/MAPPINGS/VENDORS/APPLE/ROMAN.TXT
const mac = fileOf(
  'Name,City\rJos',
  0x8e,
  ' Mu',
  0x96,
  'oz,K',
  0x9a,
  'ln\rRen',
  0x8e,
  0x65,
  ',Z',
  0x9f,
  'rich',
)

test('Mac Roman is guessed by letters that names hardly have, and both ways are shown', async () => {
  expect(await readTableFile(mac)).toEqual({
    csv: 'Name,City\rJosé Muñoz,Köln\rRenée,Zürich',
    guess: {
      encoding: 'macintosh',
      cells: {
        macintosh: ['José Muñoz', 'Köln', 'Renée'],
        'windows-1252': ['JosŽ Mu–oz', 'Kšln', 'RenŽe'],
      },
    },
  })
})

test.each([
  ['Nora’s', ['Nora', 0x92, 's']],
  ['Silk™ robe', ['Silk', 0x99, ' robe']],
  ['Müller – Groß', ['M', 0xfc, 'ller ', 0x96, ' Gro', 0xdf]],
  ['JOSÉ', ['JOS', 0xc9]],
])('%s is guessed to be Windows', async (read, parts) => {
  expect(await readTableFile(fileOf(...parts))).toMatchObject({
    csv: read,
    guess: { encoding: 'windows-1252' },
  })
})

test('a chosen encoding is used, for all bytes or only for those that aren’t UTF-8', async () => {
  expect(await textOf(mac, 'windows-1252')).toBe('Name,City\rJosŽ Mu–oz,Kšln\rRenŽe,ZŸrich')
  expect(await textOf(fileOf('Zoë,Köln,K', 0x9a, 'ln'), 'macintosh')).toBe('Zoë,Köln,Köln')
})

test('Unicode text, as Excel saves it, is read as UTF-16', async () => {
  const text = '\ufeffName\tPrice\r\nZoë\t1,50'
  expect(await textOf(new Blob([Uint16Array.from([...text], (one) => one.charCodeAt(0))]))).toBe(
    text.slice(1),
  )
})

test.each([
  ['the first byte last', false],
  ['the first byte first', true],
])('UTF-16 without a byte order mark, %s, is recognized by its first character', async (_, isBig) => {
  const text = 'Name\tCity\r\nŁucja\tŁódź\r\n陳\t€ 5'
  const bytes = [...text].flatMap((one) => {
    const pair = [one.charCodeAt(0) & 0xff, one.charCodeAt(0) >> 8]
    return isBig ? pair.toReversed() : pair
  })
  expect(await readTableFile(fileOf(...bytes))).toEqual({ csv: text, guess: null })
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
  expect((await textOf(file)).split('\r\n')).toEqual([
    '"Name","Base price","Notes"',
    '"Gown, long","1250.5","12 in"',
    expect.stringMatching(/^"Veil"/),
  ])
})

test('a zip file that is not a workbook is refused with what to do', async () => {
  const file = new Blob([zipSync({ 'a.txt': strToU8('a') }) as Uint8Array<ArrayBuffer>])
  await expect(readTableFile(file)).rejects.toThrow('We can’t read this Excel file.')
})
