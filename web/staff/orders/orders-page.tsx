import { Button, Tabs } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useMayDo } from '../session/session-query.ts'
import { ListSkeleton } from '../ui/list-skeleton.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { OrdersTab } from './orders-tab.tsx'

const CreateOrderDialog = lazy(() =>
  import('./create-order-dialog.tsx').then((module) => ({ default: module.CreateOrderDialog })),
)
const DiscountsTab = lazy(() =>
  import('../discounts/discounts-tab.tsx').then((module) => ({ default: module.DiscountsTab })),
)
const OrderDialog = lazy(() =>
  import('./order-dialog.tsx').then((module) => ({ default: module.OrderDialog })),
)
const ProductDialog = lazy(() =>
  import('../products/product-dialog.tsx').then((module) => ({ default: module.ProductDialog })),
)
const ProductsTab = lazy(() =>
  import('../products/products-tab.tsx').then((module) => ({ default: module.ProductsTab })),
)
const TemplateDialog = lazy(() =>
  import('../templates/template-dialog.tsx').then((module) => ({ default: module.TemplateDialog })),
)
const TemplatesTab = lazy(() =>
  import('../templates/templates-tab.tsx').then((module) => ({ default: module.TemplatesTab })),
)

const route = getRouteApi('/signed-in/orders')

const tabs = { orders: 'All Orders', templates: 'Templates', discounts: 'Discounts', products: 'Products' }
type Tab = keyof typeof tabs

/** /orders: the orders, and what they are taken with: forms, discount codes, products (spec back-office §2). */
export function OrdersPage() {
  const { tab = 'orders', create, q, status, event, bookingId, sort, archived, isActive } = route.useSearch()
  const navigate = route.useNavigate()
  const mayEdit = useMayDo('orders.edit')
  const mayEditProducts = useMayDo('products.edit')
  const [adding, setAdding] = useState<'template' | 'product'>()
  const [openId, setOpenId] = useOrderOfAddress()
  const look = (change: Partial<ReturnType<typeof route.useSearch>>) =>
    navigate({ search: (search) => ({ ...search, ...change }), replace: true, resetScroll: false })
  // Each tab has its own search, so that none is left on by accident.
  const show = (next: string | null) =>
    navigate({ search: next === 'orders' ? {} : { tab: next as Exclude<Tab, 'orders'> } })
  return (
    <>
      <PageHeader title="Orders" subtitle="What your customers ordered, and the forms you take it on">
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
            filter={{ q, status, event, bookingId, sort: sort === 'newest' ? sort : undefined }}
            onFilter={look}
            onOpen={setOpenId}
            onCreateTemplate={mayEdit ? () => setAdding('template') : undefined}
          />
        </Tabs.Panel>
        <Suspense fallback={<ListSkeleton label={`Loading ${tabs[tab].toLowerCase()}`} />}>
          <Tabs.Panel value="templates" pt="md">
            <TemplatesTab filter={{ q, archived }} onFilter={look} />
          </Tabs.Panel>
          <Tabs.Panel value="discounts" pt="md">
            <DiscountsTab filter={{ q, isActive }} onFilter={look} />
          </Tabs.Panel>
          <Tabs.Panel value="products" pt="md">
            <ProductsTab filter={{ q, isActive, sort }} onFilter={look} />
          </Tabs.Panel>
        </Suspense>
      </Tabs>
      <Suspense>
        {openId !== undefined && (
          <OrderDialog key={openId} id={openId} onClose={() => setOpenId(undefined)} />
        )}
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
        {adding === 'product' && <ProductDialog onClose={() => setAdding(undefined)} />}
      </Suspense>
    </>
  )
}

/** The order that is open. One that the address names is opened, and leaves the address (spec back-office §2). */
function useOrderOfAddress() {
  const { orderId } = route.useSearch()
  const navigate = route.useNavigate()
  const [openId, setOpenId] = useState(orderId)
  useEffect(() => {
    if (orderId === undefined) return
    setOpenId(orderId)
    void navigate({
      search: ({ orderId: _, ...search }) => search,
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
    })
  }, [orderId, navigate])
  return [openId, setOpenId] as const
}
