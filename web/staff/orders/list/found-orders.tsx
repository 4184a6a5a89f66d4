import { useMediaQuery } from '@mantine/hooks'
import type { OrderSummary } from '@trunkshow/contract/orders/schema.ts'
import { useState } from 'react'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import type { OrderFilter } from '../queries.ts'
import { BulkActions } from './bulk-actions.tsx'
import styles from './found-orders.module.css'
import { OrderCards } from './order-cards.tsx'
import { OrdersTable } from './orders-table.tsx'
import { toggled } from './toggled.ts'

const DeleteOrderDialog = lazyDialog(() =>
  import('../detail/delete-order-dialog.tsx').then((module) => module.DeleteOrderDialog),
)

/** The most orders that can be printed or exported by ID. */
const MAX_SELECTED = 200

interface FoundOrdersProps {
  orders: readonly OrderSummary[]
  /** Number of matching orders, counted by the server; undefined while unknown. */
  total: string | undefined
  filter: OrderFilter
  /** Whether these are the previous filter's rows, shown while the new ones load. */
  outdated: boolean
  onOpen: (id: number) => void
}

/** The orders, as a table or on small screens as cards; select some to print or export. */
export function FoundOrders({ orders, total, filter, outdated, onOpen }: FoundOrdersProps) {
  const wide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false })
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set())
  const [toDelete, setToDelete] = useState<OrderSummary>()
  // Orders no longer in the list are deselected.
  const chosen = new Set(orders.map(({ id }) => id).filter((id) => picked.has(id)))
  const choose = (id: number) => {
    if (chosen.size < MAX_SELECTED || chosen.has(id)) setPicked(toggled(chosen, id))
    else showToast({ title: `You can select up to ${MAX_SELECTED} orders at a time` })
  }
  const selectable = orders.slice(0, MAX_SELECTED)
  const all = chosen.size >= selectable.length
  const chooseAll = () => setPicked(new Set(all ? [] : selectable.map(({ id }) => id)))
  const Rows = wide ? OrdersTable : OrderCards
  return (
    <div className={styles.found} data-outdated={outdated} aria-busy={outdated}>
      <BulkActions chosen={[...chosen]} all={all} total={total} filter={filter} onChooseAll={chooseAll} />
      <Rows
        orders={orders}
        newest={filter.sort === 'newest'}
        chosen={chosen}
        onChoose={choose}
        onOpen={onOpen}
        onDelete={setToDelete}
      />
      {toDelete && <DeleteOrderDialog order={toDelete} onClose={() => setToDelete(undefined)} />}
    </div>
  )
}
