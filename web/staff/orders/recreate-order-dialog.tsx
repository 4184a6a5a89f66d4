import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useRecreateOrder } from './order-store-calls.ts'

interface RecreateOrderDialogProps {
  order: Order
  onClose: () => void
}

/** Asks before the order at the store gives way to a new one. */
export function RecreateOrderDialog({ order: { id, orderNumber }, onClose }: RecreateOrderDialogProps) {
  const recreate = useRecreateOrder(id)
  return (
    <ConfirmDialog
      opened
      title={`Recreate order #${orderNumber} in Shopify?`}
      confirmLabel="Recreate order"
      pendingLabel="Recreating..."
      keepLabel="Leave as it is"
      loading={recreate.isPending}
      onConfirm={() => recreate.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      A new order is made there as this one stands now, under a new number. Then the old one is cancelled
      there, which cannot be undone.
    </ConfirmDialog>
  )
}
