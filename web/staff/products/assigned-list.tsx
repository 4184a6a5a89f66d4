import type { ProductCustomization } from '@trunkshow/contract/customizations/schema.ts'
import { useState } from 'react'
import { useReorderCustomizations } from '../customizations/queries.ts'
import { OrderedList } from '../ui/list/ordered-list.tsx'
import { AssignedRow } from './assigned-row.tsx'

interface AssignedListProps {
  productId: number
  assigned: readonly ProductCustomization[]
  mayEdit: boolean
}

/** A product's customizations, reordered by dragging a row or with its Move up and Move down. */
export function AssignedList({ productId, assigned, mayEdit }: AssignedListProps) {
  const { rows, show, save, reset } = useAssignedOrder(productId, assigned)
  return (
    <OrderedList
      label="Assigned customizations"
      items={rows.map(({ customizationId: id, customization: { name } }) => ({ id, name }))}
      onOrder={show}
      onKeep={save}
      onCancel={reset}
    >
      {(_, place, handles) => (
        <AssignedRow productId={productId} row={rows[place]!} mayEdit={mayEdit} handles={handles} />
      )}
    </OrderedList>
  )
}

/** Keeps the order while dragging; the list shows it at once and reverts if the server rejects it. */
function useAssignedOrder(productId: number, assigned: readonly ProductCustomization[]) {
  const order = useReorderCustomizations(productId)
  const [draggedOrder, setDraggedOrder] = useState<number[]>()
  const rows = draggedOrder
    ? assigned.toSorted(
        (a, b) => draggedOrder.indexOf(a.customizationId) - draggedOrder.indexOf(b.customizationId),
      )
    : assigned
  const show = (ids: number[]) => setDraggedOrder(ids)
  const save = (ids: number[]) => {
    show(ids)
    order.mutate(ids, {
      onSettled: () => setDraggedOrder((latest) => (latest === ids ? undefined : latest)),
    })
  }
  return { rows, show, save, reset: () => setDraggedOrder(undefined) }
}
