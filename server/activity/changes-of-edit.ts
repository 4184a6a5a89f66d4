import type { Activity, ActivitySubject } from '@trunkshow/contract/activity/rules.ts'
import {
  changedRecord,
  changedTo,
  changesIn,
  type Values,
  valuesByPath,
  withChanges,
} from '@trunkshow/contract/edits.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import type { z } from 'zod'
import type { StaffContext } from '../context.ts'
import { findChangers } from './queries.ts'

interface Edit<T extends Values> {
  /** The stored record, locked until the transaction ends, and the schema of its API response. */
  current: { id: number; version: number }
  view: z.ZodType<object>
  /** The version the edit was based on; without it, the edit is stored as sent. */
  seen: number | undefined
  /** The stored values of all editable fields. */
  stored: T
  /** The given fields; undefined ones stay. */
  given: Values
  /** Whether the edit stores more than these fields, such as a file. */
  storesMore?: boolean
  /** Readable values for fields that hold an id or a number of cents, by path. */
  words?: Record<string, string>
  /** The message for the form, if it is a special one. @param activity the last action if no field was changed */
  message?: (name: string, activity: Activity | undefined) => string | undefined
}

/**
 * Compares an edit with the stored record (docs/decisions/019). One that was based on an older version is refused unless
 * all of it is already stored, as when a client retries after a lost response.
 *
 * @returns the fields that differ, with their new values
 * @throws AppError changed, with the stored record, who changed it, and a message for each field the edit would overwrite
 */
export async function changesOfEdit<T extends Values>(
  ctx: StaffContext,
  subject: ActivitySubject,
  { current, view, seen, stored, given, storesMore = false, words = {}, message }: Edit<T>,
): Promise<Partial<T>> {
  const edited = withChanges(stored, given)
  const changes = changesIn(stored, edited)
  const names = Object.keys(changes)
  if (seen === undefined || seen === current.version || (names.length === 0 && !storesMore))
    return Object.fromEntries(names.map((name) => [name, edited[name]])) as Partial<T>
  const { activity, ...changedBy } = await findChangers(ctx, subject, current.id, seen)
  const now = valuesByPath(stored)
  const fields = Object.keys(valuesByPath(changes)).flatMap((path) => {
    const name = changedBy.fields[path]
    return name === undefined ? [] : [[path, changedTo(name, words[path] ?? wordsOf(now[path]))]]
  })
  const isEdited = Object.keys(changedBy.fields).length > 0
  const sentence = message?.(changedBy.name, isEdited ? undefined : activity)
  throw new AppError('changed', sentence ?? changedRecord(changedBy.name, nouns[subject] ?? subject), {
    fields: Object.fromEntries(fields),
    version: current.version,
    current: view.parse(current),
    changedBy,
  })
}

const nouns: Partial<Record<ActivitySubject, string>> = { discount: 'discount code', measurementSet: 'set' }

const wordsOf = (value: unknown) => (value === true ? 'Yes' : String(value || ''))
