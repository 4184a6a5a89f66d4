import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changesIn, isSameValue, mergeEdits, pathById, valuesByPath, withChanges } from './edits.ts'

const base = { formData: { bust: '32', hem: '60', mono: true }, notes: '', phone: '555-0100' }

describe('a three-way merge', () => {
  test('takes their value where nothing was typed here, and keeps what was typed', () => {
    const mine = { ...base, notes: 'By June.' }
    const theirs = { ...base, formData: { ...base.formData, bust: '41' } }
    expect(mergeEdits(base, mine, theirs)).toEqual({
      values: { ...mine, formData: theirs.formData },
      theirChanges: { 'formData.bust': { value: '41', isConflict: false } },
    })
  })

  test('asks about a field that both changed, and keeps what was typed until then', () => {
    const mine = { ...base, phone: '555-0101' }
    const theirs = { ...base, phone: '' }
    expect(mergeEdits(base, mine, theirs)).toEqual({
      values: mine,
      theirChanges: { phone: { value: '', isConflict: true } },
    })
  })

  test('doesn’t report the same change by both, even with different whitespace', () => {
    const mine = { ...base, notes: 'By June. ' }
    const theirs = { ...base, notes: 'By June.' }
    expect(mergeEdits(base, mine, theirs)).toEqual({ values: theirs, theirChanges: {} })
  })

  test('recognizes an added value, a removed one, and an unchecked box', () => {
    const theirs = { ...base, formData: { hem: '60', veil: 'Long' } as Record<string, unknown> }
    const { values, theirChanges } = mergeEdits(
      { ...base, formData: { ...base.formData } },
      base,
      theirs as never,
    )
    expect(valuesByPath(values)).toMatchObject({ 'formData.veil': 'Long', 'formData.hem': '60' })
    expect(Object.keys(theirChanges).toSorted()).toEqual(['formData.bust', 'formData.mono', 'formData.veil'])
  })
})

test('a save sends what differs, only the changed part of a group, and what was cleared', () => {
  const edited = { ...base, formData: { ...base.formData, bust: '41', hem: '' }, phone: ' 555-0100 ' }
  expect(changesIn(base, edited)).toEqual({ formData: { bust: '41', hem: '' } })
  expect(changesIn<Record<string, unknown>>({ a: 'x', b: ['x'] }, { b: ['x', 'y'] })).toEqual({
    a: '',
    b: ['x', 'y'],
  })
})

describe('whatever two users type,', () => {
  const value = fc.constantFrom('', ' ', '32', '41', ' 41', true, false, undefined)
  const record = fc.record({
    notes: value,
    phone: value,
    formData: fc.dictionary(fc.constantFrom('bust', 'hem', 'veil'), value, { noNullPrototype: true }),
  })
  const valueAt = (values: object, path: string) => valuesByPath(values as never)[path]
  const pathsIn = (...values: object[]) => [
    ...new Set(values.flatMap((each) => Object.keys(valuesByPath(each as never)))),
  ]

  test('each field keeps its only change, or offers both in a conflict', () => {
    fc.assert(
      fc.property(record, record, record, (base, mine, theirs) => {
        const { values, theirChanges } = mergeEdits<Record<string, unknown>>(base, mine, theirs)
        for (const path of pathsIn(base, mine, theirs)) {
          const [before, here, there] = [base, mine, theirs].map((each) => valueAt(each, path))
          const changedHere = !isSameValue(before, here)
          const changedThere = !isSameValue(before, there)
          const expected = changedHere ? here : there
          expect(isSameValue(valueAt(values, path), expected), path).toBe(true)
          const reported = changedThere && !isSameValue(here, there)
          expect(theirChanges[path]).toEqual(reported ? { value: there, isConflict: changedHere } : undefined)
        }
      }),
    )
  })

  test('saving the differences stores the merge, and a second merge reports nothing', () => {
    fc.assert(
      fc.property(record, record, record, (base, mine, theirs) => {
        const { values } = mergeEdits<Record<string, unknown>>(base, mine, theirs)
        const change = changesIn<Record<string, unknown>>(theirs, values)
        const stored = valuesByPath(withChanges<Record<string, unknown>>(theirs, change))
        for (const path of pathsIn(values, theirs))
          expect(isSameValue(stored[path], valueAt(values, path)), path).toBe(true)
        expect(mergeEdits<Record<string, unknown>>(theirs, values, theirs).theirChanges).toEqual({})
      }),
    )
  })
})

