import { Button, Group, Tabs } from '@mantine/core'
import { readLocalStorageValue } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { discountsTab } from '@trunkshow/contract/discounts/screens.ts'
import { formatMoney } from '@trunkshow/contract/money.ts'
import { type OrderFilter, ordersScreen } from '@trunkshow/contract/orders/screens.ts'
import { productsTab } from '@trunkshow/contract/products/screens.ts'
import type { SessionUser } from '@trunkshow/contract/session/schema.ts'
import { templatesTab } from '@trunkshow/contract/templates/screens.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLiveOrders } from '../../api/query-client.ts'
import { readStoredUser } from '../../api/stored-user.ts'
import { useImportId } from '../../imports/use-import-id.ts'
import { useMayDo, useUser } from '../../session/session-query.ts'
import type { Prefetch } from '../../shell/lazy-page.tsx'
import { EmptyList } from '../../ui/feedback/notice.tsx'
import { lazy, WaitingPart } from '../../ui/lazy/lazy.tsx'
import { PagedList } from '../../ui/list/list-screen.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { useStoredChoice } from '../../ui/page/use-stored-choice.ts'
import { countOf, QuietButton, QuietText } from '../../ui/page/words.tsx'
import { dueQuery, ordersQuery } from '../queries.ts'
import { FoundOrders, type OrderColumn } from './order-list.tsx'
import { filterParts, noFilter, OrderTools, SavedFilters } from './order-tools.tsx'
import styles from './orders-tab.module.css'
import { useSelection } from './use-selection.ts'

const CreateOrderDialog = lazy(() => import('../form/create-order-dialog.tsx'), 'CreateOrderDialog')
const DiscountsTab = lazy(() => import('../../discounts/discounts-tab.tsx'), 'DiscountsTab', WaitingPart)
const OrderDialog = lazy(() => import('../detail/order-dialog.tsx'), 'OrderDialog')
const ProductDialog = lazy(() => import('../../products/product-dialog.tsx'), 'ProductDialog')
const ProductsTab = lazy(() => import('../../products/products-tab.tsx'), 'ProductsTab', WaitingPart)
const TemplateDialog = lazy(() => import('../../templates/form/template-dialog.tsx'), 'TemplateDialog')
const TemplatesTab = lazy(() => import('../../templates/list/templates-tab.tsx'), 'TemplatesTab', WaitingPart)

const route = getRouteApi('/signed-in/orders')

/** How the address changes below an open page or form. */
const quietly = { replace: true, resetScroll: false, ignoreBlocker: true }

const tabs = { orders: 'All Orders', templates: 'Templates', discounts: 'Discounts', products: 'Products' }
type Tab = keyof typeof tabs

/** localStorage key of how this user sorts the orders. */
const sortKey = (user: Pick<SessionUser, 'id'> | null | undefined) => `trunkshow-order-sort-${user?.id}`
type Sort = OrderFilter['sort']

/** The sort order of the address, or else the one that this user chose last in this browser. */
const sorted = ({ sort, ...filter }: OrderFilter, kept: Sort): OrderFilter => ({
  ...filter,
  sort: (sort ?? kept) === 'oldest' ? undefined : (sort ?? kept),
})

export const prefetch: Prefetch = (client) => {
  const kept = readLocalStorageValue<Sort>({ key: sortKey(readStoredUser()) })
  return client.prefetchInfiniteQuery(ordersQuery(sorted({}, kept)))
}

