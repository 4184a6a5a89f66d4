import type { Activity, ActivitySubject } from '@trunkshow/contract/activity/rules.ts'
import type { ActivityEntry } from '@trunkshow/contract/activity/schema.ts'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id } from './columns.ts'
import { companyId } from './company.ts'

/** A change, and the paths of the fields it is of, as calls name them, where that is not `field` itself. */
export type LoggedChange = ActivityEntry['changes'][number] & { paths?: string[] }

/**
 * Who did what, append-only: a trigger of the migrations refuses every DELETE, and every UPDATE but that of an erasure,
 * which blanks names and changes (decision 034). Else names stand as they were, so an entry can be read when its
 * subject is gone.
 */
export const activityLog = pgTable(
  'activity_log',
  {
    id: id(),
    companyId: companyId(),
    /** Null where a visitor acted by their link. */
    userId: integer('user_id'),
    actorName: text('actor_name'),
    activity: text('activity').notNull().$type<Activity>(),
    subject: text('subject').notNull().$type<ActivitySubject>(),
    subjectId: integer('subject_id').notNull(),
    subjectName: text('subject_name').notNull(),
    /** The version that the subject has since; null where it keeps none, and in entries from before it was written. */
    version: integer('version'),
    changes: jsonb('changes').notNull().default(sql`'[]'`).$type<LoggedChange[]>(),
    createdAt: createdAt(),
  },
  (table) => [
    index('activity_log_company').on(table.companyId, table.id),
    index('activity_log_subject').on(table.companyId, table.subject, table.subjectId, table.id),
  ],
)
