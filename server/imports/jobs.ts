import { setTimeout } from 'node:timers/promises'
import type { ImportKind } from '@trunkshow/contract/imports/rules.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { idsWithEmail } from '../customers/queries.ts'
import { isUnavailable } from '../db/errors.ts'
import { imports } from '../db/schema/imports.ts'
import { type Database, inTransaction } from '../db/transaction.ts'
import { isKnownProduct } from './known-products.ts'
import { type FileRow, readRows } from './read-rows.ts'

type JobContext = Pick<Context, 'db'>
interface Import {
  id: number
  companyId: number
  userId: number
  kind: ImportKind
  csv: string
  done: number
  importSameName: boolean
}

/** Rows stored in one transaction, and the pause after each, in milliseconds: bookings come first. */
const BATCH = 200
const PAUSE = 20
/** How long a process has an import to itself without moving on, in seconds. */
const HOLD = 60

/** Takes the oldest import that runs and that no other process holds. */
async function claim({ db }: JobContext): Promise<Import | undefined> {
  const { rows } = await db.execute<Import & Record<string, unknown>>(sql`
    UPDATE imports SET held_until = now() + ${HOLD} * interval '1 second'
    WHERE id = (
      SELECT id FROM imports WHERE state = 'running' AND held_until <= now()
      ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING id, company_id AS "companyId", user_id AS "userId", kind, csv, done,
      import_same_name AS "importSameName"`)
  return rows[0]
}

/**
 * Stores the rows that are not known yet, by email, SKU or, without a SKU, by name, in the order of the file; of several
 * with the same one, the first.
 *
 * @returns how many were stored
 */
const store: Record<
  ImportKind,
  (db: Database, of: Import, rows: Record<string, unknown>[]) => Promise<number>
> = {
  async customers(db, { companyId, userId }, rows) {
    const { rowCount } = await db.execute(sql`
      INSERT INTO customers (company_id, user_id, first_name, last_name, email, phone, notes, archived_at)
      SELECT ${companyId}, ${userId}, "firstName", "lastName", email, phone, coalesce(notes, ''),
        CASE WHEN "isArchived" THEN now() END
      FROM (
        SELECT DISTINCT ON (lower(email)) *
        FROM ROWS FROM (
          jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
            AS ("firstName" text, "lastName" text, email text, phone text, notes text, "isArchived" boolean)
        ) WITH ORDINALITY AS row ("firstName", "lastName", email, phone, notes, "isArchived", place)
        WHERE NOT EXISTS (${idsWithEmail(companyId, sql`row.email`)})
        ORDER BY lower(email), place
      ) AS first
      ORDER BY place`)
    return rowCount ?? 0
  },
  async products(db, { companyId, userId, importSameName }, rows) {
    const { rowCount } = await db.execute(sql`
      WITH row AS MATERIALIZED (
        SELECT *, lower(coalesce(sku, '')) AS sku_key, plain_text(name) AS name_key
        FROM ROWS FROM (
          jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
            AS (name text, sku text, "basePrice" int, description text, category text, "isActive" boolean)
        ) WITH ORDINALITY AS row (name, sku, "basePrice", description, category, "isActive", place)
      ), with_sku AS (
        SELECT DISTINCT ON (sku_key) * FROM row
        WHERE sku_key <> '' AND NOT ${isKnownProduct(companyId)}
        ORDER BY sku_key, place
      ), without_sku AS (
        SELECT * FROM row
        WHERE sku_key = '' AND (${importSameName} OR NOT (
          ${isKnownProduct(companyId)}
          OR EXISTS (SELECT FROM row AS e WHERE e.sku_key = '' AND e.name_key = row.name_key AND e.place < row.place)
          OR EXISTS (SELECT FROM with_sku AS e WHERE e.name_key = row.name_key AND e.place < row.place)))
      )
      INSERT INTO products (company_id, user_id, name, sku, base_price_cents, description, category, is_active)
      SELECT ${companyId}, ${userId}, name, coalesce(sku, ''), "basePrice", coalesce(description, ''),
        coalesce(category, ''), coalesce("isActive", true)
      FROM (SELECT * FROM with_sku UNION ALL SELECT * FROM without_sku) AS first
      ORDER BY place`)
    return rowCount ?? 0
  },
}

/** Until the transaction ends no other import of this kind stores rows for the company: both would find them unknown. */
async function lockKind(db: Database, { companyId, kind }: Import) {
  await db.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended('import of ' || ${companyId}::int || ' ' || ${kind}, 0))`,
  )
}

/**
 * Stores a batch and moves on past it in one transaction, and only from where this process thinks the import is: so
 * a process that died, or one that was thought to have, leaves no row twice and none out.
 *
 * @returns whether it was this process's to move on
 */
async function storeBatch(ctx: JobContext, of: Import, from: number, batch: FileRow[]): Promise<boolean> {
  const good = batch.flatMap((row) => ('value' in row ? [row.value] : []))
  return inTransaction(ctx, async ({ db }) => {
    const held = await db
      .update(imports)
      .set({
        done: from + batch.length,
        heldUntil: sql`now() + ${HOLD} * interval '1 second'`,
        updatedAt: sql`now()`,
      })
      .where(and(eq(imports.id, of.id), eq(imports.state, 'running'), eq(imports.done, from)))
      .returning({ id: imports.id })
    if (held.length === 0) return false
    await lockKind(db, of)
    const made = good.length > 0 ? await store[of.kind](db, of, good) : 0
    await db
      .update(imports)
      .set({ made: sql`made + ${made}`, known: sql`known + ${good.length - made}` })
      .where(eq(imports.id, of.id))
    return true
  })
}

async function runImport(ctx: JobContext, of: Import): Promise<void> {
  let [line, done] = [0, of.done]
  let batch: FileRow[] = []
  const flush = async () => {
    const stored = batch.length === 0 || (await storeBatch(ctx, of, done, batch))
    done += batch.length
    batch = []
    await setTimeout(PAUSE)
    return stored
  }
  for await (const row of readRows(of.kind, of.csv)) {
    line++
    if (line <= of.done) continue
    batch.push(row)
    if (batch.length === BATCH && !(await flush())) return
  }
  if (!(await flush())) return
  // The file has done its work; what it held is in the tables.
  await ctx.db
    .update(imports)
    .set({ state: 'done', csv: '', updatedAt: sql`now()` })
    .where(and(eq(imports.id, of.id), eq(imports.state, 'running'), eq(imports.done, done)))
}

/** Runs every import that was started, one after the other. One that fails by a fault of ours ends and stops no other. */
export async function runImports(ctx: JobContext): Promise<void> {
  for (let next = await claim(ctx); next; next = await claim(ctx)) {
    const { id } = next
    await runImport(ctx, next).catch(async (error) => {
      if (isUnavailable(error)) throw error
      console.error(`Import ${id} failed:`, error)
      await ctx.db
        .update(imports)
        .set({ state: 'failed', csv: '', updatedAt: sql`now()` })
        .where(and(eq(imports.id, id), eq(imports.state, 'running')))
    })
  }
}
