import type { OrderSummary } from '@trunkshow/contract/orders/schema.ts'
import { DeleteDialog } from '../../ui/dialog/delete-dialog.tsx'
import { useDeleteOrder } from './order-calls.ts'

interface DeleteOrderDialogProps {
  order: Pick<OrderSummary, 'id' | 'orderNumber' | 'customerName' | 'items' | 'shopifyOrderId'>
  onClose: () => void
  onDeleted?: () => void
}

/** Confirms deleting an order. */
export function DeleteOrderDialog({ order, onClose, onDeleted }: DeleteOrderDialogProps) {
  const remove = useDeleteOrder(order.id)
  return (
    <DeleteDialog
      noun="order"
      title={`Delete order #${order.orderNumber}?`}
      loading={remove.isPending}
      onDelete={() => remove.mutate(undefined, { onSuccess: onDeleted, onSettled: onClose })}
      onClose={onClose}
    >
      This deletes <strong>{order.items}</strong> for <strong>{order.customerName}</strong>, with its files
      and comments. You can’t undo this.{order.shopifyOrderId && ' It stays in Shopify.'}
    </DeleteDialog>
  )
}
