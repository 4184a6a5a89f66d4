import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

/** How a text is set: in the product's faces, or where these lack a letter in Noto Sans (decision 089). */
export type Face = 'text' | 'strong' | 'display'

const others = {
  'noto-sans': ['cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese', 'latin-ext', 'devanagari'],
  'noto-sans-hebrew': ['hebrew'],
  'noto-sans-arabic': ['arabic'],
}
const sans = { 'hanken-grotesk': ['latin', 'latin-ext', 'vietnamese'], ...others }
const families = {
  text: sans,
  strong: sans,
  display: { 'instrument-serif': ['latin', 'latin-ext'], ...sans },
}
const weights = { text: 400, strong: 600, display: 400 }

const { resolve } = createRequire(import.meta.url)
const pathsOf = (face: Face) =>
  Object.entries(families[face]).flatMap(([family, subsets]) =>
    subsets.map((subset) =>
      resolve(`@fontsource/${family}/files/${family}-${subset}-${weights[face]}-normal.woff`),
    ),
  )
/** The files of each face's fonts, the product's own first. */
const paths = { text: pathsOf('text'), strong: pathsOf('strong'), display: pathsOf('display') }

/** The fonts that were needed so far. */
const fonts = new Map<string, Font>()

/** Whether a font has all characters of a letter. */
function hasLetter(path: string, letter: string): boolean {
  if (!fonts.has(path)) fonts.set(path, create(readFileSync(path)) as Font)
  return [...letter].every((character) => fonts.get(path)!.hasGlyphForCodePoint(character.codePointAt(0)!))
}

/** Part of a word in one font, by its file. */
interface Piece {
  path: string
  text: string
}
export interface Word {
  pieces: Piece[]
  isRightToLeft: boolean
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u

/** Pieces of one font in a row as one. */
export function joined(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (last?.path === piece.path) last.text += piece.text
    else joined.push({ ...piece })
  }
  return joined
}

/** A letter in the first font that has it, or a box: one for each, as an emoji may have seven characters. */
function setLetter(letter: string, face: Face): Piece {
  const path = paths[face].find((path) => hasLetter(path, letter))
  return path ? { path, text: letter } : { path: paths[face][0]!, text: [...letter][0]! }
}

/** Splits a line of text into words, and each where its font changes. */
export const wordsOf = (line: string, face: Face): Word[] =>
  line
    .normalize()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => ({
      pieces: joined([...letters.segment(word)].map(({ segment }) => setLetter(segment, face))),
      isRightToLeft: rightToLeft.test(word),
    }))

/** Puts the words of a line in the order they are seen: those written from right to left in a row turn around. */
export function inSeenOrder(words: readonly Word[]): Word[] {
  const seen: Word[] = []
  let at = 0
  for (const word of words) {
    if (!word.isRightToLeft) at = seen.length + 1
    seen.splice(word.isRightToLeft ? at : seen.length, 0, word)
  }
  return seen
}
