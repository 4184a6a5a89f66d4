import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Notice } from '../../ui/feedback/notice.tsx'
import { countOf } from '../../ui/list/count-of.ts'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { type OrderFilter, ordersQuery } from '../queries.ts'
import { FoundOrders } from './found-orders.tsx'
import { noFilter, OrderTools } from './order-tools.tsx'
import styles from './orders-tab.module.css'
import { SavedFilters } from './saved-filters.tsx'

interface OrdersTabProps {
  filter: OrderFilter
  onFilter: (change: OrderFilter) => void
  onOpen: (id: number) => void
  /** Absent for roles that can't take orders. */
  onCreateTemplate: (() => void) | undefined
}

/** The All Orders tab: search and filters, the list, printing and export. */
export function OrdersTab({ filter, onFilter, onOpen, onCreateTemplate }: OrdersTabProps) {
  const list = useInfiniteQuery(ordersQuery(filter))
  const { q, status, event, bookingId } = filter
  const kept = [q, status, event].some((part) => part !== undefined)
  const filtered = kept || bookingId !== undefined
  const total = list.isPlaceholderData ? undefined : list.data?.total
  return (
    <>
      <OrderTools filter={filter} filtered={filtered} onFilter={onFilter} />
      <div className={styles.line}>
        <p className={styles.count} role="status">
          {total !== undefined && total !== '0' && countOf(total, 'order')}
          {bookingId !== undefined && ' for one booking'}
        </p>
        {bookingId === undefined && <SavedFilters filter={filter} filtered={kept} onPick={onFilter} />}
      </div>
      <PagedList
        list={list}
        noun="orders"
        empty={
          filtered ? <NoMatch onClear={() => onFilter(noFilter)} /> : <NoOrders onCreate={onCreateTemplate} />
        }
      >
        {(orders, outdated) =>
          orders.length > 0 && (
            <FoundOrders
              key={JSON.stringify(filter)}
              orders={orders}
              total={total}
              filter={filter}
              outdated={outdated}
              onOpen={onOpen}
            />
          )
        }
      </PagedList>
    </>
  )
}

function NoOrders({ onCreate }: { onCreate: (() => void) | undefined }) {
  return (
    <Notice
      title="No Orders Yet"
      action={
        onCreate && (
          <Button variant="default" onClick={onCreate}>
            Create Template
          </Button>
        )
      }
    >
      Create a template for your order form, then take your first order at your next event.
    </Notice>
  )
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <Notice
      title="No orders found"
      action={
        <Button variant="default" onClick={onClear}>
          Show all orders
        </Button>
      }
    >
      No orders match your filters.
    </Notice>
  )
}
