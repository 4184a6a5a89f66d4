import type { Activity, ActivitySubject } from '@trunkshow/contract/activity/rules.ts'
import type { ActivityEntry } from '@trunkshow/contract/activity/schema.ts'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id } from './columns.ts'
import { companyId } from './company.ts'

/** A change, and the API paths of its fields where they differ from `field`. */
export type LoggedChange = ActivityEntry['changes'][number] & { paths?: string[] }

/**
 * The audit log, append-only: a trigger rejects every DELETE, and every UPDATE except an erasure, which blanks names and
 * changes (decision 034). Names are copied, so that an entry is readable after its subject is deleted.
 */
export const activityLog = pgTable(
  'activity_log',
  {
    id: id(),
    companyId: companyId(),
    /** Null when a guest acted through their link. */
    userId: integer('user_id'),
    actorName: text('actor_name'),
    activity: text('activity').notNull().$type<Activity>(),
    subject: text('subject').notNull().$type<ActivitySubject>(),
    subjectId: integer('subject_id').notNull(),
    subjectName: text('subject_name').notNull(),
    /** The subject's version after the change; null for subjects without versions and for old entries. */
    version: integer('version'),
    changes: jsonb('changes').notNull().default(sql`'[]'`).$type<LoggedChange[]>(),
    createdAt: createdAt(),
  },
  (table) => [
    index('activity_log_company').on(table.companyId, table.id),
    index('activity_log_subject').on(table.companyId, table.subject, table.subjectId, table.id),
  ],
)
