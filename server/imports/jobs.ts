import { setTimeout } from 'node:timers/promises'
import { AppError } from '@trunkshow/contract/errors.ts'
import type { importFiles, SoldOrder } from '@trunkshow/contract/imports/fields.ts'
import { importMessages } from '@trunkshow/contract/imports/messages.ts'
import { canImportAnyway, type ImportKind } from '@trunkshow/contract/imports/rules.ts'
import type { ImportAnyway } from '@trunkshow/contract/imports/schema.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { record } from '../activity/record-activity.ts'
import type { Context, StaffContext } from '../context.ts'
import { isTimeout, isUnavailable } from '../platform/db/errors.ts'
import { bookings } from '../platform/db/schema/bookings.ts'
import { addresses, customers } from '../platform/db/schema/customers.ts'
import { imports } from '../platform/db/schema/imports.ts'
import { orders } from '../platform/db/schema/orders.ts'
import { products } from '../platform/db/schema/products.ts'
import { changeRows, own } from '../platform/db/statement.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { assertRoomFor } from '../platform/http/guards/quotas.ts'
import { inSeconds, leaseSeconds, updateIfLeased } from '../platform/jobs/lease.ts'
import { makeRoundRobin } from '../platform/jobs/take-turns.ts'
import { log } from '../platform/log/log.ts'
import { makeFindKnown } from './known-rows.ts'
import { getImport, importRow } from './queries.ts'
import { type FileRow, readColumns, readRows } from './read-rows.ts'
import { BOOKINGS_PER_BATCH, readEventSlots, storeBookings } from './store-bookings.ts'
import { storeOrders } from './store-orders.ts'

const tables = { customers, products, orders, bookings }

/** The newest record of a kind before an import starts, of any company: ids are given in order. */
const newestId = (kind: ImportKind) => sql`(SELECT coalesce(max(${tables[kind].id}), 0) FROM ${tables[kind]})`

/**
 * Queues a checked import for the worker, with these known rows: all, or those on these lines.
 *
 * @throws AppError not_found; forbidden; conflict if it has started, or the company has no room for its orders
 */
export async function startImport(ctx: StaffContext, id: number, importAnyway: ImportAnyway = false) {
  const { kind, good, known } = await getImport(ctx, id)
  if (kind === 'orders') await assertRoomFor(ctx, ctx.actor.companyId, { orders: good - known })
  const started = await inTransaction(ctx, async (ctx) => {
    const [started] = await changeRows(ctx, imports, own(ctx, imports, { id, state: 'checked' }), {
      state: 'running',
      known: 0,
      noSpot: 0,
      importAnyway,
      newestId: newestId(kind),
    }).returning(importRow)
    if (!started) throw new AppError('conflict', importMessages.started)
    await record(ctx, 'import.started', { id, name: started.fileName || started.kind }, [
      { field: 'rows', from: null, to: String(started.good) },
    ])
    return started
  })
  ctx.wake('import')
  return started
}

type JobContext = Pick<Context, 'db' | 'config'>
type Import = NonNullable<Awaited<ReturnType<typeof claim>>>

const ROWS_PER_BATCH = 200
/** Products of a batch of orders, so that it ends long before its lease and other companies get their turn. */
const ITEMS_PER_BATCH = 500
/** Minimum pause between batches; long batches pause as long as they took, so that bookings go first. */
const MIN_PAUSE_MS = 20
/** How long one run lasts before the worker starts another. */
const MAX_RUN_MS = 60_000
/** Files kept open between batches; others are parsed again from the start. */
const MAX_OPEN_FILES = 8

const takeNext = makeRoundRobin()

/** Claims the oldest running import of the next company that has no active lease. */
async function claim({ db }: JobContext, after: number) {
  const { id, companyId, userId, kind, eventId, done, newestId, importAnyway } = imports
  const [claimed] = await db
    .update(imports)
    .set({ leasedUntil: inSeconds(leaseSeconds.importBatch) })
    .where(sql`id = (
      SELECT id FROM imports WHERE company_id > ${after} AND state = 'running' AND held_until <= now()
      ORDER BY company_id, id LIMIT 1 FOR UPDATE SKIP LOCKED)`)
    .returning({ id, companyId, userId, kind, eventId, done, newestId, importAnyway })
  return claimed
}

