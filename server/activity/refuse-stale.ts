import type { Activity, ActivitySubject } from '@trunkshow/contract/activity/rules.ts'
import { type Changes, changedTo, type Values, valuesByPath } from '@trunkshow/contract/edits.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import type { z } from 'zod'
import type { StaffContext } from '../context.ts'
import { findChangers } from './queries.ts'

interface StaleEdit<T extends Values> {
  /** The stored record, and the schema of its API response. */
  current: { id: number; version: number }
  view: z.ZodType<object>
  /** The version the edit was based on. */
  seen: number
  /** The stored values of all editable fields. */
  stored: T
  /** The values the edit would store. */
  changes: Changes<T>
  /** Readable values for fields that hold an id, by path. */
  words?: Record<string, string>
  /** Returns the message for the form. @param activity the last action if no field was changed */
  message: (name: string, activity: Activity | undefined) => string
}

/**
 * Refuses an edit based on an older version: throws the stored record, who changed it, and a message for each field the
 * edit would overwrite (docs/decisions/019).
 */
export async function refuseStale<T extends Values>(
  ctx: StaffContext,
  subject: ActivitySubject,
  { current, view, seen, stored, changes, words = {}, message }: StaleEdit<T>,
): Promise<never> {
  const { activity, ...changedBy } = await findChangers(ctx, subject, current.id, seen)
  const now = valuesByPath(stored)
  const fields = Object.keys(valuesByPath(changes)).flatMap((path) => {
    const name = changedBy.fields[path]
    return name === undefined ? [] : [[path, changedTo(name, words[path] ?? wordsOf(now[path]))]]
  })
  const isEdited = Object.keys(changedBy.fields).length > 0
  throw new AppError('changed', message(changedBy.name, isEdited ? undefined : activity), {
    fields: Object.fromEntries(fields),
    version: current.version,
    current: view.parse(current),
    changedBy,
  })
}

const wordsOf = (value: unknown) => (value === true ? 'Yes' : String(value || ''))
