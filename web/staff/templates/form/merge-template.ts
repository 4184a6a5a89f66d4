import type { FieldValues, TemplateFormValues } from './template-form-values.ts'

interface Merged {
  values: TemplateFormValues
  /** The other user's changes, described with the form's labels. */
  changed: string[]
}

/**
 * Merges what another user just saved into the open form. Changes made here stay, even if they changed the same;
 * everything else takes their values, so the next save keeps both users' work.
 *
 * @param base the values both users started from
 */
export function mergeTemplate(
  base: TemplateFormValues,
  mine: TemplateFormValues,
  theirs: TemplateFormValues,
): Merged {
  const pick = <Key extends keyof TemplateFormValues>(key: Key) =>
    isSame(mine[key], base[key]) ? theirs[key] : mine[key]
  const names = { templateName: 'Name', itemType: 'Item type', products: 'Products' }
  const differing = (key: string) => !isSame(base[key], theirs[key])
  return {
    values: {
      ...mine,
      templateName: pick('templateName'),
      itemType: pick('itemType'),
      products: pick('products'),
      fields: mergeFields(base.fields, mine.fields, theirs.fields),
    },
    changed: [
      ...Object.entries(names).flatMap(([key, name]) => (differing(key) ? [name] : [])),
      ...changedFields(base.fields, theirs.fields),
    ],
  }
}

function mergeFields(base: FieldValues[], mine: FieldValues[], theirs: FieldValues[]) {
  const kept = mine.flatMap((field) => {
    const [before, now] = [find(base, field), find(theirs, field)]
    return !isSame(before, field) ? [field] : now ? [now] : []
  })
  // A field deleted here that the other user changed is restored, since their change hasn't been seen here.
  const added = theirs.filter((field) => !find(mine, field) && !isSame(find(base, field), field))
  const order = isSame(mine.map(idOf), base.map(idOf)) ? theirs : mine
  const placeOf = (field: FieldValues) => {
    const place = order.findIndex(({ id }) => id === field.id)
    return place < 0 ? order.length : place
  }
  return [...kept, ...added].toSorted((a, b) => placeOf(a) - placeOf(b))
}

function changedFields(base: FieldValues[], theirs: FieldValues[]) {
  const gone = base.filter((field) => !find(theirs, field))
  const different = theirs.filter((field) => !isSame(find(base, field), field))
  const stayed = theirs.filter((field) => find(base, field)).map(idOf)
  const moved = !isSame(stayed, base.filter((field) => find(theirs, field)).map(idOf))
  return [...[...different, ...gone].map(({ label }) => `“${label}”`), ...(moved ? ['field order'] : [])]
}

const idOf = ({ id }: FieldValues) => id
const find = (fields: FieldValues[], { id }: FieldValues) => fields.find((field) => field.id === id)
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
