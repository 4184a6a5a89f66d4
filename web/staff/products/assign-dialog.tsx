import { Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ProductCustomization } from '@trunkshow/contract/customizations/schema.ts'
import type { Product } from '@trunkshow/contract/products/schema.ts'
import { useState } from 'react'
import { assignedQuery, useReorderCustomizations } from '../customizations/queries.ts'
import { Dialog, DialogButtons } from '../ui/dialog/dialog.tsx'
import { LoadFailure } from '../ui/feedback/load-failure.tsx'
import { OrderedList } from '../ui/list/ordered-list.tsx'
import { AssignedRow } from './assigned-row.tsx'
import { CustomizationsToAssign } from './customizations-to-assign.tsx'

interface AssignDialogProps {
  product: Product
  mayEdit: boolean
  onClose: () => void
}

/** A product's customizations, which of them are required, and their order (docs/product.md, Customizations). */
export function AssignDialog({ product, mayEdit, onClose }: AssignDialogProps) {
  const assigned = useQuery(assignedQuery(product.id))
  const ids = assigned.data?.map(({ customizationId }) => customizationId)
  return (
    <Dialog opened title={mayEdit ? 'Assign Customizations' : 'Customizations'} onClose={onClose}>
      <Text mb="sm" c="dimmed">
        {product.name}
      </Text>
      {assigned.isPending && <Skeleton height={120} role="status" aria-label="Loading customizations" />}
      {assigned.isError && !assigned.data && (
        <LoadFailure title="Couldn’t load customizations" onRetry={assigned.refetch}>
          Your customizations are safe. Please try again.
        </LoadFailure>
      )}
      {assigned.data?.length === 0 && (
        <Text mb="sm" c="dimmed">
          This product has no customizations yet.
        </Text>
      )}
      {assigned.data && assigned.data.length > 0 && (
        <AssignedList productId={product.id} assigned={assigned.data} mayEdit={mayEdit} />
      )}
      {mayEdit && ids && <CustomizationsToAssign productId={product.id} assigned={ids} />}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

interface AssignedListProps {
  productId: number
  assigned: readonly ProductCustomization[]
  mayEdit: boolean
}

/** A product's customizations, reordered by dragging a row or with its Move up and Move down. */
function AssignedList({ productId, assigned, mayEdit }: AssignedListProps) {
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
