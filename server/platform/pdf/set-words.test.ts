import { expect, test } from 'vitest'
import { type Face, inSeenOrder, wordsOf } from './set-words.ts'
import { writePdf } from './write-pdf.ts'

const fontsOf = (text: string, face: Face) =>
  wordsOf(text, face).flatMap(({ pieces }) =>
    pieces.map(({ path, text }) => `${text} ${/([\w-]+)-normal\.woff$/.exec(path)![1]}`),
  )

test.each<[string, Face, string[]]>([
  ['Grace Okafor', 'text', ['Grace hanken-grotesk-latin-400', 'Okafor hanken-grotesk-latin-400']],
  ['Grace', 'strong', ['Grace hanken-grotesk-latin-600']],
  ['Grace', 'display', ['Grace instrument-serif-latin-400']],
  ['Zoe\u0308', 'text', ['Zoë hanken-grotesk-latin-400']],
  ['Анна', 'strong', ['Анна noto-sans-cyrillic-600']],
  ['Ελένη', 'display', ['Ελένη noto-sans-greek-400']],
  ['Thị', 'text', ['Th hanken-grotesk-latin-400', 'ị hanken-grotesk-vietnamese-400']],
  ['שרה', 'text', ['שרה noto-sans-hebrew-hebrew-400']],
  ['محمد', 'text', ['محمد noto-sans-arabic-arabic-400']],
  ['देवी', 'text', ['देवी noto-sans-devanagari-400']],
  // The first font draws a box for what it has not.
  ['山田', 'text', ['山田 hanken-grotesk-latin-400']],
  ['👰🏽‍♀️', 'text', ['👰 hanken-grotesk-latin-400']],
  [' \t', 'text', []],
])('%j in %s has the fonts %j', (text, face, fonts) => {
  expect(fontsOf(text, face)).toEqual(fonts)
})

test.each([
  ['Grace Ann Okafor', 'Grace Ann Okafor'],
  ['שרה כהן', 'כהן שרה'],
  ['Sara (שרה כהן לוי) 12', 'Sara לוי) כהן (שרה 12'],
  ['שרה Sara כהן לוי', 'שרה Sara לוי כהן'],
])('the words of %j are seen as %j', (text, seen) => {
  const words = inSeenOrder(wordsOf(text, 'text'))
  expect(words.map(({ pieces }) => pieces.map(({ text }) => text).join('')).join(' ')).toBe(seen)
})

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length

test('a document of any length and script is written whole', async () => {
  const paper = { title: 'Statement', about: ['Order #1042'], company: null, facts: [] }
  const rows = (count: number, text: string) =>
    Array.from({ length: count }, () => ({ cells: [text, '$1.00'] }))
  const tables = (count: number, text: string) => [{ widths: [0.8, 0.2], rows: rows(count, text) }]
  expect(pagesOf(await writePdf({ ...paper, tables: tables(3, 'Анна 山田 👰🏽‍♀️ שרה محمد') }))).toBe(1)
  expect(pagesOf(await writePdf({ ...paper, tables: tables(60, 'Aurelie gown') }))).toBe(3)
  expect(pagesOf(await writePdf({ ...paper, tables: tables(1, 'W'.repeat(8000)) }))).toBeGreaterThan(2)
})
