import { formatMoney } from '@trunkshow/contract/money.ts'
import { ProductStore } from '../shopify/product-store.tsx'
import { Photo } from '../ui/files/photo.tsx'
import { Tag } from '../ui/list/tag.tsx'
import { ProductActions, type ProductActionsProps } from './product-actions.tsx'
import styles from './product-card.module.css'

/** One product of the catalog. */
export function ProductCard({ product, mayEdit, onAct }: ProductActionsProps) {
  const { id, name, sku, category, photoUrl, basePrice, isActive } = product
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
        <ProductActions product={product} mayEdit={mayEdit} onAct={onAct} />
      </div>
      <ProductStore product={product} />
    </li>
  )
}
