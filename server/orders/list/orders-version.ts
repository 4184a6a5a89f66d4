import type { OrdersVersion } from '@trunkshow/contract/orders/schema.ts'
import { sql } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import { activityLog } from '../../platform/db/schema/activity.ts'
import { placeholder, statement } from '../../platform/db/statement.ts'

/**
 * How many entries to check. Ids are assigned before commit, so an entry may appear below newer ones; it is missed only
 * if this many others were committed first.
 */
const MAX_ENTRIES_READ = 500

const read = statement<{ companyId: number }, OrdersVersion>(
  'orders-version',
  sql`
    SELECT concat_ws('/', max(id), min(id), count(*)) AS version
    FROM (
      SELECT id FROM ${activityLog} WHERE ${activityLog.companyId} = ${placeholder('companyId', 'int')}
      ORDER BY id DESC LIMIT ${sql.raw(String(MAX_ENTRIES_READ))}
    ) AS latest`,
)

/**
 * Returns a string that changes with every change to the company's orders or to what they show (decision 010). It comes
 * from the activity log, since every change adds an entry in its own transaction: a new entry changes the newest id,
 * the oldest id, or the count.
 */
export async function getOrdersVersion(ctx: StaffContext): Promise<OrdersVersion> {
  const [found] = await read(ctx, { companyId: ctx.actor.companyId })
  return found!
}
