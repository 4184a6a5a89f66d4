import { Button, Group, Text } from '@mantine/core'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import { nextStatuses, type OrderStatus, orderCan } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { useState } from 'react'
import { ReasonButton } from '../../ui/feedback/reason-button.tsx'
import { orderStatusWords } from '../../ui/list/order-status-words.ts'
import { useChangeStatus } from './order-calls.ts'
import { CancelOrderDialog, StepBackDialog } from './status-confirms.tsx'

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
