import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changesIn, isSameValue, mergeEdits, valuesByPath, withChanges } from './edits.ts'

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
