import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import { urlOf } from '@trunkshow/contract/paths.ts'
import { useState } from 'react'
import { ImportButton } from '../imports/import-button.tsx'
import { useMayDo } from '../session/session-query.ts'
import { SyncDialog } from '../shopify/sync-dialog.tsx'
import { isRunning, syncQuery } from '../shopify/sync-queries.ts'
import { ListFiles } from '../ui/list/list-files.tsx'
import { ActiveFilter, ListFilter, ListScreen } from '../ui/list/list-screen.tsx'
import { useListView, ViewSwitch } from '../ui/table/view-switch.tsx'
import { FoundProducts } from './found-products.tsx'
import { type ProductFilter, productsQuery } from './queries.ts'

interface ProductsTabProps {
  filter: ProductFilter
  onFilter: (change: ProductFilter) => void
  /** Absent for roles that can't add products. */
  onAdd?: () => void
}

/** The Products tab: search and filters, the table or cards, import and export. */
export function ProductsTab({ filter, onFilter, onAdd }: ProductsTabProps) {
  const { q, isActive, sort } = filter
  const list = useInfiniteQuery(productsQuery(filter))
  const view = useListView('products')
  const mayImport = useMayDo('products.edit')
  const maySync = useMayDo('shopify.manage')
  return (
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
            choices={[
              ['', 'By name'],
              ['price', 'By price'],
              ['newest', 'Newest first'],
            ]}
            onChoose={(sort) => onFilter({ sort })}
          />
        </>
      }
      actions={
        <>
          <ViewSwitch {...view} />
          <ListFiles url={urlOf(api.products.export.path, {}, { ...filter })}>
            {maySync && <SyncButton />}
            {mayImport && <ImportButton kind="products" />}
          </ListFiles>
        </>
      }
      failureText="Your products are safe. Please try again."
      empty={{
        filtered: (q !== undefined || isActive !== undefined) && {
          text: 'No products match your filters.',
          onClear: () => onFilter({ q: undefined, isActive: undefined }),
        },
        children: `Your products appear here, with their prices and photos.${
          onAdd ? ' You can also import them from a CSV file.' : ''
        }`,
        ways: onAdd && [['Create your first product', onAdd]],
      }}
    >
      {(products, outdated) => (
        <FoundProducts products={products} outdated={outdated} isTable={view.view === 'table'} />
      )}
    </ListScreen>
  )
}

/** Opens the sync dialog; shows when a sync is running. */
function SyncButton() {
  const [open, setOpen] = useState(false)
  const { data: sync } = useQuery(syncQuery())
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {sync && isRunning(sync) ? 'Syncing...' : 'Shopify Sync'}
      </Button>
      {open && <SyncDialog onClose={() => setOpen(false)} />}
    </>
  )
}
