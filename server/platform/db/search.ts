import { asciiEmail } from '@trunkshow/contract/person.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Returns a LIKE pattern fragment that matches the text literally. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** Punctuation around words: the same characters as in `search_words`. */
const PUNCTUATION = /^[!-/:-@[-`{-~«»\u2010-\u2027]+|[!-/:-@[-`{-~«»\u2010-\u2027]+$/g
const MAX_WORD_LENGTH = 60

/**
 * Returns the condition that a row has a word starting with each word of `q`. Phone numbers match in any format, with or
 * without country code, and emails also by domain, in both spellings of it.
 *
 * @param column made by `search_words` for rows of this company
 */
export function hasWords(column: PgColumn | SQL, companyId: number, q: string): SQL {
  const plain = withoutAccents(q)
  const words = q.split(/\s+/).filter(Boolean).slice(0, 10)
  const asked = words.map((word) => {
    const either = [...new Set([withoutAccents(word), asciiDomain(word)])]
    return `(${either.map((spelling) => `${lexeme(companyId, spelling)}:*`).join(' | ')})`
  })
  const phone = plain.replace(/[\s()+./-]+/g, '')
  const isPhone = /^\d{4,}$/.test(phone)
  const numbers = isPhone && phone !== plain ? [`${lexeme(companyId, phone)}:*`] : []
  // The stored number may lack the country code.
  if (isPhone && phone.length > 10) numbers.push(lexeme(companyId, phone.slice(-10)))
  const query = [asked.join(' & '), ...numbers].join(' | ')
  return sql`${column} @@ lower(${query})::tsquery`
}

const withoutAccents = (text: string) => text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')

/** Returns a word as it is stored if it is an email or a part of its domain, such as `münchen` (docs/product.md, Email addresses). */
const asciiDomain = (word: string) =>
  /[^\0-\x7f]/.test(word) ? asciiEmail(word.includes('@') ? word : `@${word}`).replace(/^@/, '') : word

/** Returns a word in the form of the index: prefixed with the company, so that larger companies slow no one down. */
function lexeme(companyId: number, word: string): string {
  const bare = [...(word.replace(PUNCTUATION, '') || word)].slice(0, MAX_WORD_LENGTH).join('')
  return `'${companyId}/${bare.replace(/['\\]/g, '$&$&')}'`
}
