import type { Activity, ActivitySubject } from '@trunkshow/contract/activity/rules.ts'
import type { ActivityEntry } from '@trunkshow/contract/activity/schema.ts'
import type { Context } from '../context.ts'
import { activityLog } from '../db/schema/activity.ts'
import { activityView } from './queries.ts'

interface Entry {
  companyId: number
  activity: Activity
  subject: ActivitySubject
  subjectId: number
  subjectName: string
  changes?: ActivityEntry['changes']
  /** Who does it where it is none of our people: the store. */
  actorName?: string
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
      userId: ctx.actor?.userId ?? null,
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
  return fields
    .map((field) => ({ field, from: asText(before[field]), to: asText(after[field]) }))
    .filter(({ from, to }) => from !== to)
}

/** Long texts are cut: the log says that they changed, not how they read. */
function asText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const text = Array.isArray(value) ? value.join(', ') : String(value)
  // Half of a character that takes two cannot be stored.
  return text.length > 200 ? `${text.slice(0, 199).replace(/[\ud800-\udbff]$/, '')}…` : text
}
