import { Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Product } from '@trunkshow/contract/products/schema.ts'
import { assignedQuery } from '../customizations/queries.ts'
import { Dialog, DialogButtons } from '../ui/dialog/dialog.tsx'
import { LoadFailure } from '../ui/feedback/load-failure.tsx'
import { AssignedList } from './assigned-list.tsx'
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
