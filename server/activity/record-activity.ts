import {
  type Activity,
  type ActivitySubject,
  type SecurityAction,
  type SecurityOutcome,
  securityKindOf,
} from '@trunkshow/contract/activity/rules.ts'
import type { ActivityEntry } from '@trunkshow/contract/activity/schema.ts'
import { sql } from 'drizzle-orm'
import type { Context, StaffContext } from '../context.ts'
import { activityLog, type LoggedChange } from '../platform/db/schema/activity.ts'
import { networkOf } from '../platform/http/guards/rate-limits.ts'
import { activityRow } from './queries.ts'

const isForSecurity = (activity: Activity): activity is Activity & SecurityAction =>
  securityKindOf(activity) !== undefined

/** The records that these actions are about; the others are named after theirs. */
const subjects: Record<string, ActivitySubject> = {
  slot: 'event',
  slots: 'event',
  coHost: 'event',
  guests: 'company',
  stripe: 'company',
}

interface About {
  id: number
  name: string
  /** The record's version after this change. */
  version?: number
  /** The actor's company, unless given. */
  companyId?: number
  /** Named by the action, unless given. */
  subject?: ActivitySubject
}

/** Who did it: a user, the user who queued a job, or a name such as that of the store; null is a guest. */
type Author = { companyId: number; userId?: number | null; name?: string } | null

/** Logs an action in its transaction, and in the security log what changes who may see what or erases people. */
export async function record(
  ctx: SecurityContext & { actor: Author },
  activity: Activity,
  { id: subjectId, name: subjectName, version, ...about }: About,
  changes: LoggedChange[] = [],
): Promise<ActivityEntry> {
  const [kind = ''] = activity.split('.')
  const { subject = subjects[kind] ?? (kind as ActivitySubject), companyId = ctx.actor!.companyId } = about
  const { userId = null, name: actorName = null } = ctx.actor ?? {}
  if (isForSecurity(activity))
    await recordSecurity(ctx, {
      companyId,
      action: activity,
      user: actorName === null ? null : { userId, name: actorName },
      subjectName: subject === 'user' || subject === 'event' ? subjectName : '',
    })
  const [row] = await ctx.db
    .insert(activityLog)
    .values({ companyId, activity, subject, subjectId, subjectName, version, changes, userId, actorName })
    .returning(activityRow)
  return row!
}

/** Returns which of these fields differ, with old and new values as readable text. */
export function changesBetween<Row extends object>(
  before: Row,
  after: Row,
  fields: readonly (keyof Row & string)[],
): ActivityEntry['changes'] {
  return fields.flatMap((field) => {
    const [from, to] = [asText(before[field]), asText(after[field])]
    return from === to ? [] : [{ field, ...excerpts(from, to) }]
  })
}

function asText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return Array.isArray(value) ? value.map(nameOf).join(', ') : String(value)
}

/** A question by its label, hours by their times. */
function nameOf(item: unknown) {
  const { label, date, startTime, endTime } = Object(item) as Record<string, string | undefined>
  return label ?? (startTime ? `${date ? `${date} ` : ''}${startTime}-${endTime}` : item)
}

const MAX_EXCERPT_CHARACTERS = 200
/** Characters of shared text shown before the first difference. */
const LEAD_CHARACTERS = 40

/** Shortens long texts to the part that differs. */
function excerpts(from: string | null, to: string | null) {
  const longest = Math.max(from?.length ?? 0, to?.length ?? 0)
  let sharedLength = 0
  while (sharedLength < longest && from?.[sharedLength] === to?.[sharedLength]) sharedLength++
  const start = longest > MAX_EXCERPT_CHARACTERS ? Math.max(0, sharedLength - LEAD_CHARACTERS) : 0
  return { from: from && excerpt(from, start), to: to && excerpt(to, start) }
}

function excerpt(text: string, start: number): string {
  const end = text.length - start > MAX_EXCERPT_CHARACTERS ? start + MAX_EXCERPT_CHARACTERS - 1 : text.length
  // Half of a surrogate pair can't be stored.
  const part = text.slice(start, end).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
  return `${start > 0 ? '…' : ''}${part}${end < text.length ? '…' : ''}`
}

/** A worker has neither a caller nor an address. */
export type SecurityContext = Pick<Context, 'db'> & Partial<Pick<Context, 'config' | 'address'>>

interface SecurityRecord {
  /** Null for a failed log-in of an unknown username or email, which no company sees. */
  companyId: number | null
  action: SecurityAction
  outcome?: SecurityOutcome
  /** Whose account it is, without an id for the product itself; null for a guest. */
  user: { userId: number | null; name: string } | null
  /** What was exported, or a colleague's or an event's name; never a guest's. */
  subjectName?: string
}

/** Logs that the caller exported a list of a company, in the words of its file's name. */
export const recordExport = (ctx: StaffContext, list: string, companyId = ctx.actor.companyId) =>
  recordSecurity(ctx, { companyId, action: 'listExported', user: ctx.actor, subjectName: list })

/** How many networks an hour's entries tell apart, so that a flood from everywhere takes few rows. */
const MAX_NETWORKS_PER_HOUR = 20

/**
 * Adds to the security log, in the caller's transaction if there is one. What happens again in the same hour and from the
 * same network raises the count of its row (docs/decisions/064-a-security-log-apart-from-the-activity-log.md). It is the
 * same work for a known and an unknown account.
 */
export async function recordSecurity(
  { db, config, address }: SecurityContext,
  { companyId, action, outcome = 'done', user, subjectName = '' }: SecurityRecord,
): Promise<void> {
  // Attempts beyond a limit have no end, and come from where the counted ones came from.
  const network = config && address && outcome !== 'limited' ? networkOf(config, address) : ''
  const same = sql`hour = date_trunc('hour', now()) AND action = ${action} AND outcome = ${outcome}
    AND coalesce(company_id, 0) = ${companyId ?? 0} AND coalesce(user_id, 0) = ${user?.userId ?? 0}`
  await db.execute(sql`
    WITH counted AS (
      UPDATE security_log SET times = times + 1, last_at = now()
      WHERE ${same} AND network = ${network} AND subject_name = ${subjectName} RETURNING id
    )
    INSERT INTO security_log AS kept (company_id, user_id, actor_name, action, outcome, subject_name, network)
    SELECT ${companyId}::int, ${user?.userId ?? null}::int, ${user?.name ?? null}::text, ${action}::text, ${outcome}::text,
      ${subjectName}::text, CASE WHEN (SELECT count(DISTINCT network) FROM security_log WHERE ${same})
        < ${MAX_NETWORKS_PER_HOUR} THEN ${network}::text ELSE '' END
    WHERE NOT EXISTS (SELECT FROM counted)
    ON CONFLICT (hour, action, outcome, coalesce(company_id, 0), coalesce(user_id, 0), network, subject_name)
    DO UPDATE SET times = kept.times + 1, last_at = now()`)
}
