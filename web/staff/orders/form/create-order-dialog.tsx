import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { ListSkeleton } from '../../ui/feedback/notice.tsx'
import { LeaveGuard, useCloseGuard } from '../../ui/form/form-shell.tsx'
import { OrderEditor } from './order-editor.tsx'
import type { BookingToOrder } from './order-values.ts'
import { useStartChoices } from './use-order-form.ts'

/** Takes an order (docs/product.md, Taking an order): over the list, or from a booking with its guest and event. */
export function CreateOrderDialog({ booking, onClose }: { booking?: BookingToOrder; onClose: () => void }) {
  const choices = useStartChoices(booking)
  const navigate = useNavigate()
  const hasEdits = useRef<() => boolean>(null)
  const isDirty = () => hasEdits.current?.() ?? false
  const closing = useCloseGuard(isDirty, onClose)
  return (
    <Dialog title="Create Order" width={1040} onClose={closing.close}>
      {choices ? (
        <OrderEditor
          start={{ booking, choices }}
          hasEdits={hasEdits}
          onSaved={({ id }) =>
            navigate({ to: '/orders', search: { orderId: id }, replace: !booking, ignoreBlocker: true })
          }
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
