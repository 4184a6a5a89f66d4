import { AppError } from '@trunkshow/contract/errors.ts'
import { importMessages } from '@trunkshow/contract/imports/messages.ts'
import { importFiles, MAX_IMPORT_ROWS } from '@trunkshow/contract/imports/rules.ts'
import type { CsvImport, ImportInput } from '@trunkshow/contract/imports/schema.ts'
import { and, eq, sql } from 'drizzle-orm'
import { recordActivity } from '../activity/record-activity.ts'
import { lockCaller } from '../company/queries.ts'
import type { StaffContext } from '../context.ts'
import { imports } from '../db/schema/imports.ts'
import { inTransaction } from '../db/transaction.ts'
import { assertAccess } from '../http/route.ts'
import { countSameNames } from './known-products.ts'
import { getImport, importRow, ownImport } from './queries.ts'
import { readRows } from './read-rows.ts'

/** Errors shown per file; the rest only count. */
const MAX_SHOWN_ERRORS = 100

/**
 * Checks every row of a file without importing anything, and saves the file for `startImport`. It replaces a file the
 * user checked before and never started.
 *
 * @throws AppError invalid for a file that isn't CSV, lacks columns, or has no rows or too many; forbidden if the
 *   caller may not import this kind
 */
export async function checkImport(
  ctx: StaffContext,
  { kind, fileName, csv }: ImportInput,
): Promise<CsvImport> {
  assertAccess(importFiles[kind].right, ctx)
  const errors: CsvImport['errors'] = []
  const sameNames = countSameNames(ctx, kind)
  let [rows, good] = [0, 0]
  for await (const row of readRows(kind, csv)) {
    rows++
    if (rows > MAX_IMPORT_ROWS) throw new AppError('invalid', importMessages.tooManyRows)
    if ('value' in row) {
      good++
      await sameNames.add(row.value)
    } else if (errors.length < MAX_SHOWN_ERRORS) errors.push({ line: row.line, message: row.problem })
  }
  if (rows === 0) throw new AppError('invalid', importMessages.empty)
  const sameName = await sameNames.total()
  const { companyId, userId } = ctx.actor
  return inTransaction(ctx, async (ctx) => {
    await lockCaller(ctx)
    await ctx.db
      .delete(imports)
      .where(and(eq(imports.companyId, companyId), eq(imports.userId, userId), eq(imports.state, 'checked')))
    const [created] = await ctx.db
      .insert(imports)
      .values({ companyId, userId, kind, fileName, csv, rows, good, sameName, errors })
      .returning(importRow)
    return created!
  })
}

/**
 * Queues a checked import for the worker, which resumes it after a restart.
 *
 * @param importSameName whether to import products without a SKU whose name is taken
 * @throws AppError not_found, forbidden, conflict
 */
export async function startImport(ctx: StaffContext, id: number, importSameName = false): Promise<CsvImport> {
  await getImport(ctx, id)
  const started = await inTransaction(ctx, async (ctx) => {
    const [started] = await ctx.db
      .update(imports)
      .set({ state: 'running', importSameName, updatedAt: sql`now()` })
      .where(and(ownImport(ctx, id), eq(imports.state, 'checked')))
      .returning(importRow)
    if (!started) throw new AppError('conflict', importMessages.started)
    await recordActivity(ctx, {
      companyId: ctx.actor.companyId,
      activity: 'import.started',
      subject: 'import',
      subjectId: id,
      subjectName: started.fileName || started.kind,
      changes: [{ field: 'rows', from: null, to: String(started.good) }],
    })
    return started
  })
  ctx.wake('import')
  return started
}
