import type { OrderStatus } from '@trunkshow/contract/orders/rules.ts'

/** An order's status as people read it. */
export const orderStatusWords: Record<OrderStatus, string> = {
  pending: 'Pending',
  paid: 'Paid',
  shipped: 'Shipped',
  delivered: 'Delivered',
  completed: 'Completed',
  cancelled: 'Cancelled',
}
