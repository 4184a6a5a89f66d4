import type { ActivitySubject } from '@trunkshow/contract/activity/rules.ts'
import type { ActivityEntry } from '@trunkshow/contract/activity/schema.ts'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { activityLog } from '../db/schema/activity.ts'
import { countRows, type List, type Page, pageOf } from '../http/paging.ts'

export interface ActivityFilter {
  /** Who acted, by their number. */
  userId?: number | undefined
  subject?: ActivitySubject | undefined
  subjectId?: number | undefined
}

export function activityView(row: typeof activityLog.$inferSelect): ActivityEntry {
  const { companyId: _company, userId: _user, createdAt, ...entry } = row
  return { ...entry, at: createdAt.toISOString() }
}

/** The company's activity log, the latest first. */
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
