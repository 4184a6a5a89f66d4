import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { LoadFailure } from '../ui/feedback/load-failure.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { ListSkeleton } from '../ui/list/list-skeleton.tsx'
import { ShowMore } from '../ui/list/show-more.tsx'
import { ProductCards } from './product-cards.tsx'
import { ProductTools } from './product-tools.tsx'
import { type ProductFilter, productsQuery } from './queries.ts'

interface ProductsTabProps {
  filter: ProductFilter
  onFilter: (change: ProductFilter) => void
  /** Absent where the role may not add any. */
  onAdd?: (() => void) | undefined
}

/** The Products tab: search and filters, the cards, and what comes in and goes out as a file. */
export function ProductsTab({ filter, onFilter, onAdd }: ProductsTabProps) {
  const list = useInfiniteQuery(productsQuery(filter))
  return (
    <>
      <ProductTools
        filter={filter}
        onFilter={onFilter}
        total={list.isPlaceholderData ? undefined : list.data?.total}
      />
      {list.isPending && <ListSkeleton label="Loading products" />}
      {list.isError && !list.data && (
        <LoadFailure title="Couldn’t load products" retrying={list.isFetching} onRetry={list.refetch}>
          Your products are safe. Please try again.
        </LoadFailure>
      )}
      {list.data?.rows.length === 0 && (
        <NoProducts
          filter={filter}
          onClear={() => onFilter({ q: undefined, isActive: undefined })}
          onAdd={onAdd}
        />
      )}
      {list.data && <ProductCards products={list.data.rows} outdated={list.isPlaceholderData} />}
      <ShowMore list={list} />
    </>
  )
}

interface NoProductsProps extends Pick<ProductsTabProps, 'filter' | 'onAdd'> {
  /** Takes the search and the filter off. */
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
