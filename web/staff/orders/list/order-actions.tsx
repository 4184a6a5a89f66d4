import { Button } from '@mantine/core'
import type { OrderSummary } from '@trunkshow/contract/orders/schema.ts'
import { useMayDo } from '../../session/session-query.ts'
import styles from './order-actions.module.css'

interface OrderActionsProps {
  order: OrderSummary
  onOpen: () => void
  onDelete: () => void
}

/** The actions for an order in the list. */
export function OrderActions({ order: { orderNumber }, onOpen, onDelete }: OrderActionsProps) {
  const mayDelete = useMayDo('orders.delete')
  return (
    <div className={styles.actions}>
      <Button variant="subtle" size="compact-sm" aria-label={`View order #${orderNumber}`} onClick={onOpen}>
        View
      </Button>
      {mayDelete && (
        <Button
          variant="subtle"
          color="bad"
          size="compact-sm"
          aria-label={`Delete order #${orderNumber}`}
          onClick={onDelete}
        >
          Delete
        </Button>
      )}
    </div>
  )
}
