import type { Product } from '@trunkshow/contract/products/schema.ts'
import { useState } from 'react'
import { useMayDo } from '../session/session-query.ts'
import { CardList } from '../ui/list/card.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { DeleteProductDialog } from './delete-product-dialog.tsx'
import type { ProductAction } from './product-actions.tsx'
import { ProductCard } from './product-card.tsx'
import { ProductDialog } from './product-dialog.tsx'
import { ProductsTable } from './products-table.tsx'

interface FoundProductsProps {
  products: readonly Product[]
  /** Whether these are the previous filter's rows, shown while the new ones load. */
  outdated: boolean
  isTable: boolean
}

/** The products. Dialogs outlive their row and an emptied list, so nothing typed is lost. */
export function FoundProducts({ products, outdated, isTable }: FoundProductsProps) {
  const mayEdit = useMayDo('products.edit')
  const [open, setOpen] = useState<{ product: Product; action: ProductAction }>()
  const act = (product: Product, action: ProductAction) => setOpen({ product, action })
  const close = () => setOpen(undefined)
  return (
    <>
      {products.length > 0 && isTable && (
        <ProductsTable products={products} outdated={outdated} mayEdit={mayEdit} onAct={act} />
      )}
      {products.length > 0 && !isTable && (
        <CardList label="Products" width={240} outdated={outdated}>
          {products.map((product) => (
            <ProductCard
              key={product.id}
              product={product}
              mayEdit={mayEdit}
              onAct={(action) => act(product, action)}
            />
          ))}
        </CardList>
      )}
      {open?.action === 'edit' && <ProductDialog product={open.product} onClose={close} />}
      {open?.action === 'assign' && <AssignDialog product={open.product} mayEdit={mayEdit} onClose={close} />}
      {open?.action === 'delete' && <DeleteProductDialog product={open.product} onClose={close} />}
    </>
  )
}
