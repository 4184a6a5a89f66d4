import type { ProductCustomization } from '@trunkshow/contract/customizations/schema.ts'
import { OrderedList } from '../ui/ordered-list.tsx'
import { AssignedRow } from './assigned-row.tsx'
import { useAssignedOrder } from './use-assigned-order.ts'

interface AssignedListProps {
  productId: number
  assigned: readonly ProductCustomization[]
  mayEdit: boolean
}

/** A product's customizations, ordered by dragging a row or with its Move up and Move down. */
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