/** A row to store; `anyway` if it is stored also where it is known. */
type StoredRow = Record<string, unknown> & { anyway: boolean }
type Stored<Kind extends 'customers' | 'products'> = z.output<(typeof importFiles)[Kind]['row']>[]

/** Adds rows in the order of the file. */
const addRows: Record<
  Exclude<ImportKind, 'bookings'>,
  (ctx: JobContext, of: Import, rows: unknown) => Promise<void>
> = {
  async customers({ db }, { companyId, userId }, rows) {
    const added = (rows as Stored<'customers'>).map(({ address, isArchived, notes, ...row }) => ({
      address,
      customer: { ...row, companyId, userId, notes: notes ?? '', archivedAt: isArchived ? sql`now()` : null },
    }))
    const made = await db
      .insert(customers)
      .values(added.map(({ customer }) => customer))
      .returning({ id: customers.id })
    const ids = made.map(({ id }) => id).sort((a, b) => a - b)
    const placed = added.flatMap(({ address }, at) =>
      address ? [{ ...address, companyId, customerId: ids[at]!, isDefault: true }] : [],
    )
    if (placed.length > 0) await db.insert(addresses).values(placed)
  },
  async products({ db }, { companyId, userId }, rows) {
    const added = (rows as Stored<'products'>).map(
      ({ basePrice: basePriceCents, sku, description, category, isActive, ...row }) => ({
        ...row,
        ...{ companyId, userId, basePriceCents, isActive },
        ...{ sku: sku ?? '', description: description ?? '', category: category ?? '' },
      }),
    )
    await db.insert(products).values(added)
  },
  orders: (ctx, { companyId, userId }, rows) =>
    storeOrders({ ...ctx, actor: { companyId } }, userId, rows as SoldOrder[]),
}

/**
 * Stores the valid rows of a batch that are new, or known and to be stored anyway (decision 013).
 *
 * @returns how many were stored, known, and, of bookings, found no spot
 */
async function store(ctx: JobContext, of: Import, rows: StoredRow[]) {
  const { kind, companyId, newestId } = of
  if (kind === 'bookings') return storeBookings(ctx.db, of, rows)
  const known = await makeFindKnown[kind]({ ...ctx, actor: { companyId } }, newestId)(rows)
  const added = rows.filter(({ anyway }, at) => anyway || !known[at])
  if (added.length > 0) await addRows[kind](ctx, of, added)
  return { made: added.length, known: rows.length - added.length, noSpot: 0 }
}

/** What an import that ended keeps: the lines with errors, and none of the file's cells. */
const withoutFile = {
  csv: '',
  columns: [],
  corrections: {},
  knownRows: [],
  errors: sql`(
    SELECT coalesce(jsonb_agg(error || '{"name": "", "email": "", "cells": []}' ORDER BY place), '[]')
    FROM jsonb_array_elements(errors) WITH ORDINALITY AS row (error, place)
  )`,
}

/**
 * Stores a batch and advances the import in one transaction, but only if no other process has advanced it. A process
 * that dies or loses its lease neither duplicates nor skips rows. The next batch is free to claim.
 */
