import { Button } from '@mantine/core'
import { productMessages } from '@trunkshow/contract/products/messages.ts'
import type { Product } from '@trunkshow/contract/products/schema.ts'
import { ReasonButton } from '../ui/feedback/reason-button.tsx'

export type ProductAction = 'edit' | 'assign' | 'delete'

export interface ProductActionsProps {
  product: Product
  mayEdit: boolean
  onAct: (action: ProductAction) => void
  /** As Mantine names it; by default a finger's. */
  size?: string
}

/** The actions for a product. */
export function ProductActions({ product, mayEdit, onAct, size = 'sm' }: ProductActionsProps) {
  const { name, isActive, shopifyProductId } = product
  return (
    <>
      {mayEdit && (
        <Button variant="subtle" size={size} aria-label={`Edit ${name}`} onClick={() => onAct('edit')}>
          Edit
        </Button>
      )}
      <Button
        variant="subtle"
        size={size}
        aria-label={`Customizations of ${name}`}
        onClick={() => onAct('assign')}
      >
        Customizations
      </Button>
      {mayEdit && (
        <ReasonButton
          variant="subtle"
          size={size}
          color="bad"
          reason={shopifyProductId && !isActive ? productMessages.deleteInShopifyFirst : null}
          aria-label={`Delete ${name}`}
          onClick={() => onAct('delete')}
        >
          Delete
        </ReasonButton>
      )}
    </>
  )
}
