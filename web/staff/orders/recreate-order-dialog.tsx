import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useRecreateOrder } from './order-store-calls.ts'

interface RecreateOrderDialogProps {
  order: Order
  onClose: () => void
}

/** Asks before an order in Shopify is replaced by a new one. */
export function RecreateOrderDialog({ order: { id, orderNumber }, onClose }: RecreateOrderDialogProps) {
  const recreate = useRecreateOrder(id)
  return (
    <ConfirmDialog
      opened
      title={`Recreate order #${orderNumber} in Shopify?`}
      confirmLabel="Recreate order"
      pendingLabel="Recreating..."
      keepLabel="Keep order"
      loading={recreate.isPending}
      onConfirm={() => recreate.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      This creates a new Shopify order and cancels the old one. This can't be undone.
    </ConfirmDialog>
  )
}
