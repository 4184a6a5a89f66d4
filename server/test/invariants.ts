import { parseCents } from '@trunkshow/contract/money.ts'
import { pricedOrder } from '@trunkshow/contract/orders/fields.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { priceOrder } from '@trunkshow/contract/prices/rules.ts'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { findBookingFaults } from './booking-faults.ts'
import type { TestUser } from './factories.ts'

/**
 * Fails unless each code's use count equals its orders and is within its limit, each order's stored total equals the one
 * computed from its details, and `findMoneyFaults` finds nothing.
 */
export async function assertOrderInvariants(test: TestApp, staff: TestUser) {
  const miscounted = await test.rows(
    `SELECT code, used_count, usage_limit, carried FROM discount_codes AS c, LATERAL (
       SELECT count(*)::int AS carried FROM orders AS o WHERE o.discount_code_id = c.id) AS orders
     WHERE company_id = $1 AND (used_count <> carried OR used_count > usage_limit)`,
    [staff.companyId],
  )
  expect(miscounted).toEqual([])
  expect(await findMoneyFaults(test, staff)).toEqual([])
  const { body } = await staff.call('GET', '/api/orders/details')
  for (const order of body as Order[]) {
    const { totalCents } = priceOrder(pricedOrder(order))
    expect([order.id, parseCents(order.total)]).toEqual([order.id, totalCents])
    expect(order.price.total).toBe(order.total)
  }
}

/** Orders that hold another sum than that of their entries, or are pending although their entries cover their total. */
export const findMoneyFaults = (test: TestApp, { companyId }: Pick<TestUser, 'companyId'>) =>
  test.rows(
    `SELECT id, status, total_cents, received_cents, summed FROM orders AS o, LATERAL (
       SELECT coalesce(sum(cents), 0)::int AS summed FROM order_entries AS e WHERE e.order_id = o.id
     ) AS money WHERE company_id = $1
       AND (received_cents <> summed OR status = 'pending' AND summed > 0 AND summed >= total_cents)`,
    [companyId],
  )

/** Counts all rows that an order could create, which a refused order must not change. */
export async function countStored(test: TestApp, { companyId }: TestUser) {
  const tables = [
    'orders',
    'order_products',
    'customers',
    'addresses',
    'attachments',
    'order_entries',
    'activity_log',
  ]
  const counts = tables.map(
    (table) => `(SELECT count(*)::int FROM ${table} WHERE company_id = $1) AS ${table}`,
  )
  const [row] = await test.rows(`SELECT ${counts.join(', ')}`, [companyId])
  return row
}

/** Fails if `findBookingFaults` finds anything. */
export async function assertBookingInvariants(test: TestApp, eventId: number, acknowledged: string[]) {
  expect(await findBookingFaults(test.rows as never, eventId, acknowledged)).toEqual([])
}
