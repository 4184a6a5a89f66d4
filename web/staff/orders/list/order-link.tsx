import { Link } from '@tanstack/react-router'
import type { OrderSummary } from '@trunkshow/contract/orders/schema.ts'
import type { MouseEvent } from 'react'

interface OrderLinkProps {
  order: Pick<OrderSummary, 'id' | 'orderNumber'>
  onOpen: (id: number) => void
}

/** An order's number. It opens the order beside the list; a middle click, or one with Ctrl, opens it in a tab. */
export function OrderLink({ order: { id, orderNumber }, onOpen }: OrderLinkProps) {
  return (
    <Link
      to="/orders"
      search={{ orderId: id }}
      preload={false}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onOpen(id)
      }}
    >
      #{orderNumber}
    </Link>
  )
}

/** What lets a whole row open its order, besides its link, buttons and checkbox, and text that is being selected. */
export function opensOn(id: number, onOpen: (id: number) => void) {
  const isOther = ({ target }: MouseEvent) =>
    (target as Element).closest('a, button, input, label') !== null || getSelection()?.isCollapsed === false
  return {
    onClick: (event: MouseEvent) => !isOther(event) && onOpen(id),
    onAuxClick: (event: MouseEvent) => {
      if (event.button === 1 && !isOther(event)) open(`/orders?orderId=${id}`, '_blank', 'noopener')
    },
  }
}
