import { NativeSelect } from '@mantine/core'
import { api } from '@trunkshow/contract/api.ts'
import { urlOf } from '@trunkshow/contract/paths.ts'
import { productSorts } from '@trunkshow/contract/products/rules.ts'
import { ImportButton } from '../imports/import-button.tsx'
import { useMayDo } from '../session/session-query.ts'
import { SyncButton } from '../shopify/sync-button.tsx'
import { ListFiles } from '../ui/list/list-files.tsx'
import { ListTools } from '../ui/list/list-tools.tsx'
import { type ListViewChoice, ViewSwitch } from '../ui/table/view-switch.tsx'
import type { ProductFilter } from './queries.ts'

const sortLabels = { name: 'By name', price: 'By price', newest: 'Newest first' }

interface ProductToolsProps {
  filter: ProductFilter
  onFilter: (change: ProductFilter) => void
  /** Number of matching products, counted by the server; undefined while unknown. */
  total: string | undefined
  view: ListViewChoice
}

/** Search, filter, sort, count, view, import and export of the products. */
export function ProductTools({ filter, onFilter, total, view }: ProductToolsProps) {
  const mayImport = useMayDo('products.edit')
  const maySync = useMayDo('shopify.manage')
  return (
    <ListTools
      noun="product"
      label="Search by name, SKU, or category"
      q={filter.q}
      onSearch={(q) => onFilter({ q })}
      total={total}
      actions={
        <>
          <ViewSwitch {...view} />
          <ListFiles url={urlOf(api.products.export.path, {}, { ...filter })}>
            {maySync && <SyncButton />}
            {mayImport && <ImportButton kind="products" />}
          </ListFiles>
        </>
      }
    >
      <NativeSelect
        aria-label="Show"
        value={filter.isActive === undefined ? '' : String(filter.isActive)}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ isActive: value ? value === 'true' : undefined })
        }
        data={[
          { value: '', label: 'All' },
          { value: 'true', label: 'Active' },
          { value: 'false', label: 'Inactive' },
        ]}
      />
      <NativeSelect
        aria-label="Sort"
        value={filter.sort ?? 'name'}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ sort: productSorts.find((sort) => sort === value && sort !== 'name') })
        }
        data={productSorts.map((value) => ({ value, label: sortLabels[value] }))}
      />
    </ListTools>
  )
}
