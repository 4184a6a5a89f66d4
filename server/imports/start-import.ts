import { AppError } from '@trunkshow/contract/errors.ts'
import { importMessages } from '@trunkshow/contract/imports/messages.ts'
import type { CsvImport } from '@trunkshow/contract/imports/schema.ts'
import { and, eq, sql } from 'drizzle-orm'
import { recordActivity } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import { imports } from '../db/schema/imports.ts'
import { inTransaction } from '../db/transaction.ts'
import { assertRoomFor } from '../http/guards/quotas.ts'
import { getImport, importRow, ownImport } from './queries.ts'

/**
 * Queues a checked import for the worker, which resumes it after a restart.
 *
 * @param importSameName whether to import products without a SKU whose name is taken
 * @throws AppError not_found; forbidden; conflict if it has started, or the company has no room for its orders
 */
export async function startImport(ctx: StaffContext, id: number, importSameName = false): Promise<CsvImport> {
  const { kind, good, known } = await getImport(ctx, id)
  if (kind === 'orders') await assertRoomFor(ctx, ctx.actor.companyId, { orders: good - known })
  const started = await inTransaction(ctx, async (ctx) => {
    const [started] = await ctx.db
      .update(imports)
      .set({ state: 'running', known: 0, noSpot: 0, importSameName, updatedAt: sql`now()` })
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
