import { useMediaQuery } from '@mantine/hooks'
import type { OrderSummary } from '@trunkshow/contract/orders/schema.ts'
import { useState } from 'react'
import { lazy } from '../../ui/lazy/lazy.tsx'
import { OrderCards } from './order-cards.tsx'
import type { OrderRowsProps } from './order-rows.ts'
import { OrdersTable } from './orders-table.tsx'

const DeleteOrderDialog = lazy(() => import('../detail/delete-order-dialog.tsx'), 'DeleteOrderDialog')

interface FoundOrdersProps extends Omit<OrderRowsProps, 'onDelete'> {
  /** Whether these are the previous filter's rows, shown while the new ones load. */
  outdated: boolean
}

/** The orders, as a table or on small screens as cards. */
export function FoundOrders({ outdated, ...rows }: FoundOrdersProps) {
  const wide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false })
  const [toDelete, setToDelete] = useState<OrderSummary>()
  const Rows = wide ? OrdersTable : OrderCards
  return (
    <div data-outdated={outdated} aria-busy={outdated}>
      <Rows {...rows} onDelete={setToDelete} />
      {toDelete && <DeleteOrderDialog order={toDelete} onClose={() => setToDelete(undefined)} />}
    </div>
  )
}
