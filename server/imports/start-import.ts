import { AppError } from '@trunkshow/contract/errors.ts'
import { importMessages } from '@trunkshow/contract/imports/messages.ts'
import type { ImportKind } from '@trunkshow/contract/imports/rules.ts'
import type { CsvImport, ImportAnyway } from '@trunkshow/contract/imports/schema.ts'
import { sql } from 'drizzle-orm'
import { record } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import { bookings } from '../platform/db/schema/bookings.ts'
import { customers } from '../platform/db/schema/customers.ts'
import { imports } from '../platform/db/schema/imports.ts'
import { orders } from '../platform/db/schema/orders.ts'
import { products } from '../platform/db/schema/products.ts'
import { own } from '../platform/db/statement.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { assertRoomFor } from '../platform/http/guards/quotas.ts'
import { getImport, importRow } from './queries.ts'

const tables = { customers, products, orders, bookings }

/** The newest record of a kind before an import starts, of any company: ids are given in order. */
const newestId = (kind: ImportKind) => sql`(SELECT coalesce(max(${tables[kind].id}), 0) FROM ${tables[kind]})`

/**
 * Queues a checked import for the worker, with these known rows: all, or those on these lines.
 *
 * @throws AppError not_found; forbidden; conflict if it has started, or the company has no room for its orders
 */
export async function startImport(
  ctx: StaffContext,
  id: number,
  importAnyway: ImportAnyway = false,
): Promise<CsvImport> {
  const { kind, good, known } = await getImport(ctx, id)
  if (kind === 'orders') await assertRoomFor(ctx, ctx.actor.companyId, { orders: good - known })
  const started = await inTransaction(ctx, async (ctx) => {
    const [started] = await ctx.db
      .update(imports)
      .set({
        state: 'running',
        known: 0,
        noSpot: 0,
        importAnyway,
        newestId: newestId(kind),
        updatedAt: sql`now()`,
      })
      .where(own(ctx, imports, { id, state: 'checked' }))
      .returning(importRow)
    if (!started) throw new AppError('conflict', importMessages.started)
    await record(ctx, 'import.started', { id, name: started.fileName || started.kind }, [
      { field: 'rows', from: null, to: String(started.good) },
    ])
    return started
  })
  ctx.wake('import')
  return started
}
