import { accountCalls } from './account-calls.ts'
import { catalogCalls } from './catalog-calls.ts'
import { eventCalls } from './event-calls.ts'
import { orderCalls } from './order-calls.ts'
import { shopifyCalls } from './shopify-calls.ts'
import { stripeCalls } from './stripe-calls.ts'
import type { Row } from './world.ts'

/** One row per endpoint. A missing row fails the test. */
export const table: Record<string, Row> = {
  ...accountCalls,
  ...catalogCalls,
  ...orderCalls,
  ...shopifyCalls,
  ...stripeCalls,
  ...eventCalls,
}
