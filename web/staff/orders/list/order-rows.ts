import type { OrderSummary } from '@trunkshow/contract/orders/schema.ts'

/** What the list needs of its rows, be it a table or cards. */
export interface OrderRowsProps {
  orders: readonly OrderSummary[]
  newest: boolean
  chosen: ReadonlySet<number>
  onChoose: (id: number) => void
  onOpen: (id: number) => void
  onDelete: (order: OrderSummary) => void
}
