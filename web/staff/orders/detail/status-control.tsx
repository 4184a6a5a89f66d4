import { Button, Group } from '@mantine/core'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import { nextStatuses, type OrderStatus, orderCan, orderName } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { useState } from 'react'
import { api, call } from '../../api/client.ts'
import { ConfirmCall, ConfirmDialog } from '../../ui/dialog/dialog.tsx'
import { ReasonButton } from '../../ui/feedback/reason-button.tsx'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { lazy } from '../../ui/lazy/lazy.tsx'
import { orderStatusWords, QuietText } from '../../ui/page/words.tsx'
import { useCacheOrder } from '../queries.ts'

const CancelWithMoney = lazy(() => import('../money/cancel-with-money.tsx'), 'CancelWithMoney')
const EntryDialog = lazy(() => import('../money/entry-dialog.tsx'), 'EntryDialog')

/** Moves an order to the next status, back, or cancels it (docs/product.md, Order status). */
export function StatusControl({ order }: { order: Order }) {
  const { id, status: from } = order
  const keep = useCacheOrder()
  const change = useReportedCall({
    // Rejected if another user changed it since.
    call: async (status: OrderStatus) =>
      keep(await call(api.orders.changeStatus, { params: { id }, body: { status, from } })),
    failedTo: 'update order',
    reloads: ['orders'],
  })
  const [canceling, setCanceling] = useState(false)
  /** The previous status when Back was pressed. */
  const [back, setBack] = useState<OrderStatus>()
  const closeBack = () => setBack(undefined)
  const next = nextStatuses(from)
  const { due } = order.money
  // Paid is reached by money, and the balance is filled in.
  const isPayment = next.forward === 'paid' && Number(due) > 0
  const [paying, setPaying] = useState(false)
  return (
    <>
      {from === 'cancelled' ? (
        <QuietText>{orderMessages.canceledIsFinal}</QuietText>
      ) : (
        <Group gap="xs">
          {next.forward && (
            <Button
              variant={isPayment ? 'default' : 'filled'}
              disabled={change.isPending}
              onClick={() => (isPayment ? setPaying(true) : change.mutate(next.forward!))}
            >
              Mark as {wordOf(next.forward)}
            </Button>
          )}
          {next.back && (
            <Button variant="subtle" px="xs" disabled={change.isPending} onClick={() => setBack(next.back)}>
              {backTo(next.back)}
            </Button>
          )}
          <ReasonButton
            variant="subtle"
            color="bad"
            px="xs"
            reason={orderCan.cancel(order)}
            onClick={() => setCanceling(true)}
          >
            Cancel order
          </ReasonButton>
        </Group>
      )}
      {back && (
        <ConfirmDialog
          title={`${backTo(back)}?`}
          confirmLabel={backTo(back)}
          keepLabel="Keep current status"
          loading={change.isPending}
          onConfirm={() => change.mutate(back, { onSettled: closeBack })}
          onClose={closeBack}
        >
          {orderName(order)} goes back to {wordOf(back)}. The change stays in its history.
        </ConfirmDialog>
      )}
      {paying && (
        <EntryDialog order={order} task={{ kind: 'payment', amount: due }} onClose={() => setPaying(false)} />
      )}
      {canceling && <CancelOrderDialog order={order} onClose={() => setCanceling(false)} />}
    </>
  )
}

const wordOf = (status: OrderStatus) => orderStatusWords[status].toLowerCase()
const backTo = (status: OrderStatus) =>
  status === 'pending' ? 'Mark as unpaid' : `Back to ${wordOf(status)}`

/** Confirms canceling an order, which frees its use of a discount code (docs/product.md, Order status). */
export function CancelOrderDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const keep = useCacheOrder()
  const effect = (
    <>
      <strong>{order.items}</strong> for <strong>{order.customerName}</strong>. A canceled order stays in the
      list and can’t be changed.{order.shopifyOrderId && ' It will also be canceled in Shopify.'} You can’t
      undo this.
    </>
  )
  if (Number(order.money.held) > 0)
    return (
      <CancelWithMoney order={order} onClose={onClose}>
        {effect}
      </CancelWithMoney>
    )
  return (
    <ConfirmCall
      title={`Cancel order #${order.orderNumber}?`}
      confirmLabel="Cancel order"
      keepLabel="Keep order"
      call={async () => keep(await call(api.orders.cancel, { params: { id: order.id }, body: {} }))}
      done="Order canceled"
      failed="Failed to Cancel Order"
      reloads={['orders']}
      onClose={onClose}
    >
      {effect}
    </ConfirmCall>
  )
}
