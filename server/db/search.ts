import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** The pattern of a text that has this in it, whatever signs it holds. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** What stands between words and around them: the same signs as in `search_words`. */
const SIGNS = /^[!-/:-@[-`{-~«»\u2010-\u2027]+|[!-/:-@[-`{-~«»\u2010-\u2027]+$/g
const LONGEST_WORD = 60

/**
 * Whether a row has a word that begins with each word of `q`. A telephone number is found however it is written, with
 * or without the codes before it; an email by its domain too.
 *
 * @param column made by `search_words` for rows of this company
 */
export function hasWords(column: PgColumn, companyId: number, q: string): SQL {
  const plain = q.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
  const words = plain.split(/\s+/).filter(Boolean).slice(0, 10)
  const asked = words.map((word) => `${lexeme(companyId, word)}:*`)
  const phone = plain.replace(/[\s()+./-]+/g, '')
  const isPhone = /^\d{4,}$/.test(phone)
  const numbers = isPhone && phone !== plain ? [`${lexeme(companyId, phone)}:*`] : []
  // With the country's code before it, where the stored one may have none.
  if (isPhone && phone.length > 10) numbers.push(lexeme(companyId, phone.slice(-10)))
  const query = [asked.join(' & '), ...numbers].join(' | ')
  return sql`${column} @@ lower(${query})::tsquery`
}

/** A word as it stands in the index: with the company, so that nobody waits for the rows of a larger one. */
function lexeme(companyId: number, word: string): string {
  const bare = [...(word.replace(SIGNS, '') || word)].slice(0, LONGEST_WORD).join('')
  return `'${companyId}/${bare.replace(/['\\]/g, '$&$&')}'`
}
