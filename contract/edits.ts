/** Values of a form or record: texts, numbers, booleans and lists, some nested in a group. */
export type Values = Readonly<Record<string, unknown>>

/** The changed part of these values; a group may be partial too. */
export type Changes<T> = { [Key in keyof T]?: T[Key] extends Values ? Changes<T[Key]> : T[Key] }

/** A change another user saved while this one was editing. */
export interface TheirChange {
  value: unknown
  /** Whether this user changed the field too, to a different value, and must choose one. */
  isConflict: boolean
}

/** The message of a form. @param noun what the record is, such as `order` */
export const changedRecord = (name: string, noun: string) =>
  `${name} just changed this ${noun}. Review the highlighted fields, then save.`

/** The note shown at a field. @param value formatted for display; empty if it was cleared */
export const changedTo = (name: string, value: string) =>
  value ? `${name} changed this to ${value}` : `${name} cleared this`

/** Flattens groups into paths: `{ formData: { hem: '41' } }` → `{ 'formData.hem': '41' }`. */
export function valuesByPath(values: Values): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      isGroup(value)
        ? Object.entries(valuesByPath(value)).map(([path, part]) => [`${name}.${path}`, part])
        : [[name, value]],
    ),
  )
}

/** Whether both display the same: empty, missing and unchecked are equal, and surrounding whitespace is ignored. */
export const isSameValue = (one: unknown, other: unknown) => asText(one) === asText(other)

function asText(value: unknown): string {
  if (value === undefined || value === null || value === false) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value).trim()
}

/** Returns only the values that differ from `base`, which is all a save sends. A cleared value is ''. */
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

/** Applies changes: omitted values stay, and unknown names are ignored. */
export function withChanges<T extends Values>(base: T, changes: Values): T {
  const changed = Object.keys(base).flatMap((name) => {
    const value = changes[name]
    if (value === undefined) return []
    return [[name, isGroup(value) ? { ...groupOf(base[name]), ...value } : value]]
  })
  return { ...base, ...Object.fromEntries(changed) }
}

/**
 * Merges another user's saved values into a form being edited: untouched fields take their value, edited fields keep
 * what was typed. A change both users made alike isn't reported. A list whose items have IDs is merged item by item: one
 * that either user removed is gone unless the other changed it, and the order is that of who changed it.
 *
 * @param base the values both users started from
 * @returns the values to show, and the other user's changes by path, such as `fields.hem.label` for an item of a list
 */
export function mergeEdits<T extends Values>(base: T, mine: T, theirs: T) {
  const theirChanges: Record<string, TheirChange> = {}
  const merge = (base: Values, mine: Values, theirs: Values, path: string): Values =>
    Object.fromEntries(
      namesIn(base, mine, theirs).map((name) => {
        const [before, here, there] = [base[name], mine[name], theirs[name]]
        if ([before, here, there].some(isGroup))
          return [name, merge(groupOf(before), groupOf(here), groupOf(there), `${path}${name}.`)]
        if ([before, here, there].some(hasItems))
          return [name, mergeItems(itemsOf(before), itemsOf(here), itemsOf(there), `${path}${name}`)]
        if (isSameValue(before, there)) return [name, here]
        if (isSameValue(here, there)) return [name, there]
        const isConflict = !isSameValue(before, here)
        theirChanges[`${path}${name}`] = { value: there, isConflict }
        return [name, isConflict ? here : there]
      }),
    )
  const mergeItems = (base: Item[], mine: Item[], theirs: Item[], path: string): Item[] => {
    const merged = [...mine, ...theirs.filter(({ id }) => !findItem(mine, id))].flatMap(({ id }) => {
      const [before, here, there] = [base, mine, theirs].map((items) => findItem(items, id))
      if (here && there) return [{ id, ...merge(groupOf(before), here, there, `${path}.${id}.`) }]
      return before && isSameValue(before, here ?? there) ? [] : [(here ?? there)!]
    })
    const [before, here, there] = [base, mine, theirs].map((items) => items.map(({ id }) => id))
    if (!isSameValue(before, there) && !isSameValue(here, there))
      theirChanges[path] = { value: theirs, isConflict: false }
    const order = isSameValue(before, here) ? there! : here!
    const placeOf = ({ id }: Item) => (order.includes(id) ? order.indexOf(id) : order.length)
    return merged.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
  return { values: merge(base, mine, theirs, '') as T, theirChanges }
}

/** A path with the IDs of list items for their places, as `mergeEdits` has it: `fields.0.label` → `fields.hem.label`. */
export function pathById(values: Values, path: string): string {
  let within: unknown = values
  return path
    .split('.')
    .map((name) => {
      const isPlace = hasItems(within)
      within = (within as Values | undefined)?.[name]
      return isPlace && isGroup(within) ? within.id : name
    })
    .join('.')
}

type Item = Values & { id: unknown }

const findItem = (items: Item[], id: unknown) => items.find((item) => item.id === id)

/** Whether this is a list of records with IDs. */
const hasItems = (value: unknown): value is Item[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => isGroup(item) && 'id' in item)

const itemsOf = (value: unknown): Item[] => (hasItems(value) ? value : [])

const namesIn = (...values: Values[]) => [...new Set(values.flatMap(Object.keys))]

/** A plain object, not an array or a file. */
const isGroup = (value: unknown): value is Values =>
  Object.prototype.toString.call(value) === '[object Object]'

const groupOf = (value: unknown): Values => (isGroup(value) ? value : {})
