import type { DiscountCode } from '@trunkshow/contract/discounts/schema.ts'
import { useState } from 'react'
import { DeleteDialog } from '../ui/dialog/delete-dialog.tsx'
import { CardList } from '../ui/list/card.tsx'
import { DiscountCard, type DiscountTask } from './discount-card.tsx'
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
        <CardList label="Discount codes" width={260} outdated={outdated}>
          {codes.map((code) => (
            <DiscountCard
              key={code.id}
              code={code}
              onTask={mayEdit ? (task) => setOpen({ code, task }) : undefined}
            />
          ))}
        </CardList>
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
