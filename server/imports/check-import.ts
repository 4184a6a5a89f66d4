import { AppError, firstOf } from '@trunkshow/contract/errors.ts'
import { fileMessages, importFields, missingFields } from '@trunkshow/contract/imports/fields.ts'
import { importMessages } from '@trunkshow/contract/imports/messages.ts'
import { type ImportKind, MAX_SHOWN_ERRORS } from '@trunkshow/contract/imports/rules.ts'
import type {
  CorrectedRows,
  CsvImport,
  FaultyRow,
  ImportInput,
  ImportRecheck,
} from '@trunkshow/contract/imports/schema.ts'
import { and, sql } from 'drizzle-orm'
import { lockCaller } from '../company/queries.ts'
import type { CallerContext } from '../context.ts'
import { getOwnEvent } from '../events/queries.ts'
import { imports } from '../platform/db/schema/imports.ts'
import { changeRows, own } from '../platform/db/statement.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { countKnown } from './known-rows.ts'
import { assertMayImport, getImport, importRow, ownImport } from './queries.ts'
import { type Reading, readColumns, readRows } from './read-rows.ts'
import { countKnownBookings, readEventSlots } from './store-bookings.ts'

/** Checks every row of a file: how many there are, are valid, and would be skipped, and the first errors. */
async function checkRows(
  ctx: CallerContext,
  { kind, eventId = null }: Pick<CsvImport, 'kind'> & { eventId?: number | null },
  csv: string,
  reading: Reading,
) {
  const errors: FaultyRow[] = []
  const slots = eventId === null ? null : await readEventSlots(ctx, eventId)
  const skipped = kind === 'bookings' ? countKnownBookings(ctx, slots!) : countKnown(ctx, kind)
  let [rows, good] = [0, 0]
  const { leaveOut, findSlot: complete } = slots ?? {}
  for await (const row of readRows(kind, csv, { ...reading, leaveOut, complete })) {
    rows++
    if ('value' in row) {
      good++
      await skipped.add(row)
    } else if (errors.length < MAX_SHOWN_ERRORS) errors.push(row.fault)
  }
  if (rows === 0) throw new AppError('invalid', importMessages.empty)
  // Without a required column, every row would have the same error: the columns are chosen first.
  const isMissing =
    missingFields(
      kind,
      reading.columns.map(({ field }) => field),
    ).length > 0
  return { rows, good, errors: isMissing ? [] : errors, ...(await skipped.total()) }
}

/**
 * Checks every row of a file without importing anything, and saves the file for `startImport`. It replaces a file the
 * user checked before and never started.
 *
 * @throws AppError invalid for a file that isn't CSV, or has no rows or too many; forbidden if the caller may not
 *   import this kind; not_found for another company's event
 */
export async function checkImport(ctx: CallerContext, { kind, eventId, fileName, csv }: ImportInput) {
  assertMayImport(ctx, kind)
  if (eventId !== undefined) await getOwnEvent(ctx, eventId)
  const columns = await readColumns(kind, csv)
  const checked = await checkRows(ctx, { kind, eventId }, csv, { columns })
  const { companyId, userId } = ctx.actor
  return inTransaction(ctx, async (ctx) => {
    await lockCaller(ctx)
    await ctx.db.delete(imports).where(own(ctx, imports, { userId, state: 'checked' }))
    const [created] = await ctx.db
      .insert(imports)
      .values({ companyId, userId, kind, eventId, fileName, csv, columns, ...checked })
      .returning(importRow)
    return created!
  })
}

/** Adds corrected cells to those of before, only for rows that had errors and fields of the kind. */
function correct(
  kind: ImportKind,
  before: CorrectedRows,
  errors: FaultyRow[],
  rows: ImportRecheck['corrections'] = [],
) {
  const [lines, fields] = [new Set(errors.map(({ line }) => line)), importFields(kind)]
  const corrections = { ...before }
  for (const { line, cells } of rows.filter(({ line }) => lines.has(line))) {
    const known = Object.entries(cells).filter(([field]) => Object.hasOwn(fields, field))
    corrections[line] = { ...before[line], ...Object.fromEntries(known) }
  }
  return corrections
}

/**
 * Checks a stored file again, with other fields for its columns or with corrected cells. Other columns drop corrected cells.
 *
 * @throws AppError not_found; forbidden; conflict if the import has started; invalid for unknown fields, or as
 *   `checkImport`
 */
export async function recheckImport(
  ctx: CallerContext,
  id: number,
  { columns: chosen, corrections: rows }: ImportRecheck,
): Promise<CsvImport> {
  const { kind, eventId, state, columns: before, errors } = await getImport(ctx, id)
  if (state !== 'checked') throw new AppError('conflict', importMessages.started)
  const isKnown = (field: string | null) => field === null || Object.hasOwn(importFields(kind), field)
  if (chosen && (chosen.length !== before.length || !chosen.every(isKnown)))
    throw new AppError('invalid', fileMessages.unknownColumns)
  const found = await ctx.db
    .select({ csv: imports.csv, corrections: imports.corrections })
    .from(imports)
    .where(ownImport(ctx, id))
  const stored = firstOf(found, importMessages.notFound)
  const columns = chosen
    ? before.map((column, index) => ({ ...column, field: chosen[index] ?? null }))
    : before
  const corrections = chosen ? {} : correct(kind, stored.corrections, errors, rows)
  const checked = await checkRows(ctx, { kind, eventId }, stored.csv, { columns, corrections })
  const [updated] = await changeRows(
    ctx,
    imports,
    and(
      own(ctx, imports, { id, state: 'checked' }),
      sql`${imports.corrections} = ${JSON.stringify(stored.corrections)}::jsonb`,
      sql`${imports.columns} = ${JSON.stringify(before)}::jsonb`,
    ),
    { columns, corrections, ...checked },
  ).returning(importRow)
  // Without it, someone else has changed or started it: their cells are kept too.
  return updated ?? recheckImport(ctx, id, { columns: chosen, corrections: rows })
}
