import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'

const app = startTestApp()

const baseline = readFileSync(new URL('migrations/0000_baseline.sql', import.meta.url), 'utf8')

test('search_words gives the words of its first version, which rows stored before have', async () => {
  const [first] = /CREATE FUNCTION search_words[\s\S]*?\nEND \$\$;/.exec(baseline)!
  await app.rows(first.replace('search_words', 'first_words'))
  const parts = [
    ...' |  |\t|\n|\u00a0|\u3000|a|B|Zoë|Ø|ß|İ|ﬁ|™|ℌ|李|e\u0301|o’|«|“|…|–|@|@|.|-|_|/|!|\\|+|9'.split('|'),
    ...['ann@mail.test', '(212) 555', 'x'.repeat(20), 'y'.repeat(30), 'z'.repeat(58)],
  ]
  // Texts of random parts, some of them words about as long as words may be, and every letter with others and alone: one
  // statement each, since each may take a while on a busy machine.
  const any = 'floor(random() *'
  const letters = (from: number, to: number) => `
    SELECT string_agg('a' || chr(n) || 'B ' || chr(n) || ' x' || chr(n) || ' ' || chr(n) || 'y', ' ') AS text
    FROM generate_series(${from}, ${to}) AS n WHERE n NOT BETWEEN 55296 AND 57343 GROUP BY n / 8`
  const sources = [
    `SELECT string_agg(($1::text[])[1 + ${any} cardinality($1::text[]))::int], '') AS text
     FROM generate_series(1, 50000) AS n GROUP BY n % 5000`,
    `SELECT string_agg((ARRAY[' ', 'b ', ' cc', '@', '.', ' ddddddddd', $2, $2])[1 + ${any} 8)::int], '') AS text
     FROM generate_series(1, 50000) AS n GROUP BY n % 5000`,
    ...[0, 1, 2, 3].map((part) => letters(part * 30_000 + 1, part * 30_000 + 30_000)),
  ]
  for (const source of sources) {
    const rows = await app.rows<{ text: string; words: string; first: string }>(
      `WITH texts AS (${source}), compared AS (
         SELECT text, search_words(7, text) AS words, first_words(7, text) AS first
         FROM texts CROSS JOIN (SELECT $1::text[] AS parts, $2::text AS long) AS given)
       SELECT text, words::text, first::text
       FROM compared WHERE words IS DISTINCT FROM first LIMIT 5`,
      [parts, 'x'.repeat(21)],
    )
    expect(rows).toEqual([])
  }
  for (const text of [null, '', ' ', '--'])
    expect(await app.rows('SELECT search_words(7, $1)::text AS words', [text])).toEqual(
      await app.rows('SELECT first_words(7, $1)::text AS words', [text]),
    )
})
