import { Input, Stack, Text } from '@mantine/core'
import { skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { formatMoney } from '@trunkshow/contract/money.ts'
import { orderCan } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import type { Product } from '@trunkshow/contract/products/schema.ts'
import type { Template } from '@trunkshow/contract/templates/schema.ts'
import { type ReactNode, useState } from 'react'
import { productsQuery } from '../../products/queries.ts'
import { templateProductsQuery, templateQuery } from '../../templates/queries.ts'
import { RetryLine } from '../../ui/feedback/notice.tsx'
import { Picked, PickList } from '../../ui/form/pick-list.tsx'
import { SearchField } from '../../ui/list/list-screen.tsx'
import { OrderSection } from '../order-section.tsx'
import type { OrderDraft } from './use-order-form.ts'

const MAX_SHOWN = 8

/** The product of a new order: one of the template's, or any if the template lists none. */
export function ProductField({ draft }: { draft: OrderDraft }) {
  const { form, chosen, products, pickProduct, clearProducts } = draft
  const [product] = products
  const error = form.errors.products
  return (
    <Input.Wrapper label="Product" labelElement="div" required>
      {product ? (
        <Picked {...wordsOf(product)} changeLabel="Change product" error={error} onChange={clearProducts} />
      ) : (
        <PickProduct template={chosen.template} error={error} onPick={(picked) => pickProduct(0, picked)} />
      )}
    </Input.Wrapper>
  )
}

/** The products of an order being edited, each of which can be replaced (docs/product.md, Changing an order). */
export function ProductsSection({ draft, order }: { draft: OrderDraft; order: Order }) {
  const { edit, form, pickProduct } = draft
  const [picking, setPicking] = useState<number>()
  const template = useQuery(templateQuery(order.template.id))
  const refusal = orderCan.changeProducts(order)
  const { error, description } = edit.noteAt('products')
  return (
    <OrderSection title={order.products.length === 1 ? 'Product' : 'Products'}>
      <Stack>
        {order.products.map((product, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: products stay in order, and one may be there twice
          <Stack key={at} gap="xs">
            <Picked
              {...wordsOf(product)}
              changeLabel={`Change ${product.name}`}
              error={at === 0 && (error ?? form.errors.products)}
              onChange={refusal ? undefined : () => setPicking(picking === at ? undefined : at)}
            />
            {picking === at && (
              <PickProduct
                template={template.data}
                onPick={(picked) => {
                  pickProduct(at, picked)
                  setPicking(undefined)
                }}
              />
            )}
          </Stack>
        ))}
      </Stack>
      {description}
      {refusal && (
        <Text c="dimmed" mt="xs">
          {refusal}
        </Text>
      )}
    </OrderSection>
  )
}

interface PickProductProps {
  template: Pick<Template, 'id' | 'productIds'> | undefined
  error?: ReactNode
  onPick: (product: Product) => void
}

/** Offers the products that the template allows. */
function PickProduct({ template, error, onPick }: PickProductProps) {
  const [q, setQ] = useState('')
  const narrowed = Boolean(template?.productIds.length)
  const search = productsQuery({ q: q || undefined, isActive: true })
  const all = useInfiniteQuery({ ...search, queryFn: narrowed ? skipToken : search.queryFn })
  const ofTemplate = templateProductsQuery(template?.id ?? 0)
  const some = useQuery({ ...ofTemplate, queryFn: narrowed ? ofTemplate.queryFn : skipToken })
  const list = narrowed ? some : all
  const products = narrowed
    ? some.data?.filter((product) => product.isActive && fits(product, q))
    : all.data?.rows
  return (
    <>
      <SearchField label="Find a product" value={q} onSearch={setQ} error={error} />
      {list.isError && !products && <RetryLine list={list}>Couldn’t load products.</RetryLine>}
      <Text c="dimmed" mt={4} role="status">
        {list.isPending && 'Loading products...'}
        {products?.length === 0 && (q ? 'No products found' : 'No products yet.')}
        {products && products.length > MAX_SHOWN && `Showing ${MAX_SHOWN}. Search to find more.`}
      </Text>
      <PickList
        label="Products"
        items={products?.slice(0, MAX_SHOWN) ?? []}
        wordsOf={wordsOf}
        onPick={onPick}
      />
    </>
  )
}

function wordsOf({ name, sku, basePrice }: Pick<Product, 'name' | 'sku' | 'basePrice'>) {
  return { name, detail: [sku, formatMoney(basePrice)].filter(Boolean).join(' · ') }
}

function fits({ name, sku }: Product, q: string) {
  const text = `${name} ${sku}`.toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
