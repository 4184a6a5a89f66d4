import {
  type Activity,
  type ActivitySubject,
  type SecurityAction,
  securityActions,
} from '@trunkshow/contract/activity/rules.ts'
import type { ActivityEntry } from '@trunkshow/contract/activity/schema.ts'
import type { Context } from '../context.ts'
import { activityLog, type LoggedChange } from '../platform/db/schema/activity.ts'
import { activityView } from './queries.ts'
import { recordSecurity, type SecurityContext } from './record-security.ts'

interface Entry {
  companyId: number
  activity: Activity
  subject: ActivitySubject
  subjectId: number
  subjectName: string
  /** The record's version after this change. */
  version?: number
  changes?: LoggedChange[]
  /** Who did it if the context has no actor: the user who queued the job, or the store. */
  actorName?: string
  userId?: number | null
}

const isForSecurity = (activity: Activity): activity is Activity & SecurityAction =>
  activity in securityActions

/**
 * Logs an action in the transaction that does it; in the security log too, if it changes who may see what or erases people.
 * Guests have no user id.
 */
export async function recordActivity(
  ctx: SecurityContext & Pick<Context, 'actor'>,
  entry: Entry,
): Promise<ActivityEntry> {
  const { companyId, activity, subject, subjectName } = entry
  const userId = ctx.actor?.userId ?? entry.userId ?? null
  const actorName = ctx.actor?.name ?? entry.actorName ?? null
  if (isForSecurity(activity))
    await recordSecurity(ctx, {
      companyId,
      action: activity,
      user: actorName === null ? null : { userId, name: actorName },
      subjectName: subject === 'user' || subject === 'event' ? subjectName : '',
    })
  const [row] = await ctx.db
    .insert(activityLog)
    .values({
      ...entry,
      userId,
      actorName,
    })
    .returning()
  return activityView(row!)
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

/** A question by its label. */
const nameOf = (item: unknown) =>
  typeof item === 'object' && item !== null && 'label' in item ? item.label : item

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
