import type { Product } from '@trunkshow/contract/products/schema.ts'
import { useState } from 'react'
import { useMayDo } from '../session/session-query.ts'
import { lazyDialog } from '../ui/dialog/lazy-dialog.tsx'
import { type ProductAction, ProductCard } from './product-card.tsx'
import styles from './product-cards.module.css'

const ProductDialog = lazyDialog(() => import('./product-dialog.tsx').then((module) => module.ProductDialog))
const AssignDialog = lazyDialog(() => import('./assign-dialog.tsx').then((module) => module.AssignDialog))
const DeleteProductDialog = lazyDialog(() =>
  import('./delete-product-dialog.tsx').then((module) => module.DeleteProductDialog),
)

interface ProductCardsProps {
  products: readonly Product[]
  /** Whether these are the previous filter's rows, shown while the new ones load. */
  outdated: boolean
}

/** The products as cards. Dialogs outlive their card and an emptied list, so nothing typed is lost. */
export function ProductCards({ products, outdated }: ProductCardsProps) {
  const mayEdit = useMayDo('products.edit')
  const [open, setOpen] = useState<{ product: Product; action: ProductAction }>()
  const close = () => setOpen(undefined)
  return (
    <>
      {products.length > 0 && (
        <ul className={styles.cards} aria-label="Products" data-outdated={outdated} aria-busy={outdated}>
          {products.map((product) => (
            <ProductCard
              key={product.id}
              product={product}
              mayEdit={mayEdit}
              onAct={(action) => setOpen({ product, action })}
            />
          ))}
        </ul>
      )}
      {open?.action === 'edit' && <ProductDialog product={open.product} onClose={close} />}
      {open?.action === 'assign' && <AssignDialog product={open.product} mayEdit={mayEdit} onClose={close} />}
      {open?.action === 'delete' && <DeleteProductDialog product={open.product} onClose={close} />}
    </>
  )
}
