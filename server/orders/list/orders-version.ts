import type { OrdersVersion } from '@trunkshow/contract/orders/schema.ts'
import { sql } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import { activityLog } from '../../db/schema/activity.ts'
import { given, statement } from '../../db/statement.ts'

/**
 * Entries looked at. Ids are given out before a transaction commits, so an entry may appear below newer ones; it is
 * seen as long as its transaction did not outlast this many others of the company.
 */
const LATEST_ENTRIES = 500

const read = statement<{ companyId: number }, OrdersVersion>(
  'orders-version',
  sql`
    SELECT concat_ws('/', max(id), min(id), count(*)) AS version
    FROM (
      SELECT id FROM ${activityLog} WHERE ${activityLog.companyId} = ${given('companyId', 'int')}
      ORDER BY id DESC LIMIT ${sql.raw(String(LATEST_ENTRIES))}
    ) AS latest`,
)

/**
 * A word that changes with every change of the company's orders and of what they show (decision 010). It is read off
 * the activity log, which each change writes in its own transaction and which only grows: an entry more moves the
 * newest id, the oldest of the latest ones, or their number.
 */
export async function getOrdersVersion(ctx: StaffContext): Promise<OrdersVersion> {
  const [found] = await read(ctx, { companyId: ctx.actor.companyId })
  return found!
}
