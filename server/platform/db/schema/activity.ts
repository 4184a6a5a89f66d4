import {
  type Activity,
  type ActivitySubject,
  type SecurityAction,
  securityOutcomes,
} from '@trunkshow/contract/activity/rules.ts'
import type { ActivityEntry } from '@trunkshow/contract/activity/schema.ts'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, moment } from './columns.ts'
import { companies, companyId } from './company.ts'

/** A change, and the API paths of its fields where they differ from `field`. */
export type LoggedChange = ActivityEntry['changes'][number] & { paths?: string[] }

/** The audit log: a trigger refuses DELETE, and UPDATE except an erasure (decision 034). Names are copies. */
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

/** The security log: one row for what was done the same way from the same network within an hour (decision 064). */
export const securityLog = pgTable(
  'security_log',
  {
    id: id(),
    /** Null for failed log-ins of an unknown username or email, which no company sees. */
    companyId: integer('company_id').references(() => companies.id),
    /** Whose account it was; null for a guest. */
    userId: integer('user_id'),
    actorName: text('actor_name'),
    action: text('action').notNull().$type<SecurityAction>(),
    outcome: text('outcome', { enum: securityOutcomes }).notNull().default('done'),
    /** What was exported, or a colleague's or an event's name; never a guest's. */
    subjectName: text('subject_name').notNull().default(''),
    /** From `networkOf`; empty without a request, or if there were too many in the hour to list. */
    network: text('network').notNull().default(''),
    times: integer('times').notNull().default(1),
    /** The hour that it counts. */
    hour: moment('hour').notNull().default(sql`date_trunc('hour', now())`),
    lastAt: moment('last_at').notNull().default(sql`now()`),
    createdAt: createdAt(),
  },
  (table) => [
    index('security_log_company').on(table.companyId, table.id),
    index('security_log_age').on(table.createdAt),
    uniqueIndex('security_log_key').on(
      table.hour,
      table.action,
      table.outcome,
      sql`coalesce(company_id, 0)`,
      sql`coalesce(user_id, 0)`,
      table.network,
      table.subjectName,
    ),
  ],
)
