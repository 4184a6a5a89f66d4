import '@mantine/core/styles/Combobox.layer.css'
import { Button, NativeSelect } from '@mantine/core'
import { api } from '@trunkshow/contract/api.ts'
import { productSorts } from '@trunkshow/contract/products/schema.ts'
import { addressOf } from '../api/client.ts'
import { ImportButton } from '../imports/import-button.tsx'
import { useMayDo } from '../session/session-query.ts'
import { SyncButton } from '../shopify/sync-button.tsx'
import { countOf } from '../ui/count-of.ts'
import styles from '../ui/list-tools.module.css'
import { SearchField } from '../ui/search-field.tsx'
import type { ProductFilter } from './queries.ts'

const sortLabels = { name: 'By name', price: 'By price', newest: 'Newest first' }

interface ProductToolsProps {
  filter: ProductFilter
  onFilter: (change: ProductFilter) => void
  /** How many products fit, as the server counts them; undefined while that is not known. */
  total: string | undefined
}

/** Search, filter and order of the products; what comes in and goes out as a file; how many there are. */
export function ProductTools({ filter, onFilter, total }: ProductToolsProps) {
  const mayImport = useMayDo('orders.edit')
  const maySync = useMayDo('shopify.manage')
  return (
    <>
      <search className={styles.tools}>
        <div className={styles.find}>
          <SearchField
            label="Find a name, SKU, description or category"
            value={filter.q ?? ''}
            onSearch={(q) => onFilter({ q: q || undefined })}
          />
        </div>
        <NativeSelect
          aria-label="Show"
          value={filter.isActive === undefined ? '' : String(filter.isActive)}
          onChange={({ currentTarget: { value } }) =>
            onFilter({ isActive: value ? value === 'true' : undefined })
          }
          data={[
            { value: '', label: 'All products' },
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
        <div className={styles.files}>
          {maySync && <SyncButton />}
          {mayImport && <ImportButton kind="products" />}
          <Button
            component="a"
            download
            href={addressOf(api.products.export.path, {}, { ...filter })}
            variant="default"
          >
            Export CSV
          </Button>
        </div>
      </search>
      <p className={styles.count} role="status">
        {total !== undefined && countOf(total, 'product')}
      </p>
    </>
  )
}
