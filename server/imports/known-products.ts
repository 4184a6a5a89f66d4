import type { ImportKind } from '@trunkshow/contract/imports/rules.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'

/**
 * Whether the company has the product of a row, active or archived: the same SKU or, for rows without one, the same
 * name, ignoring case and accents. The query must call the row `row` and give it `sku_key` and `name_key`.
 */
export function isKnownProduct(companyId: number): SQL {
  return sql`CASE WHEN row.sku_key <> ''
    THEN EXISTS (SELECT FROM products AS p WHERE p.company_id = ${companyId} AND lower(p.sku) = row.sku_key)
    ELSE EXISTS (SELECT FROM products AS p WHERE p.company_id = ${companyId} AND p.sort_name = row.name_key) END`
}

/** Rows compared with the catalog per statement. */
const ROWS_PER_BATCH = 1000

/**
 * Counts rows of a product file without a SKU whose name is taken by a product or an earlier row; imports skip them by
 * default. Other kinds of files have none.
 */
export function countSameNames({ db, actor }: StaffContext, kind: ImportKind) {
  const [skus, names] = [new Set<string>(), new Set<string>()]
  let [total, batch]: [number, Record<string, unknown>[]] = [0, []]
  const compare = async () => {
    const { rows } = await db.execute<{ sku: string; name: string; known: boolean }>(sql`
      SELECT row.sku_key AS sku, row.name_key AS name, ${isKnownProduct(actor.companyId)} AS known
      FROM (
        SELECT lower(coalesce(sku, '')) AS sku_key, plain_text(name) AS name_key, place
        FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) AS (name text, sku text))
          WITH ORDINALITY AS file (name, sku, place)
      ) AS row ORDER BY place`)
    batch = []
    for (const { sku, name, known } of rows) {
      const skipped = known || (sku ? skus.has(sku) : names.has(name))
      if (sku) skus.add(sku)
      else if (skipped) total++
      if (!skipped) names.add(name)
    }
  }
  return {
    async add({ name, sku }: Record<string, unknown>) {
      if (kind !== 'products') return
      batch.push({ name, sku })
      if (batch.length === ROWS_PER_BATCH) await compare()
    },
    async total() {
      if (batch.length > 0) await compare()
      return total
    },
  }
}
