import type { OrderSummary } from '@trunkshow/contract/orders/schema.ts'

/** The properties of a list's rows, in the table or the cards. */
export interface OrderRowsProps {
  orders: readonly OrderSummary[]
  newest: boolean
  chosen: ReadonlySet<number>
  onChoose: (id: number) => void
  onOpen: (id: number) => void
  onDelete: (order: OrderSummary) => void
}
