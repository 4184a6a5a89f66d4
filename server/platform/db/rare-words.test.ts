import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { makeCompany } from '../../test/factories.ts'
import { customerWords } from './schema/customers.ts'
import { hasWords } from './statement.ts'
import { databaseOf } from './transaction.ts'

const app = startTestApp()
let companyId: number

const FIRST = `{Clara,Clara,Clara,Clara,Clara,Klara,Zoë,Clarissa,"Anna Clara",O’Hara,Émile}`
const SYLLABLES = '{al,ban,cor,del,él,far,gal,hol,ö,kel}'

beforeAll(async () => {
  companyId = (await makeCompany(app)).companyId
  await app.rows(
    `INSERT INTO customers (company_id, first_name, last_name, email, phone)
     SELECT $1, first, last, 'guest-' || n || '@' || substr(md5(last), 1, 6) || '.test',
       CASE WHEN n % 3 = 0 THEN '(212) 555-' || lpad((n % 10000)::text, 4, '0') END
     FROM (
       SELECT n, ($2::text[])[1 + n % 11] AS first, initcap(
         ($3::text[])[1 + n * 7 % 10] || ($3::text[])[1 + n / 10 % 10] || ($3::text[])[1 + n / 100 % 10] || ($3::text[])[1 + n / 1000 % 10]
       ) AS last FROM generate_series(1, 22000) AS n) AS people`,
    [companyId, FIRST, SYLLABLES],
  )
  await app.rows('ANALYZE customers')
})

/** The words of these that are looked up in the index. */
async function rareOf(typed: string, list = 'customers_found') {
  const words = typed.split(' ')
  const rows = await app.rows<{ query: string }>('SELECT rare_words($1, $2, $3)::text AS query', [
    list,
    words.map((word) => `${companyId}/${word}`),
    words.map((word) => `('${companyId}/${word}':*)`),
  ])
  return [...rows[0]!.query.matchAll(/\/(.*?)'/g)].map(([, word]) => word).join(' ')
}

test('a common word is left out of the index beside a rare one, unless that is short', async () => {
  expect(await rareOf('Clara corban')).toBe('corban')
  expect(await rareOf('corban clara guest-17')).toBe('corban guest-17')
  expect(await rareOf('cla corban')).toBe('corban')
  for (const typed of ['clara corb', 'clara test', 'corban delfar', 'clara'])
    expect(await rareOf(typed)).toBe(typed)
  // Of a small table, and of one that PostgreSQL knows nothing of yet, every word is looked up.
  for (const list of ['orders', 'products']) expect(await rareOf('clara corban', list)).toBe('clara corban')
})

test('a search finds the same with rare words alone in the index, whatever is typed', async () => {
  const db = databaseOf(app.pool)
  const find = async (q: string, list?: string) => {
    const found = hasWords(sql`${customerWords}`, companyId, q, list)
    const { rows } = await db.execute<{ id: number }>(
      sql`SELECT id FROM customers WHERE company_id = ${companyId} AND ${found} ORDER BY id`,
    )
    return rows.map(({ id }) => id)
  }
  const people = await app.rows<{ texts: string[] }>(
    `SELECT ARRAY[first_name, last_name, email, split_part(email, '@', 2), phone, 'CLARA', 'test'] AS texts
     FROM customers WHERE company_id = $1 ORDER BY random() LIMIT 150`,
    [companyId],
  )
  let foundSome = 0
  for (const [n, { texts }] of people.entries()) {
    // Two or three texts, most of the same row, each from its beginning, to its end or not.
    const typed = Array.from({ length: 2 + (n % 2) }, (_, part) => {
      const from = Math.random() < 0.9 ? texts : people[(n + 1) % people.length]!.texts
      const text = from[part === 0 ? 0 : Math.floor(Math.random() * texts.length)] ?? 'corban'
      return text.slice(0, Math.random() < 0.5 ? text.length : 1 + Math.floor(Math.random() * text.length))
    }).join(' ')
    const plain = await find(typed)
    expect(await find(typed, 'customers_found'), typed).toEqual(plain)
    if (plain.length > 0) foundSome++
  }
  expect(foundSome).toBeGreaterThan(50)
})
