import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { pictures } from '../db/schema/pictures.ts'
import { inTransaction } from '../db/transaction.ts'
import { listFiles } from './list-files.ts'
import { lockPictures } from './pictures.ts'

/** Every column that names a picture, with the column of its company. */
const columns = [
  ['events', 'logo_url', 'company_id'],
  ['events', 'banner_url', 'company_id'],
  ['products', 'photo_url', 'company_id'],
  ['customization_options', 'photo_url', 'company_id'],
  ['companies', 'logo_url', 'id'],
] as const
const named = sql.join(
  columns.map(
    ([table, column, company]) =>
      sql`SELECT ${sql.identifier(company)} AS company_id, ${sql.identifier(column)} AS url FROM ${sql.identifier(table)}`,
  ),
  sql` UNION `,
)

/** Deletes pictures that no row names: replaced, removed, or stored by a process that crashed. */
export async function removeUnusedPictures(ctx: Pick<Context, 'db' | 'files'>): Promise<void> {
  await inTransaction(ctx, async ({ db, files }) => {
    await db.execute(lockPictures)
    const { rows } = await db.execute<{ hash: string }>(sql`
      SELECT DISTINCT split_part(url, '/', 4) AS hash FROM (${named}) AS named WHERE url IS NOT NULL`)
    const used = new Set(rows.map(({ hash }) => hash))
    const stored = new Set<string>()
    for await (const key of listFiles(files, 'images')) stored.add(key.split('/')[1]!)
    for (const hash of stored) if (!used.has(hash)) await files.deleteAll(`images/${hash}`)
    await countPictures({ db, files })
  })
}

/** Recounts each company's stored pictures from its rows, so that replaced ones no longer count. */
async function countPictures({ db, files }: Pick<Context, 'db' | 'files'>): Promise<void> {
  const theirs = sql`SELECT company_id, split_part(url, '/', 4) AS hash FROM (${named}) AS named
    WHERE url LIKE '/uploads/images/%'`
  await db.execute(sql`
    DELETE FROM ${pictures} AS p WHERE (company_id, hash) NOT IN (${theirs})`)
  await db.execute(sql`
    INSERT INTO ${pictures} (company_id, hash, bytes) SELECT company_id, hash, 0 FROM (${theirs}) AS theirs
    ON CONFLICT DO NOTHING`)
  const unmeasured = await db
    .selectDistinct({ hash: pictures.hash })
    .from(pictures)
    .where(eq(pictures.bytes, 0))
  for (const { hash } of unmeasured) {
    let bytes = 0
    for await (const key of listFiles(files, `images/${hash}`))
      bytes += (await files.getMetaData(key)).contentLength
    await db.update(pictures).set({ bytes }).where(eq(pictures.hash, hash))
  }
}
