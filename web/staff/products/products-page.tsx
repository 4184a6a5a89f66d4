import { Button, Tabs } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { productsTab } from '@trunkshow/contract/products/screens.ts'
import { useState } from 'react'
import { api, call } from '../api/client.ts'
import { useMayDo } from '../session/session-query.ts'
import type { Prefetch } from '../shell/lazy-page.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { NotLoaded } from '../ui/feedback/notice.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { CustomizationDialog, CustomizationsTab } from './customizations-tab.tsx'
import { ProductDialog } from './product-dialog.tsx'
import { ProductsTab } from './products-tab.tsx'
import { productsQuery } from './queries.ts'

const route = getRouteApi('/signed-in/products')

/** Delay until the dialog opens, so the products tab is visible first. */
const DIALOG_DELAY_MS = 300

export const prefetch: Prefetch = (client) => client.prefetchInfiniteQuery(productsQuery({}))

/** /products: the catalog and its customizations. */
export function ProductsPage() {
  const search = route.useSearch()
  const { tab = 'products', productId, q } = search
  const navigate = route.useNavigate()
  const mayEdit = useMayDo('products.edit')
  const [adding, setAdding] = useState<'product' | 'customization'>()
  const { start } = useTimeout(() => setAdding('product'), DIALOG_DELAY_MS)
  const changeSearch = (change: typeof search) =>
    navigate({ search: (search) => ({ ...search, ...change }), replace: true, resetScroll: false })
  // Each tab has its own search, so switching tabs leaves no search on by accident.
  const show = (next: string | null) =>
    navigate({ search: { tab: next === 'customizations' ? next : undefined } })
  const createProduct = () => {
    if (tab === 'products') return setAdding('product')
    void show('products')
    start()
  }
  const close = () => setAdding(undefined)
  const closeLinked = () =>
    navigate({
      search: ({ productId: _, ...search }) => search,
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
    })
  return (
    <>
      <PageHeader title="Products">
        {mayEdit && (
          <Button variant={tab === 'products' ? 'filled' : 'default'} onClick={createProduct}>
            Create Product
          </Button>
        )}
        {mayEdit && tab === 'customizations' && (
          <Button onClick={() => setAdding('customization')}>Create Customization</Button>
        )}
      </PageHeader>
      <Tabs keepMounted={false} value={tab} onChange={show}>
        <Tabs.List>
          <Tabs.Tab value="products">Products</Tabs.Tab>
          <Tabs.Tab value="customizations">Customizations</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="products" pt="md">
          <ProductsTab
            filter={productsTab.search.parse(search)}
            onFilter={changeSearch}
            onAdd={mayEdit ? () => setAdding('product') : undefined}
          />
        </Tabs.Panel>
        <Tabs.Panel value="customizations" pt="md">
          <CustomizationsTab
            q={q}
            onSearch={(q) => changeSearch({ q })}
            onAdd={mayEdit ? () => setAdding('customization') : undefined}
          />
        </Tabs.Panel>
      </Tabs>
      {adding === 'product' && <ProductDialog onClose={close} />}
      {productId !== undefined && <LinkedProduct key={productId} id={productId} onClose={closeLinked} />}
      {adding === 'customization' && <CustomizationDialog onClose={close} />}
    </>
  )
}

/** The product that a link leads to, as a row of the table opens it. */
function LinkedProduct({ id, onClose }: { id: number; onClose: () => void }) {
  const mayEdit = useMayDo('products.edit')
  const query = useQuery({
    queryKey: ['products', 'one', id],
    queryFn: () => call(api.products.get, { params: { id } }),
  })
  const { data: product, error } = query
  if (product && mayEdit) return <ProductDialog product={product} onClose={onClose} />
  if (product) return <AssignDialog product={product} mayEdit={false} onClose={onClose} />
  if (!error) return null
  return (
    <Dialog title="Product" onClose={onClose}>
      <NotLoaded query={query} noun="product" failed="Couldn’t load the product" />
    </Dialog>
  )
}
