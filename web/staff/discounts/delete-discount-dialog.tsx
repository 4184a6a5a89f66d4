import type { DiscountCode } from '@trunkshow/contract/discounts/schema.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useDeleteDiscount } from './queries.ts'

interface DeleteDiscountDialogProps {
  code: DiscountCode
  onClose: () => void
}

/** Asks before a code is gone; only one that no order carries can be (spec back-office §4). */
export function DeleteDiscountDialog({ code, onClose }: DeleteDiscountDialogProps) {
  const remove = useDeleteDiscount(code)
  return (
    <ConfirmDialog
      opened
      title="Delete this discount code?"
      confirmLabel="Delete discount code"
      pendingLabel="Deleting..."
      keepLabel="Keep discount code"
      loading={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      <strong>{code.code}</strong> can no longer be applied to orders
      {code.shopifyPriceRuleId && ', and is also deleted in Shopify'}. This cannot be undone.
    </ConfirmDialog>
  )
}
