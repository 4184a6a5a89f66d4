import type { OrderStatus } from '@trunkshow/contract/orders/rules.ts'
import { Tag } from './tag.tsx'

/** Canceled is red, pending yellow, paid green, later statuses a darker green. */
const tones = {
  pending: 'warn',
  paid: 'good',
  shipped: 'done',
  delivered: 'done',
  completed: 'done',
  cancelled: 'bad',
} as const

export function OrderStatusTag({ status }: { status: OrderStatus }) {
  return <Tag tone={tones[status]}>{orderStatusWords[status]}</Tag>
}

/** An order status for display. */
export const orderStatusWords: Record<OrderStatus, string> = {
  pending: 'Pending',
  paid: 'Paid',
  shipped: 'Shipped',
  delivered: 'Delivered',
  completed: 'Completed',
  cancelled: 'Cancelled',
}
