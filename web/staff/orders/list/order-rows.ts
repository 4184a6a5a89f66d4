import type { OrderSummary } from '@trunkshow/contract/orders/schema.ts'
import type { OrderColumn } from './order-columns.ts'
import type { Selection } from './use-selection.ts'

/** The properties of a list's rows, in the table or the cards. */
export interface OrderRowsProps {
  orders: readonly OrderSummary[]
  newest: boolean
  selection: Selection
  /** Columns of the table that are not shown. */
  hidden: readonly OrderColumn[]
  onOpen: (id: number) => void
  onDelete: (order: OrderSummary) => void
}
