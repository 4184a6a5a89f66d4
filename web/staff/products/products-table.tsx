import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '@trunkshow/contract/money.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import type { Product } from '@trunkshow/contract/products/schema.ts'
import { ProductStore } from '../shopify/product-store.tsx'
import { storeQuery } from '../shopify/queries.ts'
import { Photo } from '../ui/files/photo.tsx'
import { Tag } from '../ui/list/tag.tsx'
import { opensOn, RowLink } from '../ui/table/row-link.tsx'
import table from '../ui/table/table.module.css'
import { type ProductAction, ProductActions } from './product-actions.tsx'
import styles from './products-table.module.css'

interface ProductsTableProps {
  products: readonly Product[]
  outdated: boolean
  mayEdit: boolean
  onAct: (product: Product, action: ProductAction) => void
}

/** The products on a large screen; a row opens its product, or for who can't edit it, its customizations. */
export function ProductsTable({ products, outdated, mayEdit, onAct }: ProductsTableProps) {
  const { data: store } = useQuery(storeQuery())
  const isConnected = store?.connected === true
  return (
    <table className={table.table} aria-label="Products" data-outdated={outdated} aria-busy={outdated}>
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col">SKU</th>
          <th scope="col">Category</th>
          <th scope="col" className={table.amount}>
            Price
          </th>
          {isConnected && <th scope="col">Shopify</th>}
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {products.map((product) => (
          <Row
            key={product.id}
            product={product}
            mayEdit={mayEdit}
            isConnected={isConnected}
            onAct={(action) => onAct(product, action)}
          />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  product: Product
  mayEdit: boolean
  isConnected: boolean
  onAct: (action: ProductAction) => void
}

function Row({ product, mayEdit, isConnected, onAct }: RowProps) {
  const { id, name, sku, category, photoUrl, basePrice, isActive } = product
  const href = `${paths.products()}?productId=${id}`
  const open = () => onAct(mayEdit ? 'edit' : 'assign')
  return (
    <tr {...opensOn(href, open)}>
      <th scope="row">
        <Group wrap="nowrap">
          <Photo source={photoUrl} name={name} sizes="40px" square={40} />
          <RowLink href={href} onOpen={open}>
            {name}
          </RowLink>
          {!isActive && <Tag>Inactive</Tag>}
        </Group>
      </th>
      <td>{sku}</td>
      <td>{category}</td>
      <td className={table.amount}>{formatMoney(basePrice)}</td>
      {isConnected && (
        <td className={styles.store}>
          <ProductStore product={product} />
        </td>
      )}
      <td>
        <Group gap={0} align="stretch" justify="end" wrap="nowrap">
          <ProductActions product={product} mayEdit={mayEdit} onAct={onAct} size="compact-sm" />
        </Group>
      </td>
    </tr>
  )
}
