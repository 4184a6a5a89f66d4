import { Button, Group, Text } from '@mantine/core'
import { api } from '@trunkshow/contract/api.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import { nextStatuses, type OrderStatus, orderCan, orderName } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { ReasonButton } from '../../ui/feedback/reason-button.tsx'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { orderStatusWords } from '../../ui/list/order-status-tag.tsx'
import { useCacheOrder } from '../queries.ts'

/** Moves an order to the next status, back, or cancels it (docs/product.md, Order status). */
export function StatusControl({ order }: { order: Order }) {
  const change = useChangeStatus(order)
  const [canceling, setCanceling] = useState(false)
  /** The previous status when Back was pressed. */
  const [back, setBack] = useState<OrderStatus>()
  const next = nextStatuses(order.status)
  return (
    <>
      {order.status === 'cancelled' ? (
        <Text c="dimmed">{orderMessages.canceledIsFinal}</Text>
      ) : (
        <Group gap="8px 12px">
          {next.forward && (
            <Button disabled={change.isPending} onClick={() => change.mutate(next.forward!)}>
              Mark as {orderStatusWords[next.forward].toLowerCase()}
            </Button>
          )}
          {next.back && (
            <Button variant="subtle" disabled={change.isPending} onClick={() => setBack(next.back)}>
              Back to {orderStatusWords[next.back].toLowerCase()}
            </Button>
          )}
          <ReasonButton
            variant="subtle"
            color="bad"
            reason={orderCan.cancel(order)}
            onClick={() => setCanceling(true)}
          >
            Cancel order
          </ReasonButton>
        </Group>
      )}
      {back && <StepBackDialog order={order} to={back} onClose={() => setBack(undefined)} />}
      {canceling && <CancelOrderDialog order={order} onClose={() => setCanceling(false)} />}
    </>
  )
}

interface StepBackDialogProps {
  order: Order
  to: OrderStatus
  onClose: () => void
}

/** Confirms moving an order's status back a step. */
function StepBackDialog({ order, to, onClose }: StepBackDialogProps) {
  const change = useChangeStatus(order)
  const words = orderStatusWords[to].toLowerCase()
  return (
    <ConfirmDialog
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

/** Moves the order's status one step; rejected if another user changed it since. */
function useChangeStatus({ id, status: from }: Pick<Order, 'id' | 'status'>) {
  const keep = useCacheOrder()
  return useReportedCall({
    call: async (status: OrderStatus) =>
      keep(await call(api.orders.changeStatus, { params: { id }, body: { status, from } })),
    failedTo: 'update order',
    reloads: ['orders'],
  })
}

/** Cancels an order, which frees its use of a discount code (docs/product.md, Order status). */
function useCancelOrder(id: number) {
  const keep = useCacheOrder()
  return useReportedCall({
    call: async () => keep(await call(api.orders.cancel, { params: { id } })),
    done: 'Order canceled',
    failed: 'Failed to Cancel Order',
    reloads: ['orders'],
  })
}
