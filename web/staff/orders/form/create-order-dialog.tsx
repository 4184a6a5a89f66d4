import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Person } from '@trunkshow/contract/customers/schema.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { useRef } from 'react'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { ListSkeleton } from '../../ui/feedback/notice.tsx'
import { showToast } from '../../ui/feedback/use-reported-call.ts'
import { LeaveGuard, useCloseGuard } from '../../ui/form/form-shell.tsx'
import { openPrint } from '../list/order-files.tsx'
import { OrderEditor } from './order-editor.tsx'
import type { BookingToOrder } from './order-values.ts'
import { useStartChoices } from './use-order-form.ts'

interface CreateOrderDialogProps {
  booking?: BookingToOrder
  /** Who it is for, without a booking. */
  person?: Pick<Person, 'customer' | 'name' | 'emails' | 'phone'>
  onClose: () => void
}

/** Takes an order (docs/product.md, Taking an order): over a list, for a person, or from a booking with its guest and event. */
export function CreateOrderDialog({ booking, person, onClose }: CreateOrderDialogProps) {
  const choices = useStartChoices(booking, person?.customer)
  const typed = person && {
    customerName: person.name,
    customerEmail: person.emails[0] ?? '',
    customerPhone: person.phone ?? '',
  }
  const navigate = useNavigate()
  const client = useQueryClient()
  const open = ({ id }: Order, replace: boolean) =>
    navigate({ to: '/orders', search: { orderId: id }, replace, ignoreBlocker: replace })
  const hasEdits = useRef<() => boolean>(null)
  const isDirty = () => hasEdits.current?.() ?? false
  const closing = useCloseGuard(isDirty, onClose)
  return (
    <Dialog title="Create Order" width={1040} onClose={closing.close}>
      {choices ? (
        <OrderEditor
          start={{ booking, choices, typed }}
          hasEdits={hasEdits}
          onSaved={(order) => {
            if (!booking && !person) {
              showToast({ title: orderMessages.created })
              return open(order, true)
            }
            // Staff stay where they were, since the next guest waits there, and the toast leads on.
            onClose()
            for (const list of ['bookings', 'desk', 'customers'])
              void client.invalidateQueries({ queryKey: [list] })
            showToast({
              title: orderMessages.created,
              description: `#${order.orderNumber} for ${order.customerName}`,
              actions: [
                { label: 'Open', act: () => open(order, false) },
                { label: 'Print', act: () => openPrint({ ids: [order.id] }) },
              ],
            })
          }}
          onCancel={closing.close}
        />
      ) : (
        <ListSkeleton label="Loading the form" />
      )}
      <LeaveGuard isDirty={isDirty} />
      {closing.question}
    </Dialog>
  )
}
