import { useQueryClient } from '@tanstack/react-query'
import type { OrderSummary } from '@trunkshow/contract/orders/schema.ts'
import { api, call } from '../../api/client.ts'
import { invalidateOrderCounts } from '../../api/query-client.ts'
import { DeleteRecord } from '../../ui/dialog/dialog.tsx'
import { orderQuery } from '../queries.ts'

interface DeleteOrderDialogProps {
  order: Pick<OrderSummary, 'id' | 'orderNumber' | 'customerName' | 'items' | 'shopifyOrderId'>
  onClose: () => void
  onDone?: () => void
}

/** Confirms deleting an order. */
export function DeleteOrderDialog({ order, ...dialog }: DeleteOrderDialogProps) {
  const { id, orderNumber, items, customerName, shopifyOrderId } = order
  const queryClient = useQueryClient()
  const remove = async () => {
    await call(api.orders.remove, { params: { id } })
    queryClient.removeQueries({ queryKey: orderQuery(id).queryKey })
    invalidateOrderCounts(queryClient)
  }
  return (
    <DeleteRecord
      noun="order"
      title={`Delete order #${orderNumber}?`}
      call={remove}
      failedTo="delete order"
      reloads={['orders']}
      {...dialog}
    >
      This deletes <strong>{items}</strong> for <strong>{customerName}</strong>, with its files and comments.
      You can’t undo this.{shopifyOrderId && ' It stays in Shopify.'}
    </DeleteRecord>
  )
}