/** /orders: the orders, with templates, discount codes and products. */
export function OrdersPage() {
  const search = route.useSearch()
  const { tab = 'orders', create } = search
  const navigate = route.useNavigate()
  const mayEdit = useMayDo('orders.edit')
  const mayEditProducts = useMayDo('products.edit')
  const [adding, setAdding] = useState<'template' | 'product'>()
  const opened = useOpenOrder()
  useLiveOrders()
  const changeSearch = (change: typeof search) =>
    navigate({ search: (search) => ({ ...search, ...change }), replace: true, resetScroll: false })
  // Each tab has its own search, so switching tabs leaves no search on by accident.
  const show = (next: string | null) =>
    navigate({ search: next === 'orders' ? {} : { tab: next as Exclude<Tab, 'orders'> } })
  const panels: Record<Tab, ReactNode> = {
    orders: (
      <OrdersTab
        filter={ordersScreen.filter.parse(search)}
        onFilter={changeSearch}
        onOpen={opened.open}
        onCreateTemplate={mayEdit ? () => setAdding('template') : undefined}
      />
    ),
    templates: <TemplatesTab filter={templatesTab.search.parse(search)} onFilter={changeSearch} />,
    discounts: <DiscountsTab filter={discountsTab.search.parse(search)} onFilter={changeSearch} />,
    products: <ProductsTab filter={productsTab.search.parse(search)} onFilter={changeSearch} />,
  }
  return (
    <>
      <PageHeader title="Orders">
        {tab === 'products' && mayEditProducts && (
          <Button onClick={() => setAdding('product')}>Create Product</Button>
        )}
        {tab === 'orders' && mayEdit && (
          <Button onClick={() => navigate({ search: (search) => ({ ...search, create: true }) })}>
            Create Order
          </Button>
        )}
      </PageHeader>
      <Tabs keepMounted={false} value={tab} onChange={show}>
        <Tabs.List>
          {Object.entries(tabs).map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {Object.entries(panels).map(([value, panel]) => (
          <Tabs.Panel key={value} value={value} pt="md">
            {panel}
          </Tabs.Panel>
        ))}
      </Tabs>
      {opened.id !== undefined && <OrderDialog key={opened.id} id={opened.id} onClose={opened.close} />}
      {create && mayEdit && (
        <CreateOrderDialog
          onClose={() => navigate({ search: ({ create: _, ...search }) => search, ...quietly })}
        />
      )}
      {adding === 'template' && <TemplateDialog onClose={() => setAdding(undefined)} />}
      {adding === 'product' && (
        <ProductDialog failure={{ failedTo: 'create product' }} onClose={() => setAdding(undefined)} />
      )}
    </>
  )
}

interface OrdersTabProps {
  filter: OrderFilter
  onFilter: (change: OrderFilter) => void
  onOpen: (id: number) => void
  /** Absent for roles that can't take orders. */
  onCreateTemplate: (() => void) | undefined
}

const SelectionBar = lazy(() => import('./selection-bar.tsx'), 'SelectionBar', WaitingPart)
const MoreTools = lazy(() => import('./more-tools.tsx'), 'MoreTools', WaitingPart)

/** The All Orders tab: search and filters, or what can be done with the selected orders, and the list. */
function OrdersTab({ filter: asked, onFilter, onOpen, onCreateTemplate }: OrdersTabProps) {
  const [keptSort, keepSort] = useStoredChoice<Sort>(sortKey(useUser()), 'oldest')
  const filter = sorted(asked, keptSort)
  const list = useInfiniteQuery(ordersQuery(filter))
  const orders = list.data?.rows ?? []
  const due = useQuery({
    ...dueQuery(filter),
    enabled: filter.money === 'due' || filter.money === 'overdue',
  })
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
          <OrderTools filter={filter} filtered={filtered} onFilter={onFilter} onSort={keepSort} />
          {bookingId === undefined && <SavedFilters filter={filter} filtered={kept} onFilter={onFilter} />}
          <QuietText miw={72} className={styles.count} role="status">
            {total !== undefined && total !== '0' && countOf(total, 'order')}
            {due.data && total !== '0' && `, ${formatMoney(due.data.due)} due`}
            {bookingId !== undefined && ' for one booking'}
          </QuietText>
          {orders.length > 0 && (
            <QuietButton
              aria-expanded={more !== undefined}
              onClick={() => setMore(more ? undefined : 'tools')}
            >
              More
            </QuietButton>
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

/**
 * The open order. Opening one from the list adds a history entry, so Back closes it and the list stays; an order in
 * the URL is opened and removed from the URL (docs/product.md, The orders list).
 */
function useOpenOrder() {
  const { orderId, view } = route.useSearch()
  const navigate = route.useNavigate()
  const { history } = useRouter()
  const [linked, setLinked] = useState(orderId)
  /** The order being closed: until Back has finished, a second tap would leave the list. */
  const closing = useRef<number>(undefined)
  useEffect(() => {
    if (orderId === undefined) return
    setLinked(orderId)
    void navigate({ search: ({ orderId: _, view: __, ...search }) => search, ...quietly })
  }, [orderId, navigate])
  useEffect(() => {
    if (view === undefined) closing.current = undefined
  }, [view])
  const close = () => {
    if (view === undefined) return setLinked(undefined)
    if (closing.current === view) return
    closing.current = view
    if (history.canGoBack()) history.back({ ignoreBlocker: true })
    else void navigate({ search: ({ view: _, ...search }) => search, ...quietly })
  }
  return {
    id: view ?? linked,
    open: (id: number) => navigate({ search: (search) => ({ ...search, view: id }), resetScroll: false }),
    close,
  }
}
