import type { OrderStatus } from '@trunkshow/contract/orders/rules.ts'

/** An order status for display. */
export const orderStatusWords: Record<OrderStatus, string> = {
  pending: 'Pending',
  paid: 'Paid',
  shipped: 'Shipped',
  delivered: 'Delivered',
  completed: 'Completed',
  cancelled: 'Cancelled',
}
