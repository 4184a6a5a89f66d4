import type { DiscountCode } from '@trunkshow/contract/discounts/schema.ts'
import { useState } from 'react'
import { DeleteDialog } from '../ui/dialog/delete-dialog.tsx'
import { DiscountCard, type DiscountTask } from './discount-card.tsx'
import styles from './discount-cards.module.css'
import { DiscountDialog } from './discount-dialog.tsx'
import { useDeleteDiscount } from './queries.ts'

interface DiscountCardsProps {
  codes: readonly DiscountCode[]
  /** Whether these are the previous filter's rows, shown while the new ones load. */
  outdated: boolean
  mayEdit: boolean
}

/** A card for each code. Dialogs outlive their card and an emptied list, so nothing typed is lost. */
export function DiscountCards({ codes, outdated, mayEdit }: DiscountCardsProps) {
  const [open, setOpen] = useState<{ code: DiscountCode; task: DiscountTask }>()
  const close = () => setOpen(undefined)
  return (
    <>
      {codes.length > 0 && (
        <ul
          className={styles.cards}
          aria-label="Discount codes"
          data-outdated={outdated}
          aria-busy={outdated}
        >
          {codes.map((code) => (
            <DiscountCard
              key={code.id}
              code={code}
              onTask={mayEdit ? (task) => setOpen({ code, task }) : undefined}
            />
          ))}
        </ul>
      )}
      {open?.task === 'edit' && <DiscountDialog code={open.code} onClose={close} />}
      {open?.task === 'remove' && <DeleteDiscountDialog code={open.code} onClose={close} />}
    </>
  )
}

interface DeleteDiscountDialogProps {
  code: DiscountCode
  onClose: () => void
}

/** Confirms deleting a code; one that an order uses can't be deleted (docs/product.md, Making a code). */
function DeleteDiscountDialog({ code, onClose }: DeleteDiscountDialogProps) {
  const remove = useDeleteDiscount(code)
  return (
    <DeleteDialog
      noun="discount code"
      loading={remove.isPending}
      onDelete={() => remove.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      <strong>{code.code}</strong> will be deleted{code.shopifyPriceRuleId && ' here and in Shopify'}. This
      can’t be undone.
    </DeleteDialog>
  )
}
