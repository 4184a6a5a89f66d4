import { Button } from '@mantine/core'
import { formatMoney } from '@trunkshow/contract/money.ts'
import { productMessages } from '@trunkshow/contract/products/messages.ts'
import type { Product } from '@trunkshow/contract/products/schema.ts'
import { ProductStore } from '../shopify/product-store.tsx'
import { ReasonButton } from '../ui/feedback/reason-button.tsx'
import { Photo } from '../ui/files/photo.tsx'
import { Tag } from '../ui/list/tag.tsx'
import styles from './product-card.module.css'

/** The actions for a product. */
export type ProductAction = 'edit' | 'assign' | 'delete'

interface ProductCardProps {
  product: Product
  mayEdit: boolean
  onAct: (action: ProductAction) => void
}

/** One product of the catalog. */
export function ProductCard({ product, mayEdit, onAct }: ProductCardProps) {
  const { id, name, sku, category, photoUrl, basePrice, isActive, shopifyProductId } = product
  const nameId = `product-${id}`
  return (
    <li className={styles.card} aria-labelledby={nameId}>
      <div className={styles.photo}>
        <Photo source={photoUrl} name={name} sizes="(max-width: 30em) 96px, 320px" />
        {!isActive && (
          <span className={styles.state}>
            <Tag>Inactive</Tag>
          </span>
        )}
      </div>
      <div className={styles.words}>
        <h2 id={nameId} className={styles.name}>
          {name}
        </h2>
        <p className={styles.price}>{formatMoney(basePrice)}</p>
        <p className={styles.facts}>{[sku, category].filter(Boolean).join(' · ')}</p>
      </div>
      <div className={styles.actions}>
        {mayEdit && (
          <Button variant="subtle" aria-label={`Edit ${name}`} onClick={() => onAct('edit')}>
            Edit
          </Button>
        )}
        <Button variant="subtle" aria-label={`Customizations of ${name}`} onClick={() => onAct('assign')}>
          Customizations
        </Button>
        {mayEdit && (
          <ReasonButton
            variant="subtle"
            color="bad"
            reason={shopifyProductId && !isActive ? productMessages.deleteInShopifyFirst : null}
            aria-label={`Delete ${name}`}
            onClick={() => onAct('delete')}
          >
            Delete
          </ReasonButton>
        )}
      </div>
      <ProductStore product={product} />
    </li>
  )
}
