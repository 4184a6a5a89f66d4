import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { formatMoney } from '@trunkshow/contract/money.ts'
import type { Product } from '@trunkshow/contract/products/schema.ts'
import type { Template } from '@trunkshow/contract/templates/schema.ts'
import { type ReactNode, useState } from 'react'
import { productsQuery } from '../../products/queries.ts'
import { templateProductsQuery } from '../../templates/queries.ts'
import { RetryLine } from '../../ui/feedback/notice.tsx'
import { PickList } from '../../ui/form/pick-list.tsx'
import { SearchField } from '../../ui/list/list-screen.tsx'
import { QuietText } from '../../ui/page/words.tsx'

const MAX_SHOWN = 8

interface PickProductProps {
  template: Pick<Template, 'id' | 'productIds'> | undefined
  error?: ReactNode
  onPick: (product: Product) => void
}

/** Offers the products that the template allows. */
export function PickProduct({ template, error, onPick }: PickProductProps) {
  const [q, setQ] = useState('')
  const narrowed = Boolean(template?.productIds.length)
  const all = useInfiniteQuery({
    ...productsQuery({ q: q || undefined, isActive: true }),
    enabled: !narrowed,
  })
  const some = useQuery({ ...templateProductsQuery(template?.id ?? 0), enabled: narrowed })
  const list = narrowed ? some : all
  const products = narrowed
    ? some.data?.filter((product) => product.isActive && fits(product, q))
    : all.data?.rows
  return (
    <>
      <SearchField label="Find a product" value={q} onSearch={setQ} error={error} />
      {list.isError && !products && <RetryLine list={list}>Couldn’t load products.</RetryLine>}
      <QuietText mt={4} role="status">
        {list.isPending && 'Loading products...'}
        {products?.length === 0 && (q ? 'No products found' : 'No products yet.')}
        {products && products.length > MAX_SHOWN && `Showing ${MAX_SHOWN}. Search to find more.`}
      </QuietText>
      <PickList
        label="Products"
        items={products?.slice(0, MAX_SHOWN) ?? []}
        wordsOf={wordsOf}
        onPick={onPick}
      />
    </>
  )
}

/** A product in words, to be told from others. */
export function wordsOf({ name, sku, basePrice }: Pick<Product, 'name' | 'sku' | 'basePrice'>) {
  return { name, detail: [sku, formatMoney(basePrice)].filter(Boolean).join(' · ') }
}

function fits({ name, sku }: Product, q: string) {
  const text = `${name} ${sku}`.toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
