import type { OrderStatus } from '@trunkshow/contract/orders/rules.ts'
import { orderStatusWords } from './order-status-words.ts'
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
