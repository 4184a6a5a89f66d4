import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { orderCan, orderName } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { useRef, useState } from 'react'
import { CallError, sentenceOf } from '../../api/call-error.ts'
import { useMayDo } from '../../session/session-query.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ReasonButton } from '../../ui/feedback/reason-button.tsx'
import { LeaveGuard, useCloseGuard } from '../../ui/form/leave-guard.tsx'
import { lazy, WaitingPart } from '../../ui/lazy/lazy.tsx'
import { ListSkeleton } from '../../ui/list/list-skeleton.tsx'
import { OrderStatusTag } from '../../ui/list/order-status-tag.tsx'
import { openPrint } from '../list/order-files.tsx'
import { orderQuery } from '../queries.ts'
import { OrderView } from './order-view.tsx'

const OrderEditor = lazy(() => import('../form/order-editor.tsx'), 'OrderEditor', WaitingPart)

interface OrderDialogProps {
  id: number
  onClose: () => void
}

/** One order over the list, to view or edit. */
export function OrderDialog({ id, onClose }: OrderDialogProps) {
  const query = useQuery(orderQuery(id))
  /** The order when editing began. */
  const [edited, setEdited] = useState<Order>()
  const [comment, setComment] = useState('')
  const hasEdits = useRef(() => false)
  const isDirty = () => hasEdits.current() || comment.trim() !== ''
  const closing = useCloseGuard(isDirty, onClose)
  const discarding = useCloseGuard(
    () => hasEdits.current(),
    () => setEdited(undefined),
  )
  // Another user may delete the order while it is open; the query keeps its data.
  const order = isMissing(query.error) ? undefined : query.data
  return (
    <Dialog
      title={order ? orderName(order) : 'Order'}
      width={1040}
      onClose={closing.close}
      tag={order && <OrderStatusTag status={order.status} />}
      buttons={order && !edited && <OrderButtons order={order} onEdit={() => setEdited(order)} />}
    >
      {!order && <OrderMissing query={query} />}
      {order && !edited && (
        <OrderView order={order} comment={comment} onComment={setComment} onDeleted={onClose} />
      )}
      {edited && (
        <OrderEditor
          start={{ order: edited }}
          hasEdits={hasEdits}
          onSaved={() => setEdited(undefined)}
          onCancel={discarding.close}
        />
      )}
      <LeaveGuard isDirty={isDirty} />
      {closing.question}
      {discarding.question}
    </Dialog>
  )
}

function isMissing(error: Error | null): error is CallError {
  return error instanceof CallError && error.status === 404
}

interface OrderMissingProps {
  query: { error: Error | null; refetch: () => Promise<unknown> }
}

function OrderMissing({ query: { error, refetch } }: OrderMissingProps) {
  if (!error) return <ListSkeleton label="Loading order" />
  if (isMissing(error))
    return (
      <Notice title={sentenceOf(error, 'Order not found.')}>
        It may have been deleted, or the link may be wrong.
      </Notice>
    )
  return (
    <LoadFailure title="Couldn’t load the order" onRetry={refetch}>
      {sentenceOf(error)}
    </LoadFailure>
  )
}

/** The actions for a viewed order, beside its title. */
function OrderButtons({ order, onEdit }: { order: Order; onEdit: () => void }) {
  const mayEdit = useMayDo('orders.edit')
  const which = { ids: [order.id] }
  return (
    <>
      <Button variant="default" onClick={() => openPrint(which, 'ticket')}>
        Print
      </Button>
      <Button variant="default" onClick={() => openPrint(which, 'slip')}>
        Packing slip
      </Button>
      {mayEdit && (
        <ReasonButton variant="default" reason={orderCan.edit(order)} onClick={onEdit}>
          Edit
        </ReasonButton>
      )}
    </>
  )
}
