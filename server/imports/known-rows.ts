import { type ImportKind, MAX_SHOWN_ERRORS } from '@trunkshow/contract/imports/rules.ts'
import type { KnownRow } from '@trunkshow/contract/imports/schema.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { TenantContext } from '../context.ts'
import { idsWithEmail } from '../customers/queries.ts'
import { nameOf } from './shape-row.ts'

/**
 * The id of the company's product of a row, active or archived, or null: with the same SKU or, for rows without one, the
 * same name, ignoring case and accents. Of several with one SKU, the one with the name of the row. The query must call
 * the row `row` and give it `sku_key` and `name_key`.
 */
export function knownProduct(companyId: number): SQL {
  return sql`CASE WHEN row.sku_key <> ''
    THEN (SELECT p.id FROM products AS p WHERE p.company_id = ${companyId} AND lower(p.sku) = row.sku_key
      ORDER BY p.sort_name <> row.name_key, p.id LIMIT 1)
    ELSE (SELECT min(p.id) FROM products AS p WHERE p.company_id = ${companyId} AND p.sort_name = row.name_key) END`
}

/** Whether the company has a row's product, as `knownProduct`; beyond `newestId` the name counts too (decision 013). */
const isKnownProduct = (companyId: number, newestId: number | null): SQL => sql`(CASE WHEN row.sku_key <> ''
    THEN EXISTS (
      SELECT FROM products AS p WHERE p.company_id = ${companyId} AND lower(p.sku) = row.sku_key
        AND (p.id <= coalesce(${newestId}::int, p.id) OR p.sort_name = row.name_key))
    ELSE EXISTS (SELECT FROM products AS p WHERE p.company_id = ${companyId} AND p.sort_name = row.name_key) END)`

/** Whether the company has the customer of a row, by email and, of customers newer than `newestId`, by name too. */
const isKnownCustomer = (companyId: number, newestId: number | null): SQL => sql`EXISTS (
    SELECT FROM customers AS c JOIN (${idsWithEmail(companyId, sql`row.email`)}) AS found USING (id)
    WHERE c.id <= coalesce(${newestId}::int, c.id) OR c.sort_name = row.name_key)`

/** Rows compared with the company's per statement. */
const ROWS_PER_BATCH = 1000

interface ValidRow {
  line: number
  value: Record<string, unknown>
}

/** Valid rows that an import skips, by why. */
const nothingSkipped = { known: 0, noSpot: 0, canceled: 0, past: 0, otherDay: 0 }
type Skipped = typeof nothingSkipped
type FindKnown = (batch: Record<string, unknown>[]) => Promise<readonly boolean[]>
type CompareBatch = (batch: Record<string, unknown>[], skipped: Skipped) => Promise<readonly boolean[]>

/** What a row is known by. */
const detailOf = ({ sku, email, number, start }: Record<string, unknown>) =>
  String(start ?? number ?? sku ?? email ?? '')

/** Counts rows that an import skips, in the file's order. `compare` adds to the counts and tells the known ones. */
export function makeCount(compare: CompareBatch) {
  const skipped = { ...nothingSkipped }
  const knownRows: KnownRow[] = []
  let batch: ValidRow[] = []
  const compareBatch = async () => {
    const rows = batch
    batch = []
    if (rows.length === 0) return
    const known = await compare(
      rows.map(({ value }) => value),
      skipped,
    )
    for (const [at, { line, value }] of rows.entries()) {
      if (!known[at]) continue
      skipped.known++
      if (knownRows.length < MAX_SHOWN_ERRORS)
        knownRows.push({ line, name: nameOf(value), detail: detailOf(value) })
    }
  }
  return {
    async add(row: ValidRow) {
      if (batch.push(row) === ROWS_PER_BATCH) await compareBatch()
    },
    async total() {
      await compareBatch()
      return { ...skipped, knownRows }
    },
  }
}

/** Compares a batch of rows with the catalog and with the rows before them that are stored. */
function makeCompareProducts({ db, actor }: TenantContext, newestId: number | null): FindKnown {
  const [variants, names] = [new Set<string>(), new Set<string>()]
  return async (batch) => {
    const { rows } = await db.execute<{ sku: string; name: string; known: boolean }>(sql`
      SELECT row.sku_key AS sku, row.name_key AS name, ${isKnownProduct(actor.companyId, newestId)} AS known
      FROM (
        SELECT lower(coalesce(file->>'sku', '')) AS sku_key, plain_text(file->>'name') AS name_key, place
        FROM ${inOrder(batch, ['name', 'sku'])}
      ) AS row ORDER BY place`)
    return rows.map(({ sku, name, known }, at) => {
      const variant = JSON.stringify([sku, name])
      const isSkipped = known || (sku ? variants.has(variant) : names.has(name))
      variants.add(variant)
      if (!isSkipped || batch[at]!.anyway) names.add(name)
      return isSkipped
    })
  }
}

/** These fields of a batch's rows as `file`, each with its `place`. */
const inOrder = (batch: Record<string, unknown>[], fields: string[]) =>
  sql`jsonb_array_elements(${JSON.stringify(batch, fields)}::jsonb) WITH ORDINALITY AS listed (file, place)`

/** Compares a batch of rows with the company's and the rows before them, by a query of the `key` of each and if it is `known`. */
function makeCompare({ db }: TenantContext, queryOf: (batch: Record<string, unknown>[]) => SQL): FindKnown {
  const seen = new Set<string>()
  return async (batch) => {
    const { rows } = await db.execute<{ key: string; known: boolean }>(queryOf(batch))
    return rows.map(({ key, known }) => {
      const isSkipped = known || seen.has(key)
      seen.add(key)
      return isSkipped
    })
  }
}

const makeCompareCustomers = (ctx: TenantContext, newestId: number | null) =>
  makeCompare(
    ctx,
    (batch) => sql`
      SELECT lower(row.email) || ' ' || row.name_key AS key, ${isKnownCustomer(ctx.actor.companyId, newestId)} AS known
      FROM (
        SELECT file->>'email' AS email, plain_text((file->>'lastName') || ' ' || (file->>'firstName')) AS name_key, place
        FROM ${inOrder(batch, ['email', 'firstName', 'lastName'])}
      ) AS row ORDER BY place`,
  )

/** Orders are known by the number that they were imported as. */
const makeCompareOrders = (ctx: TenantContext) =>
  makeCompare(
    ctx,
    (batch) => sql`
      SELECT file->>'number' AS key, EXISTS (
        SELECT FROM orders WHERE company_id = ${ctx.actor.companyId} AND imported_as = file->>'number') AS known
      FROM ${inOrder(batch, ['number'])} ORDER BY place`,
  )

/**
 * Makes what says of each row of a batch whether the company or an earlier row has it, and an import skips it.
 *
 * @param newestId see `isKnownProduct`
 */
export const makeFindKnown = {
  customers: makeCompareCustomers,
  products: makeCompareProducts,
  orders: makeCompareOrders,
} satisfies Record<Exclude<ImportKind, 'bookings'>, unknown>

/** Counts the valid rows of a file that its import would skip. */
export const countKnown = (ctx: TenantContext, kind: Exclude<ImportKind, 'bookings'>) =>
  makeCount(makeFindKnown[kind](ctx, null))
