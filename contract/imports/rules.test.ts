import { expect, test } from 'vitest'
import { mayDo } from '../permissions.ts'
import {
  canImportAnyway,
  importKinds,
  importRights,
  MAX_CELL_LENGTH,
  MAX_IMPORT_COLUMNS,
  MAX_IMPORT_ROWS,
  MAX_RECORD_LENGTH,
} from './rules.ts'

test.each(importKinds)(
  '%s are imported by users who may add them, not by those who may only view them',
  (kind) => {
    const right = importRights[kind]
    expect(mayDo('order management', right)).toBe(true)
    expect(mayDo('view only', right)).toBe(false)
  },
)

test.each([
  ['customers', 'orders.edit', true],
  ['products', 'products.edit', true],
  ['orders', 'orders.edit', false],
  ['bookings', 'bookings.manage', false],
] as const)('%s need %s, and known rows can be imported anyway: %s', (kind, right, anyway) => {
  expect(importRights[kind]).toBe(right)
  expect(canImportAnyway[kind]).toBe(anyway)
})

test('the limits of a file are those of the product', () => {
  expect([MAX_IMPORT_ROWS, MAX_IMPORT_COLUMNS, MAX_RECORD_LENGTH, MAX_CELL_LENGTH]).toEqual([
    100_000, 200, 1_000_000, 50_000,
  ])
})
