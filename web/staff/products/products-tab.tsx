import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { urlOf } from '@trunkshow/contract/paths.ts'
import { productMessages } from '@trunkshow/contract/products/messages.ts'
import type { Product } from '@trunkshow/contract/products/schema.ts'
import { type ReactNode, useState } from 'react'
import { api, CallError, call, sentenceOf } from '../api/client.ts'
import { ImportButton } from '../imports/import-button.tsx'
import { useMayDo } from '../session/session-query.ts'
import { isRunning, syncQuery } from '../shopify/queries.ts'
import { SyncDialog } from '../shopify/sync-dialog.tsx'
import { ConfirmCall, ConfirmDialog } from '../ui/dialog/dialog.tsx'
import { failedTo, showFailure, useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { choicesOf } from '../ui/form/choose.tsx'
import { CardList } from '../ui/list/card.tsx'
import { ActiveFilter, ListFiles, ListFilter, ListScreen } from '../ui/list/list-screen.tsx'
import { QuietButton } from '../ui/page/words.tsx'
import { useListView, ViewSwitch } from '../ui/table/view-switch.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { ProductDialog } from './product-dialog.tsx'
import { type ProductAction, ProductCard, ProductsTable } from './product-list.tsx'
import { type ProductFilter, productsQuery } from './queries.ts'

interface ProductsTabProps {
  filter: ProductFilter
  onFilter: (change: ProductFilter) => void
  /** Absent for roles that can't add products. */
  onAdd?: () => void
}

export function ProductsTab({ filter, onFilter, onAdd }: ProductsTabProps) {
  const { q, isActive, sort } = filter
  const list = useInfiniteQuery(productsQuery(filter))
  const view = useListView('products')
  const mayEdit = useMayDo('products.edit')
  const maySync = useMayDo('shopify.manage')
  /** Outlives its row and an emptied list, so nothing typed is lost. */
  const [dialog, setDialog] = useState<ReactNode>()
  const act = (product: Product, action: ProductAction) => {
    const task = { product, onClose: () => setDialog(null) }
    if (action === 'edit') setDialog(<ProductDialog {...task} />)
    else if (action === 'assign') setDialog(<AssignDialog {...task} mayEdit={mayEdit} />)
    else setDialog(<DeleteProductDialog {...task} />)
  }
  return (
    <>
      <ListScreen
        list={list}
        noun="product"
        label="Search by name, SKU, or category"
        q={q}
        onSearch={(q) => onFilter({ q })}
        filters={
          <>
            <ActiveFilter isActive={isActive} onFilter={onFilter} />
            <ListFilter
              label="Sort"
              value={sort === 'name' ? undefined : sort}
              choices={choicesOf({ '': 'By name', price: 'By price', newest: 'Newest first' })}
              onChoose={(sort) => onFilter({ sort })}
            />
          </>
        }
        actions={
          <>
            <ViewSwitch {...view} />
            <ListFiles url={urlOf(api.products.export.path, {}, { ...filter })}>
              {maySync && <SyncButton />}
              {mayEdit && <ImportButton kind="products" />}
            </ListFiles>
          </>
        }
        isSafe
        empty={{
          filtered: (q !== undefined || isActive !== undefined) && {
            text: 'No products match your filters.',
            onClear: () => onFilter({ q: undefined, isActive: undefined }),
          },
          children: `Your products appear here, with their prices and photos.${
            onAdd ? ' You can also import them from a CSV file.' : ''
          }`,
          ways: onAdd && [['New product', onAdd]],
        }}
      >
        {(products, outdated) =>
          view.view === 'table' && products.length > 0 ? (
            <ProductsTable products={products} outdated={outdated} mayEdit={mayEdit} onAct={act} />
          ) : (
            <CardList label="Products" width={240} rows={products} outdated={outdated}>
              {(product) => <ProductCard key={product.id} product={product} mayEdit={mayEdit} onAct={act} />}
            </CardList>
          )
        }
      </ListScreen>
      {dialog}
    </>
  )
}

function SyncButton() {
  const [open, setOpen] = useState(false)
  const { data: sync } = useQuery(syncQuery())
  return (
    <>
      <QuietButton onClick={() => setOpen(true)}>
        {sync && isRunning(sync) ? 'Importing...' : 'Import from Shopify'}
      </QuietButton>
      {open && <SyncDialog onClose={() => setOpen(false)} />}
    </>
  )
}

/** Confirms deleting a product, or offers to archive one that is in use or in Shopify. */
function DeleteProductDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const remove = useReportedCall({
    call: () => call(api.products.remove, { params: { id: product.id } }),
    done: 'Product deleted',
    reloads: ['products'],
  })
  const reason = product.shopifyProductId
    ? productMessages.inShopify
    : isInUse(remove.error) && sentenceOf(remove.error, productMessages.inUse)
  if (reason && product.isActive)
    return (
      <ConfirmCall
        title="This product can’t be deleted"
        confirmLabel="Archive product"
        keepLabel="Keep product"
        call={() => call(api.products.update, { params: { id: product.id }, body: { isActive: false } })}
        done="Product archived"
        failedTo="update product"
        reloads={['products']}
        onClose={onClose}
      >
        {reason} Archived products stay on past orders and can’t be added to new ones, and a sync doesn’t
        bring them back. To use it again, edit the product and turn on Active.
      </ConfirmCall>
    )
  const handleError = (error: Error) => {
    if (isInUse(error) && product.isActive) return
    showFailure(error, { failed: failedTo('delete product') })
    onClose()
  }
  return (
    <ConfirmDialog
      title="Delete this product?"
      confirmLabel="Delete product"
      pendingLabel="Deleting..."
      keepLabel="Keep product"
      loading={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose, onError: handleError })}
      onClose={onClose}
    >
      <strong>{product.name}</strong> will be deleted. This can’t be undone.
    </ConfirmDialog>
  )
}

function isInUse(error: Error | null) {
  return error instanceof CallError && error.code === 'in_use'
}
