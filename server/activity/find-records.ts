import type { ActivityEntry, LoggedActivity } from '@trunkshow/contract/activity/schema.ts'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { activityLog } from '../platform/db/schema/activity.ts'

/**
 * Finds the records that these entries are about, by the entries' ids. Deleted records have none, nor do the company and
 * its store; an import's name is what it imported, and the id of imported bookings is their event's.
 */
export async function findRecords(
  { db, actor: { companyId } }: StaffContext,
  entries: readonly ActivityEntry[],
): Promise<Map<number, NonNullable<LoggedActivity['record']>>> {
  const own = sql`id = activity_log.subject_id AND company_id = ${companyId}`
  const found = (from: SQL, name = sql`''`, id = sql`id`) =>
    sql`(SELECT jsonb_build_object('id', ${id}, 'name', ${name}) FROM ${from} WHERE ${own})`
  const record = sql<LoggedActivity['record']>`CASE activity_log.subject
    WHEN 'order' THEN ${found(sql`orders`)}
    WHEN 'customer' THEN ${found(sql`customers`)}
    WHEN 'event' THEN ${found(sql`events`)}
    WHEN 'tour' THEN ${found(sql`tours`)}
    WHEN 'product' THEN ${found(sql`products`)}
    WHEN 'template' THEN ${found(sql`order_form_templates`, sql`template_name`)}
    WHEN 'discount' THEN ${found(sql`discount_codes`, sql`code`)}
    WHEN 'booking' THEN ${found(sql`bookings`, sql`attendee_name`, sql`event_id`)}
    WHEN 'waitlist' THEN ${found(sql`waitlist_entries`, sql`''`, sql`event_id`)}
    WHEN 'user' THEN ${found(sql`(SELECT * FROM users WHERE removed_at IS NULL) AS present`)}
    WHEN 'import' THEN ${found(sql`imports`, sql`kind`, sql`coalesce(event_id, id)`)}
  END`
  const rows = await db
    .select({ id: activityLog.id, record })
    .from(activityLog)
    .where(
      and(
        eq(activityLog.companyId, companyId),
        inArray(
          activityLog.id,
          entries.map(({ id }) => id),
        ),
      ),
    )
  return new Map(rows.flatMap(({ id, record }) => (record ? [[id, record]] : [])))
}
