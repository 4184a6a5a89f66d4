import { type Activity, type ActivitySubject, actionsOfKind } from '@trunkshow/contract/activity/rules.ts'
import type { ActivityEntry, LoggedActivity, SecurityEntry } from '@trunkshow/contract/activity/schema.ts'
import type { whichActivity, whichSecurity } from '@trunkshow/contract/activity/screens.ts'
import type { Changers } from '@trunkshow/contract/errors.ts'
import { and, asc, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { StaffContext } from '../context.ts'
import { activityLog, securityLog } from '../platform/db/schema/activity.ts'
import { countRows, type List, type Page, pageOf } from '../platform/http/paging.ts'

export type ActivityFilter = z.output<typeof whichActivity>

export function activityView(row: typeof activityLog.$inferSelect): ActivityEntry {
  const { companyId: _company, userId: _user, version: _version, createdAt, ...entry } = row
  return { ...entry, at: createdAt.toISOString() }
}

/** The condition of a record's entries, which are the company's own. */
const ofRecord = ({ companyId }: StaffContext['actor'], subject: ActivitySubject, subjectId: number) =>
  and(
    eq(activityLog.companyId, companyId),
    eq(activityLog.subject, subject),
    eq(activityLog.subjectId, subjectId),
  )

/** Returns who changed a record after this version, according to the log. */
export async function findChangers(
  { db, actor }: StaffContext,
  subject: ActivitySubject,
  subjectId: number,
  version: number,
): Promise<Changers & { activity: Activity | undefined }> {
  const rows = await db
    .select({ name: activityLog.actorName, activity: activityLog.activity, changes: activityLog.changes })
    .from(activityLog)
    .where(and(ofRecord(actor, subject, subjectId), gt(activityLog.version, version)))
    .orderBy(asc(activityLog.id))
  const fields = rows.flatMap(({ name, changes }) =>
    changes.flatMap(({ field, paths = [field] }) => paths.map((path) => [path, name ?? UNKNOWN_ACTOR])),
  )
  const last = rows.at(-1)
  return { name: last?.name ?? UNKNOWN_ACTOR, fields: Object.fromEntries(fields), activity: last?.activity }
}

/** Returns who last did one of these activities with a record, according to the log. */
export async function findLastActor(
  { db, actor }: StaffContext,
  subject: ActivitySubject,
  subjectId: number,
  done: Activity[],
): Promise<string> {
  const [last] = await db
    .select({ name: activityLog.actorName })
    .from(activityLog)
    .where(and(ofRecord(actor, subject, subjectId), inArray(activityLog.activity, done)))
    .orderBy(desc(activityLog.id))
    .limit(1)
  return last?.name ?? UNKNOWN_ACTOR
}

/** Shown if the log has no name. */
const UNKNOWN_ACTOR = 'Someone'

/** Lists the company's activity log, latest first. */
export async function listActivity(
  ctx: StaffContext,
  page: Page,
  { userId, subject, subjectId }: ActivityFilter,
): Promise<List<ActivityEntry>> {
  const which = and(
    eq(activityLog.companyId, ctx.actor.companyId),
    userId ? eq(activityLog.userId, userId) : undefined,
    subject && eq(activityLog.subject, subject),
    subjectId ? eq(activityLog.subjectId, subjectId) : undefined,
  )
  const rows = await ctx.db
    .select()
    .from(activityLog)
    .where(and(which, page.after([activityLog.id], 'falling')))
    .orderBy(desc(activityLog.id))
    .limit(page.limit + 1)
  return {
    ...pageOf(rows, page, (last) => [last.id], activityView),
    total: await countRows(ctx, sql`FROM ${activityLog} WHERE ${which}`),
  }
}

export type SecurityFilter = z.output<typeof whichSecurity>

/** Lists the company's security log, latest first. */
export async function listSecurity(
  ctx: StaffContext,
  page: Page,
  { userId, kind }: SecurityFilter,
): Promise<List<SecurityEntry>> {
  const which = and(
    eq(securityLog.companyId, ctx.actor.companyId),
    userId ? eq(securityLog.userId, userId) : undefined,
    kind && inArray(securityLog.action, actionsOfKind(kind)),
  )
  const rows = await ctx.db
    .select()
    .from(securityLog)
    .where(and(which, page.after([securityLog.id], 'falling')))
    .orderBy(desc(securityLog.id))
    .limit(page.limit + 1)
  return {
    ...pageOf(rows, page, (last) => [last.id], securityView),
    total: await countRows(ctx, sql`FROM ${securityLog} WHERE ${which}`),
  }
}

function securityView(row: typeof securityLog.$inferSelect): SecurityEntry {
  const { id, actorName, action, outcome, subjectName, network, times, createdAt, lastAt } = row
  const at = { at: createdAt.toISOString(), lastAt: lastAt.toISOString() }
  return { id, ...at, actorName, action, outcome, subjectName, network: network.slice(0, 8), times }
}

/**
 * Finds the records of entries, by entry id: none if deleted, nor the company or its store. An import's name is its
 * kind, and the id of imported bookings is their event's.
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
    WHEN 'customization' THEN ${found(sql`customizations`, sql`name`)}
    WHEN 'option' THEN ${found(
      sql`(SELECT o.id, o.company_id, c.name FROM customization_options AS o
        JOIN customizations AS c ON c.id = o.customization_id) AS options`,
      sql`name`,
    )}
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
