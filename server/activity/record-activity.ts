import type { Activity, ActivitySubject } from '@trunkshow/contract/activity/rules.ts'
import type { ActivityEntry } from '@trunkshow/contract/activity/schema.ts'
import type { Context } from '../context.ts'
import { activityLog, type LoggedChange } from '../db/schema/activity.ts'
import { activityView } from './queries.ts'

interface Entry {
  companyId: number
  activity: Activity
  subject: ActivitySubject
  subjectId: number
  subjectName: string
  /** The subject's version since this. */
  version?: number
  changes?: LoggedChange[]
  /** Who does it where the context has no actor: who asked the worker for it, or the store. */
  actorName?: string | undefined
  userId?: number | null
}

/** Writes down what the caller does, in the transaction that does it; a visitor is nobody's user. */
export async function recordActivity(
  ctx: Pick<Context, 'db' | 'actor'>,
  entry: Entry,
): Promise<ActivityEntry> {
  const [row] = await ctx.db
    .insert(activityLog)
    .values({
      ...entry,
      userId: ctx.actor?.userId ?? entry.userId ?? null,
      actorName: ctx.actor?.name ?? entry.actorName ?? null,
    })
    .returning()
  return activityView(row!)
}

/** The fields of these names in which two versions differ, from → to as people read them. */
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
  return Array.isArray(value) ? value.join(', ') : String(value)
}

const LONGEST = 200
/** How much is told of what long texts have in common before they differ. */
const LEAD = 40

/** Long texts are cut to where they differ: the log says what changed, not how all of it reads. */
function excerpts(from: string | null, to: string | null) {
  const most = Math.max(from?.length ?? 0, to?.length ?? 0)
  let same = 0
  while (same < most && from?.[same] === to?.[same]) same++
  const start = most > LONGEST ? Math.max(0, same - LEAD) : 0
  return { from: from && excerpt(from, start), to: to && excerpt(to, start) }
}

function excerpt(text: string, start: number): string {
  const end = text.length - start > LONGEST ? start + LONGEST - 1 : text.length
  // Half of a character that takes two cannot be stored.
  const part = text.slice(start, end).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
  return `${start > 0 ? '…' : ''}${part}${end < text.length ? '…' : ''}`
}
