import { Button, Tabs } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { discountsTab } from '@trunkshow/contract/discounts/screens.ts'
import { ordersScreen } from '@trunkshow/contract/orders/screens.ts'
import { productsTab } from '@trunkshow/contract/products/screens.ts'
import { templatesTab } from '@trunkshow/contract/templates/screens.ts'
import { useState } from 'react'
import { useLiveOrders } from '../../api/live-orders.ts'
import { useMayDo } from '../../session/session-query.ts'
import type { Prefetch } from '../../shell/lazy-page.tsx'
import { lazy, WaitingPart } from '../../ui/lazy/lazy.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { ordersQuery } from '../queries.ts'
import { OrdersTab } from './orders-tab.tsx'
import { useOpenOrder } from './use-open-order.ts'

const CreateOrderDialog = lazy(() => import('../form/create-order-dialog.tsx'), 'CreateOrderDialog')
const DiscountsTab = lazy(() => import('../../discounts/discounts-tab.tsx'), 'DiscountsTab', WaitingPart)
const OrderDialog = lazy(() => import('../detail/order-dialog.tsx'), 'OrderDialog')
const ProductDialog = lazy(() => import('../../products/product-dialog.tsx'), 'ProductDialog')
const ProductsTab = lazy(() => import('../../products/products-tab.tsx'), 'ProductsTab', WaitingPart)
const TemplateDialog = lazy(() => import('../../templates/form/template-dialog.tsx'), 'TemplateDialog')
const TemplatesTab = lazy(() => import('../../templates/list/templates-tab.tsx'), 'TemplatesTab', WaitingPart)

const route = getRouteApi('/signed-in/orders')

const tabs = { orders: 'All Orders', templates: 'Templates', discounts: 'Discounts', products: 'Products' }
type Tab = keyof typeof tabs

export const prefetch: Prefetch = (client) => client.prefetchInfiniteQuery(ordersQuery({}))

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
        <Tabs.Panel value="orders" pt="md">
          <OrdersTab
            filter={ordersScreen.filter.parse(search)}
            onFilter={changeSearch}
            onOpen={opened.open}
            onCreateTemplate={mayEdit ? () => setAdding('template') : undefined}
          />
        </Tabs.Panel>
        <Tabs.Panel value="templates" pt="md">
          <TemplatesTab filter={templatesTab.search.parse(search)} onFilter={changeSearch} />
        </Tabs.Panel>
        <Tabs.Panel value="discounts" pt="md">
          <DiscountsTab filter={discountsTab.search.parse(search)} onFilter={changeSearch} />
        </Tabs.Panel>
        <Tabs.Panel value="products" pt="md">
          <ProductsTab filter={productsTab.search.parse(search)} onFilter={changeSearch} />
        </Tabs.Panel>
      </Tabs>
      {opened.id !== undefined && <OrderDialog key={opened.id} id={opened.id} onClose={opened.close} />}
      {create && mayEdit && (
        <CreateOrderDialog
          onClose={() =>
            navigate({
              search: ({ create: _, ...search }) => search,
              replace: true,
              resetScroll: false,
              ignoreBlocker: true,
            })
          }
        />
      )}
      {adding === 'template' && <TemplateDialog onClose={() => setAdding(undefined)} />}
      {adding === 'product' && (
        <ProductDialog failure={{ failedTo: 'create product' }} onClose={() => setAdding(undefined)} />
      )}
    </>
  )
}
