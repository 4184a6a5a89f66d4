import type { Activity, ActivitySubject } from '@trunkshow/contract/activity/rules.ts'
import { type Changes, changedTo, type Values, valuesByPath } from '@trunkshow/contract/edits.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import type { z } from 'zod'
import type { StaffContext } from '../context.ts'
import { findChangers } from './queries.ts'

interface StaleEdit<T extends Values> {
  /** The record as it is stored, and what calls answer of it. */
  current: { id: number; version: number }
  view: z.ZodType<object>
  /** The version that the edit began with. */
  seen: number
  /** What of the record can be edited, as it is stored. */
  stored: T
  /** What the edit would store in its place. */
  changes: Changes<T>
  /** How people read a value that is a number of something else, by its path. */
  words?: Record<string, string>
  /** The sentence for the form. @param activity what was done instead, where no field was changed */
  message: (name: string, activity: Activity | undefined) => string
}

/**
 * The refusal of an edit that began with an older version of a record: what is stored now, who changed it since, and a
 * sentence for each field that the edit would overwrite unseen (docs/decisions/019).
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
