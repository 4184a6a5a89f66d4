import { useQueryClient } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import type { DiscountCode } from '@trunkshow/contract/discounts/schema.ts'
import type { OrderStatus } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { call } from '../../api/client.ts'
import { invalidateOrderCounts } from '../../api/live-query.ts'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { priceWith } from '../order-price.ts'
import { orderQuery } from '../queries.ts'

const reloads = ['orders']

/** Stores an order's new state in the cache for every screen. */
function useCacheOrder() {
  const queryClient = useQueryClient()
  return (order: Order) => {
    queryClient.setQueryData(orderQuery(order.id).queryKey, order)
    invalidateOrderCounts(queryClient)
    return order
  }
}

/** Moves the order's status one step; rejected if another user changed it since. */
export function useChangeStatus({ id, status: from }: Pick<Order, 'id' | 'status'>) {
  const keep = useCacheOrder()
  return useReportedCall({
    call: async (status: OrderStatus) =>
      keep(await call(api.orders.changeStatus, { params: { id }, body: { status, from } })),
    failedTo: 'update order',
    reloads,
  })
}

/** Cancels an order, which frees its use of a discount code (docs/product.md, Order status). */
export function useCancelOrder(id: number) {
  const keep = useCacheOrder()
  return useReportedCall({
    call: async () => keep(await call(api.orders.cancel, { params: { id } })),
    done: 'Order canceled',
    failed: 'Failed to Cancel Order',
    reloads,
  })
}

export function useDeleteOrder(id: number) {
  const queryClient = useQueryClient()
  return useReportedCall({
    call: async () => {
      await call(api.orders.remove, { params: { id } })
      queryClient.removeQueries({ queryKey: orderQuery(id).queryKey })
      invalidateOrderCounts(queryClient)
    },
    done: 'Order deleted',
    failedTo: 'delete order',
    reloads,
  })
}

/**
 * Applies a discount code to an order, or removes it with null. Shown at once, and reverted if rejected
 * (docs/product.md, Using a code).
 */
export function useApplyDiscount(id: number) {
  const queryClient = useQueryClient()
  const keep = useCacheOrder()
  const { queryKey } = orderQuery(id)
  return useReportedCall({
    call: async (code: DiscountCode | null) => {
      const before = queryClient.getQueryData(queryKey)
      await queryClient.cancelQueries({ queryKey })
      if (before) queryClient.setQueryData(queryKey, discounted(before, code))
      try {
        const body = { discountCodeId: code?.id ?? null }
        return keep(await call(api.orders.applyDiscount, { params: { id }, body }))
      } catch (error) {
        queryClient.setQueryData(queryKey, before)
        throw error
      }
    },
    failed: 'Failed to apply discount code.',
    reloads,
  })
}

function discounted(order: Order, code: DiscountCode | null): Order {
  const discount = code && { code: code.code, percent: code.discountValue, discountCodeId: code.id }
  const price = priceWith({ ...order, discount })
  return { ...order, discount, price, total: price.total }
}

export function useComment(id: number) {
  return useReportedCall({
    call: (comment: string) => call(api.orders.comment, { params: { id }, body: { comment } }),
    failed: 'Failed to add the comment',
    reloads: ['orders', 'timeline', id],
    keepsForm: true,
  })
}
