import { and, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** The pattern of a text that has this in it, whatever signs it holds. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/**
 * Whether a lower-case text with a trigram index has every word of `q` in it. Words of one or two letters count at
 * the start of a word alone: shorter than a trigram, they would else be looked for in every row. The text begins
 * with a space, so that its first word is found as the others are.
 */
export function hasWords(column: PgColumn, q: string): SQL | undefined {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10)
  return and(
    ...words.map((word) => {
      const text = escapeLike(word)
      return sql`${column} LIKE ${word.length < 3 ? `% ${text}%` : `%${text}%`}`
    }),
  )
}
