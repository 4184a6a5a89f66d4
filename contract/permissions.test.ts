import { expect, test } from 'vitest'
import { mayDo, type Right, rights, roles } from './permissions.ts'

/** The table in docs/product.md, What a role may do, row by row: admin, order management, view only. */
const table: [Right, boolean, boolean, boolean][] = [
  ['events.see', true, true, true],
  ['events.edit', true, true, false],
  ['events.delete', true, false, false],
  ['bookings.see', true, true, true],
  ['bookings.manage', true, true, false],
  ['orders.see', true, true, true],
  ['orders.edit', true, true, false],
  ['orders.delete', true, false, false],
  ['products.edit', true, true, false],
  ['discounts.edit', true, false, false],
  ['discounts.apply', true, true, false],
  ['shopify.push', true, true, false],
  ['shopify.manage', true, false, false],
  ['company.manage', true, false, false],
]

test.each(table)('%s: admin %s, order management %s, view only %s', (right, ...allowed) => {
  expect(roles.map((role) => mayDo(role, right))).toEqual(allowed)
})

test('every right has its row here', () => {
  expect(table.map(([right]) => right).sort()).toEqual(Object.keys(rights).sort())
})

test('an unknown role holds no right', () => {
  for (const right of Object.keys(rights) as Right[]) expect(mayDo('visitor' as never, right)).toBe(false)
})