describe('a list of fields', () => {
  const field = (label: string) => ({ id: label.toLowerCase(), label, required: false })
  const [item, hem, fabric] = [field('Item'), field('Hem'), field('Fabric')]
  type Field = ReturnType<typeof field>
  const merge = (mine: Field[], theirs: Field[]) => {
    const { values, theirChanges } = mergeEdits(
      { fields: [item, hem, fabric] },
      { fields: mine },
      { fields: theirs },
    )
    return { labels: values.fields.map(({ label }) => label), fields: values.fields, theirChanges }
  }

  test('keeps changes made here and takes the other user’s, also of one field', () => {
    const { fields, theirChanges } = merge(
      [item, { ...hem, label: 'Hem length' }, fabric],
      [item, { ...hem, required: true }, { ...fabric, label: 'Leather' }],
    )
    expect(fields).toEqual([
      item,
      { ...hem, label: 'Hem length', required: true },
      { ...fabric, label: 'Leather' },
    ])
    expect(theirChanges).toEqual({
      'fields.hem.required': { value: true, isConflict: false },
      'fields.fabric.label': { value: 'Leather', isConflict: false },
    })
  })

  test('offers both values of what both changed', () => {
    const { labels, theirChanges } = merge(
      [item, { ...hem, label: 'Hem length' }, fabric],
      [item, { ...hem, label: 'Length' }, fabric],
    )
    expect(labels).toEqual(['Item', 'Hem length', 'Fabric'])
    expect(theirChanges).toEqual({ 'fields.hem.label': { value: 'Length', isConflict: true } })
  })

  test('has what both users added', () => {
    const [train, lining] = [field('Train'), field('Lining')]
    const theirs = [item, lining, hem, fabric]
    const { labels, theirChanges } = merge([item, hem, fabric, train], theirs)
    expect(labels.toSorted()).toEqual(['Fabric', 'Hem', 'Item', 'Lining', 'Train'])
    expect(theirChanges).toEqual({ fields: { value: theirs, isConflict: false } })
  })

  test('loses what either user removed, unless the other changed it', () => {
    const all = [item, hem, fabric]
    expect(merge([item, hem], all).labels).toEqual(['Item', 'Hem'])
    expect(merge(all, [item, hem]).labels).toEqual(['Item', 'Hem'])
    const changed = [item, hem, { ...fabric, label: 'Leather' }]
    expect(merge([item, hem], changed).labels).toContain('Leather')
    expect(merge(changed, [item, hem]).labels).toContain('Leather')
    expect(merge([], all).labels).toEqual([])
  })

  test('is in the order of who changed it', () => {
    expect(merge([fabric, item, hem], [item, { ...hem, required: true }, fabric]).labels).toEqual([
      'Fabric',
      'Item',
      'Hem',
    ])
    const { labels, theirChanges } = merge([item, hem, fabric], [fabric, hem, item])
    expect(labels).toEqual(['Fabric', 'Hem', 'Item'])
    expect(Object.keys(theirChanges)).toEqual(['fields'])
  })

  test.each([
    ['fields.1.label', 'fields.hem.label'],
    ['fields.9.label', 'fields.9.label'],
    ['fields', 'fields'],
    ['formData.1', 'formData.1'],
  ])('has the path %s as %s', (path, byId) => {
    expect(pathById({ fields: [item, hem], formData: { 1: 'x' } }, path)).toBe(byId)
  })
})
