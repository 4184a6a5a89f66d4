import { Button, Group, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { OrderSummary } from '@trunkshow/contract/orders/schema.ts'
import type { OrderFilter } from '@trunkshow/contract/orders/screens.ts'
import { useState } from 'react'
import { useImportId } from '../../imports/use-import-id.ts'
import { lazy, WaitingPart } from '../../ui/lazy/lazy.tsx'
import { countOf } from '../../ui/list/count-of.ts'
import { EmptyList } from '../../ui/list/empty-list.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { useStoredChoice } from '../../ui/page/use-stored-choice.ts'
import { ordersQuery } from '../queries.ts'
import { FoundOrders } from './found-orders.tsx'
import type { OrderColumn } from './order-columns.ts'
import { filterParts, noFilter, OrderTools } from './order-tools.tsx'
import styles from './orders-tab.module.css'
import { SavedFilters } from './saved-filters.tsx'
import { useSelection } from './use-selection.ts'

interface OrdersTabProps {
  filter: OrderFilter
  onFilter: (change: OrderFilter) => void
  onOpen: (id: number) => void
  /** Absent for roles that can't take orders. */
  onCreateTemplate: (() => void) | undefined
}

const SelectionBar = lazy(() => import('./selection-bar.tsx'), 'SelectionBar', WaitingPart)
const MoreTools = lazy(() => import('./more-tools.tsx'), 'MoreTools', WaitingPart)

const noOrders: readonly OrderSummary[] = []

/** The All Orders tab: search and filters, or what can be done with the selected orders, and the list. */
export function OrdersTab({ filter, onFilter, onOpen, onCreateTemplate }: OrdersTabProps) {
  const list = useInfiniteQuery(ordersQuery(filter))
  const orders = list.data?.rows ?? noOrders
  const selection = useSelection(orders)
  const [holds, setHolds] = useState(false)
  const [hidden, setHidden] = useStoredChoice<OrderColumn[]>('trunkshow-order-columns-hidden', [])
  const [more, setMore] = useState<'tools' | 'import'>()
  // Tools stay while an import runs, to say when it is finished.
  const [importId] = useImportId('orders')
  const { bookingId } = filter
  const filtered = filterParts.some((part) => filter[part] !== undefined)
  const kept = filtered && bookingId === undefined
  const total = list.isPlaceholderData ? undefined : list.data?.total
  const selecting = selection.ids.size > 0
  return (
    <>
      {(selecting || holds) && (
        <SelectionBar orders={orders} selection={selection} filter={filter} onHold={setHolds} />
      )}
      {!selecting && (
        <Group mb="sm" className={styles.tools}>
          <OrderTools filter={filter} filtered={filtered} onFilter={onFilter} />
          {bookingId === undefined && <SavedFilters filter={filter} filtered={kept} onPick={onFilter} />}
          <Text c="dimmed" miw={72} className={styles.count} role="status">
            {total !== undefined && total !== '0' && countOf(total, 'order')}
            {bookingId !== undefined && ' for one booking'}
          </Text>
          {orders.length > 0 && (
            <Button
              variant="default"
              aria-expanded={more !== undefined}
              onClick={() => setMore(more ? undefined : 'tools')}
            >
              More
            </Button>
          )}
        </Group>
      )}
      {!selecting && (more || importId !== undefined) && (
        <MoreTools
          filter={filter}
          total={total}
          hidden={hidden}
          onHide={setHidden}
          importing={more === 'import'}
        />
      )}
      <PagedList
        list={list}
        noun="orders"
        empty={
          <EmptyList
            noun="orders"
            filtered={
              filtered && { text: 'No orders match your filters.', onClear: () => onFilter(noFilter) }
            }
            title="No Orders Yet"
            ways={
              onCreateTemplate && [
                ['Create Template', onCreateTemplate],
                ['Import orders', () => setMore('import')],
              ]
            }
          >
            Create a template for your order form, then take your first order at your next event.
          </EmptyList>
        }
      >
        {(orders, outdated) =>
          orders.length > 0 && (
            // biome-ignore lint/a11y/noStaticElementInteractions: only fetches the tools for selected orders early
            <div onPointerEnter={SelectionBar.preload} onFocus={SelectionBar.preload}>
              <FoundOrders
                orders={orders}
                newest={filter.sort === 'newest'}
                selection={selection}
                hidden={hidden}
                outdated={outdated}
                onOpen={onOpen}
              />
            </div>
          )
        }
      </PagedList>
    </>
  )
}
