import type { ImportKind } from '@trunkshow/contract/imports/rules.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { TenantContext } from '../context.ts'
import { idsWithEmail } from '../customers/queries.ts'

/**
 * The id of the company's product of a row, active or archived, or null: with the same SKU or, for rows without one, the
 * same name, ignoring case and accents. The query must call the row `row` and give it `sku_key` and `name_key`.
 */
export function knownProduct(companyId: number): SQL {
  return sql`CASE WHEN row.sku_key <> ''
    THEN (SELECT min(p.id) FROM products AS p WHERE p.company_id = ${companyId} AND lower(p.sku) = row.sku_key)
    ELSE (SELECT min(p.id) FROM products AS p WHERE p.company_id = ${companyId} AND p.sort_name = row.name_key) END`
}

/** Whether the company has the product of a row, as `knownProduct`. */
export const isKnownProduct = (companyId: number): SQL => sql`(${knownProduct(companyId)}) IS NOT NULL`

/** Rows compared with the company's per statement. */
const ROWS_PER_BATCH = 1000

/** Valid rows that an import skips, by why; `sameName` are those without a SKU whose name is taken. */
const nothingSkipped = { sameName: 0, known: 0, noSpot: 0, canceled: 0, past: 0, otherDay: 0 }
type Skipped = typeof nothingSkipped
type CompareBatch = (batch: Record<string, unknown>[], skipped: Skipped) => Promise<void>

/** Counts the rows that an import skips, comparing them in batches and in the order of the file. */
export function makeCount(compare: CompareBatch) {
  const skipped = { ...nothingSkipped }
  let batch: Record<string, unknown>[] = []
  const compareBatch = async () => {
    const rows = batch
    batch = []
    if (rows.length > 0) await compare(rows, skipped)
  }
  return {
    async add(row: Record<string, unknown>) {
      if (batch.push(row) === ROWS_PER_BATCH) await compareBatch()
    },
    async total() {
      await compareBatch()
      return skipped
    },
  }
}

/** Compares a batch of rows with the catalog and with the rows before them. */
function makeCompareProducts({ db, actor }: TenantContext): CompareBatch {
  const [skus, names] = [new Set<string>(), new Set<string>()]
  return async (batch, skipped) => {
    const { rows } = await db.execute<{ sku: string; name: string; known: boolean }>(sql`
      SELECT row.sku_key AS sku, row.name_key AS name, ${isKnownProduct(actor.companyId)} AS known
      FROM (
        SELECT lower(coalesce(sku, '')) AS sku_key, plain_text(name) AS name_key, place
        FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(batch, ['name', 'sku'])}::jsonb) AS (name text, sku text))
          WITH ORDINALITY AS file (name, sku, place)
      ) AS row ORDER BY place`)
    for (const { sku, name, known } of rows) {
      const isSkipped = known || (sku ? skus.has(sku) : names.has(name))
      if (isSkipped) skipped[sku ? 'known' : 'sameName']++
      if (sku) skus.add(sku)
      if (!isSkipped) names.add(name)
    }
  }
}

/** Compares a batch of rows with the customers and with the rows before them. */
function makeCompareCustomers({ db, actor }: TenantContext): CompareBatch {
  const emails = new Set<string>()
  return async (batch, skipped) => {
    const { rows } = await db.execute<{ email: string; known: boolean }>(sql`
      SELECT lower(row.email) AS email, EXISTS (${idsWithEmail(actor.companyId, sql`row.email`)}) AS known
      FROM jsonb_to_recordset(${JSON.stringify(batch, ['email'])}::jsonb) AS row (email text)`)
    for (const { email, known } of rows) {
      if (known || emails.has(email)) skipped.known++
      emails.add(email)
    }
  }
}

/** Compares a batch of orders with those imported before and with the rows before them. */
function makeCompareOrders({ db, actor }: TenantContext): CompareBatch {
  const numbers = new Set<unknown>()
  return async (batch, skipped) => {
    const { rows } = await db.execute<{ number: string }>(sql`
      SELECT imported_as AS number FROM orders WHERE company_id = ${actor.companyId} AND imported_as = ANY(
        SELECT number FROM jsonb_to_recordset(${JSON.stringify(batch, ['number'])}::jsonb) AS row (number text))`)
    for (const { number } of rows) numbers.add(number)
    for (const { number } of batch) {
      if (numbers.has(number)) skipped.known++
      numbers.add(number)
    }
  }
}

const makeCompare = {
  customers: makeCompareCustomers,
  products: makeCompareProducts,
  orders: makeCompareOrders,
} satisfies Record<Exclude<ImportKind, 'bookings'>, unknown>

/** Counts the valid rows of a file that its import would skip. */
export const countKnown = (ctx: TenantContext, kind: Exclude<ImportKind, 'bookings'>) =>
  makeCount(makeCompare[kind](ctx))
