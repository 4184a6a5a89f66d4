import { expect, test } from 'vitest'
import { fits } from './request.ts'

interface Slot {
  id: number
  slotDate: string
  place: string | null
}
const slot = { id: 'number', slotDate: 'string' } as const

test.each([
  [{ id: 1, slotDate: '2026-12-04', place: null }, true],
  [{ id: 1, slotDate: '2026-12-04', unknown: [] }, true],
  [{ id: '1', slotDate: '2026-12-04' }, false],
  [{ id: 1 }, false],
  [{}, false],
  [[], false],
  [null, false],
  [undefined, false],
  ['<!doctype html>', false],
])('%j is a slot: %s', (value, is) => {
  expect(fits<Slot>(value, slot)).toBe(is)
})

test.each([
  [[], true],
  [[{ id: 1, slotDate: '2026-12-04' }], true],
  [[{ id: 1, slotDate: '2026-12-04' }, null], false],
  [{}, false],
  ['', false],
])('%j is a list of slots: %s', (value, is) => {
  expect(fits<Slot[]>(value, [slot])).toBe(is)
})
