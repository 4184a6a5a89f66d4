/** Values of a form or a record: texts, numbers, ticks and lists, some of them within a named group. */
export type Values = Readonly<Record<string, unknown>>

/** The part of these values that is named; a group may be named in part, too. */
export type Changes<T> = { [Key in keyof T]?: T[Key] extends Values ? Changes<T[Key]> : T[Key] }

/** What another person changed while a record was being edited. */
export interface TheirChange {
  value: unknown
  /** Whether it was changed here too, to another value: then a person has to choose. */
  isConflict: boolean
}

/** The sentence at a field. @param value as people read it; empty where they cleared it */
export const changedTo = (name: string, value: string) =>
  value ? `${name} changed this to ${value}` : `${name} cleared this`

/** The values by the names of calls and forms: `{ formData: { hem: '41' } }` → `{ 'formData.hem': '41' }`. */
export function valuesByPath(values: Values): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      isGroup(value)
        ? Object.entries(valuesByPath(value)).map(([path, part]) => [`${name}.${path}`, part])
        : [[name, value]],
    ),
  )
}

/** Whether both read the same: empty, missing and unticked are one, and blanks around a text do not count. */
export const isSameValue = (one: unknown, other: unknown) => asText(one) === asText(other)

function asText(value: unknown): string {
  if (value === undefined || value === null || value === false) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value).trim()
}

/** What differs from the values that editing began with: all that a save sends. What was emptied is in it, as ''. */
export function changesIn<T extends Values>(base: T, edited: T): Changes<T> {
  const changes = namesIn(base, edited).flatMap((name) => {
    const [before, value] = [base[name], edited[name]]
    if (isGroup(before) || isGroup(value)) {
      const within = changesIn(groupOf(before), groupOf(value))
      return Object.keys(within).length > 0 ? [[name, within]] : []
    }
    return isSameValue(before, value) ? [] : [[name, value ?? '']]
  })
  return Object.fromEntries(changes)
}

/** The values with such a change: what it leaves out stays, names that the values do not have are ignored. */
export function withChanges<T extends Values>(base: T, changes: Values): T {
  const changed = Object.keys(base).flatMap((name) => {
    const value = changes[name]
    if (value === undefined) return []
    return [[name, isGroup(value) ? { ...groupOf(base[name]), ...value } : value]]
  })
  return { ...base, ...Object.fromEntries(changed) }
}

/**
 * Brings what another person saved into a form that is being filled in: a field that was not touched here takes their
 * value, one that was keeps what was typed. Where both made the same change there is nothing to report.
 *
 * @param base what both began with
 * @returns the values to show, and what the other person changed, by path
 */
export function mergeEdits<T extends Values>(
  base: T,
  mine: T,
  theirs: T,
): { values: T; theirChanges: Record<string, TheirChange> } {
  const theirChanges: Record<string, TheirChange> = {}
  const merge = (base: Values, mine: Values, theirs: Values, path: string): Values =>
    Object.fromEntries(
      namesIn(base, mine, theirs).map((name) => {
        const [before, here, there] = [base[name], mine[name], theirs[name]]
        if ([before, here, there].some(isGroup))
          return [name, merge(groupOf(before), groupOf(here), groupOf(there), `${path}${name}.`)]
        if (isSameValue(before, there)) return [name, here]
        if (isSameValue(here, there)) return [name, there]
        const isConflict = !isSameValue(before, here)
        theirChanges[`${path}${name}`] = { value: there, isConflict }
        return [name, isConflict ? here : there]
      }),
    )
  return { values: merge(base, mine, theirs, '') as T, theirChanges }
}

const namesIn = (...values: Values[]) => [...new Set(values.flatMap(Object.keys))]

/** A plain object: no list, no file. */
const isGroup = (value: unknown): value is Values =>
  Object.prototype.toString.call(value) === '[object Object]'

const groupOf = (value: unknown): Values => (isGroup(value) ? value : {})
