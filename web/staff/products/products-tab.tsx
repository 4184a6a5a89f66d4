import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Notice } from '../ui/feedback/notice.tsx'
import { PagedList } from '../ui/list/paged-list.tsx'
import { useListView } from '../ui/table/view-switch.tsx'
import { FoundProducts } from './found-products.tsx'
import { ProductTools } from './product-tools.tsx'
import { type ProductFilter, productsQuery } from './queries.ts'

interface ProductsTabProps {
  filter: ProductFilter
  onFilter: (change: ProductFilter) => void
  /** Absent for roles that can't add products. */
  onAdd?: (() => void) | undefined
}

/** The Products tab: search and filters, the table or cards, import and export. */
export function ProductsTab({ filter, onFilter, onAdd }: ProductsTabProps) {
  const list = useInfiniteQuery(productsQuery(filter))
  const view = useListView('products')
  return (
    <>
      <ProductTools
        filter={filter}
        onFilter={onFilter}
        total={list.isPlaceholderData ? undefined : list.data?.total}
        view={view}
      />
      <PagedList
        list={list}
        noun="products"
        failureText="Your products are safe. Please try again."
        empty={
          <NoProducts
            filter={filter}
            onClear={() => onFilter({ q: undefined, isActive: undefined })}
            onAdd={onAdd}
          />
        }
      >
        {(products, outdated) => (
          <FoundProducts products={products} outdated={outdated} isTable={view.view === 'table'} />
        )}
      </PagedList>
    </>
  )
}

interface NoProductsProps extends Pick<ProductsTabProps, 'filter' | 'onAdd'> {
  /** Clears the search and the filter. */
  onClear: () => void
}

function NoProducts({ filter, onClear, onAdd }: NoProductsProps) {
  if (filter.q !== undefined || filter.isActive !== undefined)
    return (
      <Notice
        title="No products found"
        action={
          <Button variant="default" onClick={onClear}>
            Show all products
          </Button>
        }
      >
        No products match your filters.
      </Notice>
    )
  return (
    <Notice
      title="No products found"
      action={
        onAdd && (
          <Button variant="default" onClick={onAdd}>
            Create your first product
          </Button>
        )
      }
    >
      Your products appear here, with their prices and photos.
      {onAdd && ' You can also import them from a CSV file.'}
    </Notice>
  )
}
