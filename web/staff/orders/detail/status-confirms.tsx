import { type OrderStatus, orderName } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { orderStatusWords } from '../../ui/list/order-status-words.ts'
import { useCancelOrder, useChangeStatus } from './order-calls.ts'

interface StepBackDialogProps {
  order: Order
  to: OrderStatus
  onClose: () => void
}

/** Confirms moving an order's status back a step. */
export function StepBackDialog({ order, to, onClose }: StepBackDialogProps) {
  const change = useChangeStatus(order)
  const words = orderStatusWords[to].toLowerCase()
  return (
    <ConfirmDialog
      opened
      title={`Back to ${words}?`}
      confirmLabel={`Back to ${words}`}
      keepLabel="Keep current status"
      loading={change.isPending}
      onConfirm={() => change.mutate(to, { onSettled: onClose })}
      onClose={onClose}
    >
      {orderName(order)} goes back to {words}. The change stays in its history.
    </ConfirmDialog>
  )
}

interface CancelOrderDialogProps {
  order: Order
  onClose: () => void
}

/** Confirms canceling an order. */
export function CancelOrderDialog({ order, onClose }: CancelOrderDialogProps) {
  const cancel = useCancelOrder(order.id)
  return (
    <ConfirmDialog
      opened
      title={`Cancel order #${order.orderNumber}?`}
      confirmLabel="Cancel order"
      pendingLabel="Canceling..."
      keepLabel="Keep order"
      loading={cancel.isPending}
      onConfirm={() => cancel.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      <strong>{order.items}</strong> for <strong>{order.customerName}</strong>. A canceled order stays in the
      list and can’t be changed.{order.shopifyOrderId && ' It will also be canceled in Shopify.'} You can’t
      undo this.
    </ConfirmDialog>
  )
}