async function storeBatch(ctx: JobContext, of: Import, batch: FileRow[], isLast: boolean) {
  const { kind, importAnyway } = of
  const isAnyway = (line: number) =>
    canImportAnyway[kind] && (Array.isArray(importAnyway) ? importAnyway.includes(line) : importAnyway)
  const good = batch.flatMap((row) => ('value' in row ? [{ ...row.value, anyway: isAnyway(row.line) }] : []))
  await inTransaction(ctx, async (ctx) => {
    const { db } = ctx
    // Other companies' imports wait for this one.
    await db.execute(sql`SET LOCAL lock_timeout = '2s'`)
    const isUnchanged = and(eq(imports.id, of.id), eq(imports.state, 'running'), eq(imports.done, of.done))
    const moved = { done: of.done + batch.length, leasedUntil: sql`now()`, updatedAt: sql`now()` }
    if (!(await updateIfLeased(db, imports, isUnchanged, moved))) return
    // Until the transaction ends, no other import stores the same row. Bookings share none with other kinds.
    const lock = `import of ${of.companyId}${kind === 'bookings' ? ' bookings' : ''}`
    await db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`)
    const { made, known, noSpot } = await store(ctx, of, good)
    await db
      .update(imports)
      .set({
        made: sql`made + ${made}`,
        known: sql`known + ${known}`,
        noSpot: sql`no_spot + ${noSpot}`,
        // A time slot may have been hidden or removed since the check; its rows count as errors.
        ...(isLast &&
          of.kind === 'bookings' && {
            good: sql`made + known + no_spot + canceled + past + other_day + ${made + known + noSpot}`,
          }),
        // All rows are stored, so the file isn't needed anymore.
        ...(isLast && { state: 'done' as const, ...withoutFile }),
      })
      .where(eq(imports.id, of.id))
  })
}

/** A file being parsed, and how many rows have been read. */
interface OpenFile {
  rows: AsyncGenerator<FileRow>
  read: number
}

/** Open files by import id; the oldest are closed beyond the limit. */
type OpenFiles = Map<number, OpenFile>

async function openFile({ db }: JobContext, { id, kind, eventId, done }: Import, files: OpenFiles) {
  const open = files.get(id)
  if (open && open.read <= done) return open
  for (const [other, { rows }] of files) {
    if (files.size < MAX_OPEN_FILES && other !== id) continue
    files.delete(other)
    await rows.return(undefined)
  }
  const [stored] = await db
    .select({ csv: imports.csv, columns: imports.columns, corrections: imports.corrections })
    .from(imports)
    .where(eq(imports.id, id))
  // It goes with its event or its company.
  if (!stored) return
  const { csv, columns, corrections } = stored
  // A file that was checked by an earlier version has no columns stored.
  const read = columns.length > 0 ? columns : await readColumns(kind, csv)
  const slots = eventId === null ? null : await readEventSlots({ db }, eventId)
  const reading = { columns: read, corrections, leaveOut: slots?.leaveOut, complete: slots?.findSlot }
  const file = { rows: readRows(kind, csv, reading), read: 0 }
  files.set(id, file)
  return file
}

async function importNextBatch(ctx: JobContext, of: Import, files: OpenFiles): Promise<void> {
  const file = await openFile(ctx, of, files)
  if (!file) return
  const batch: FileRow[] = []
  const size = of.kind === 'bookings' ? BOOKINGS_PER_BATCH : ROWS_PER_BATCH
  let [items, isLast] = [0, false]
  while (!isLast && batch.length < size && items < ITEMS_PER_BATCH) {
    const { value, done } = await file.rows.next()
    isLast = done === true
    if (isLast || ++file.read <= of.done) continue
    batch.push(value)
    if ('value' in value && Array.isArray(value.value.items)) items += value.value.items.length
  }
  await storeBatch(ctx, of, batch, isLast)
  if (isLast) files.delete(of.id)
}

/**
 * Runs all started imports in turns, one batch per company (decision 030). An import that fails, as at a
 * quota or because of a bug, ends without stopping the others and says why if its user can know.
 *
 * @param stopping ends the run after the current batch
 * @returns false if imports are due, so the worker calls again
 */
export async function runImports(ctx: JobContext, stopping?: AbortSignal): Promise<boolean> {
  const files: OpenFiles = new Map()
  for (const end = performance.now() + MAX_RUN_MS; performance.now() < end && !stopping?.aborted; ) {
    let startedAt = performance.now()
    const next = await takeNext((after) => claim(ctx, after))
    if (!next) return true
    const { id } = next
    await importNextBatch(ctx, next, files).catch(async (error) => {
      // Something locks its rows, or they take too long: it goes on after its lease, and the others go on now.
      if (isTimeout(error)) {
        log.warn(
          { err: error },
          `Import ${id} timed out. It is tried again in ${leaseSeconds.importBatch} seconds.`,
        )
        startedAt = performance.now()
        return
      }
      if (isUnavailable(error)) throw error
      log.error({ err: error }, `Import ${id} failed.`)
      await changeRows(ctx, imports, and(eq(imports.id, id), eq(imports.state, 'running')), {
        state: 'failed',
        failure: error instanceof AppError ? error.message : null,
        ...withoutFile,
      })
    })
    await setTimeout(Math.max(MIN_PAUSE_MS, performance.now() - startedAt))
  }
  return false
}
