import { z } from 'zod'
import {
  type Activity,
  activitySubjects,
  type SecurityAction,
  securityActions,
  securityOutcomes,
} from './rules.ts'

/** One line of the activity log: who did what and when, with the values before and after. */
export const activityEntry = z.object({
  id: z.int(),
  /** The instant, ISO 8601 in UTC. */
  at: z.string(),
  /** Null when a guest acted through their link. */
  actorName: z.string().nullable(),
  /** Not an enumeration: that would load every verb with the first screen. */
  activity: z.custom<Activity>(),
  subject: z.enum(activitySubjects),
  subjectId: z.int(),
  /** The record's name at the time: an event's or a guest's name, for example. */
  subjectName: z.string(),
  changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
})
export type ActivityEntry = z.infer<typeof activityEntry>

/** A line of the whole log, with the record it is about. */
export const loggedActivity = activityEntry.extend({
  /**
   * The ID in the URL of its page, and the name to search that page for, if it is a list; null if
   * the record was deleted or has no page.
   */
  record: z.object({ id: z.int(), name: z.string() }).nullable(),
})
export type LoggedActivity = z.infer<typeof loggedActivity>

/** One line of the security log: what was done the same way, from the same network, within an hour. */
export const securityEntry = z.object({
  id: z.int(),
  /** The first and the last time, ISO 8601 in UTC. */
  at: z.string(),
  lastAt: z.string(),
  times: z.int(),
  /** Whose account it was; null for a guest. */
  actorName: z.string().nullable(),
  action: z.enum(Object.values(securityActions).flat() as [SecurityAction]),
  outcome: z.enum(securityOutcomes),
  /** What was exported, or a colleague's or an event's name; empty for what concerns guests. */
  subjectName: z.string(),
  /** Recognizes a network without naming it; empty if it is unknown or there were too many. */
  network: z.string(),
})
export type SecurityEntry = z.infer<typeof securityEntry>
