import { type Activity, type ActivitySubject, securityActions } from '@trunkshow/contract/activity/rules.ts'
import {
  activityEntry,
  type LoggedActivity,
  type SecurityEntry,
  securityEntry,
} from '@trunkshow/contract/activity/schema.ts'
import type { whichActivity, whichSecurity } from '@trunkshow/contract/activity/screens.ts'
import type { Changers } from '@trunkshow/contract/errors.ts'
import { and, asc, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { StaffContext } from '../context.ts'
import { activityLog, securityLog } from '../platform/db/schema/activity.ts'
import { columnsOf, iso, own, selection } from '../platform/db/statement.ts'
import { type List, listRows, type Page, sortedBy } from '../platform/http/paging.ts'

export type ActivityFilter = z.output<typeof whichActivity>

/** The columns of an entry in the API. */
export const activityRow = { ...columnsOf(activityLog, activityEntry), at: iso(activityLog.createdAt) }

/** Returns who changed a record after this version, according to the log. */
export async function findChangers(
  ctx: StaffContext,
  subject: ActivitySubject,
  subjectId: number,
  version: number,
): Promise<Changers & { activity: Activity | undefined }> {
  const rows = await ctx.db
    .select({ name: activityLog.actorName, activity: activityLog.activity, changes: activityLog.changes })
    .from(activityLog)
    .where(and(own(ctx, activityLog, { subject, subjectId }), gt(activityLog.version, version)))
    .orderBy(asc(activityLog.id))
  const fields = rows.flatMap(({ name, changes }) =>
    changes.flatMap(({ field, paths = [field] }) => paths.map((path) => [path, name ?? UNKNOWN_ACTOR])),
  )
  const last = rows.at(-1)
  return { name: last?.name ?? UNKNOWN_ACTOR, fields: Object.fromEntries(fields), activity: last?.activity }
}

/** Returns who last did one of these activities with a record, according to the log. */
export async function findLastActor(
  ctx: StaffContext,
  subject: ActivitySubject,
  subjectId: number,
  done: Activity[],
): Promise<string> {
  const [last] = await ctx.db
    .select({ name: activityLog.actorName })
    .from(activityLog)
    .where(and(own(ctx, activityLog, { subject, subjectId }), inArray(activityLog.activity, done)))
    .orderBy(desc(activityLog.id))
    .limit(1)
  return last?.name ?? UNKNOWN_ACTOR
}

/** Shown if the log has no name. */
const UNKNOWN_ACTOR = 'Someone'

const found = (from: SQL, name = sql`''`, id = sql`id`) =>
  sql`(SELECT jsonb_build_object('id', ${id}, 'name', ${name}) FROM ${from}
    WHERE id = activity_log.subject_id AND company_id = activity_log.company_id)`
/**
 * The record of an entry: none if deleted, nor the company or its store. An import's name is its kind, and the id of
 * imported bookings is their event's.
 */
const record = sql<LoggedActivity['record']>`CASE activity_log.subject
  WHEN 'order' THEN ${found(sql`orders`)}
  WHEN 'customer' THEN ${found(sql`customers`)}
  WHEN 'event' THEN ${found(sql`events`)}
  WHEN 'tour' THEN ${found(sql`tours`)}
  WHEN 'product' THEN ${found(sql`products`)}
  WHEN 'customization' THEN ${found(sql`customizations`, sql`name`)}
  WHEN 'option' THEN ${found(
    sql`(SELECT o.id, o.company_id, c.name FROM customization_options AS o
      JOIN customizations AS c ON c.id = o.customization_id) AS options`,
    sql`name`,
  )}
  WHEN 'template' THEN ${found(sql`order_form_templates`, sql`template_name`)}
  WHEN 'discount' THEN ${found(sql`discount_codes`, sql`code`)}
  WHEN 'measurementSet' THEN ${found(sql`measurement_sets`)}
  WHEN 'booking' THEN ${found(sql`bookings`)}
  WHEN 'waitlist' THEN ${found(sql`waitlist_entries`)}
  WHEN 'user' THEN ${found(sql`(SELECT * FROM users WHERE removed_at IS NULL) AS present`)}
  WHEN 'import' THEN ${found(sql`imports`, sql`kind`, sql`coalesce(event_id, id)`)}
END`

const activityColumns = selection({ ...activityRow, record })
const latestActivity = sortedBy({ id: activityLog.id }, 'falling')

/** Lists the company's activity log, latest first. */
export function listActivity(ctx: StaffContext, page: Page, { userId, subject, subjectId }: ActivityFilter) {
  const scope = and(
    eq(activityLog.companyId, ctx.actor.companyId),
    userId ? eq(activityLog.userId, userId) : undefined,
    subject && eq(activityLog.subject, subject),
    subjectId ? eq(activityLog.subjectId, subjectId) : undefined,
  )
  return listRows(ctx, page, { columns: activityColumns, scope, order: latestActivity })
}

const securityColumns = selection({
  ...columnsOf(securityLog, securityEntry),
  at: iso<string>(securityLog.createdAt),
  network: sql<string>`left(${securityLog.network}, 8)`,
})
const latestSecurity = sortedBy({ id: securityLog.id }, 'falling')

/** Lists the company's security log, latest first. */
export function listSecurity(
  ctx: StaffContext,
  page: Page,
  { userId, kind }: z.output<typeof whichSecurity>,
): Promise<List<SecurityEntry>> {
  const scope = and(
    eq(securityLog.companyId, ctx.actor.companyId),
    userId ? eq(securityLog.userId, userId) : undefined,
    kind && inArray(securityLog.action, [...securityActions[kind]]),
  )
  return listRows(ctx, page, { columns: securityColumns, scope, order: latestSecurity })
}
