import type { Product } from '@trunkshow/contract/products/schema.ts'
import { CallError, sentenceOf } from '../api/call-error.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { showFailure } from '../ui/show-failure.ts'
import { useArchiveProduct, useDeleteProduct } from './queries.ts'

interface DeleteProductDialogProps {
  product: Product
  onClose: () => void
}

/** Asks before a product is deleted. One that orders use cannot be, so it may be archived instead. */
export function DeleteProductDialog({ product, onClose }: DeleteProductDialogProps) {
  const remove = useDeleteProduct(product)
  if (isUsed(remove.error) && product.isActive)
    return (
      <ArchiveDialog product={product} onClose={onClose}>
        {sentenceOf(remove.error, 'Orders use this product.')}
      </ArchiveDialog>
    )
  const handleError = (error: Error) => {
    if (isUsed(error) && product.isActive) return
    showFailure('delete product', error)
    onClose()
  }
  return (
    <ConfirmDialog
      opened
      title="Delete this product?"
      confirmLabel="Delete product"
      pendingLabel="Deleting..."
      keepLabel="Keep product"
      loading={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose, onError: handleError })}
      onClose={onClose}
    >
      <strong>{product.name}</strong> leaves the catalogue with its photo. This cannot be undone.
    </ConfirmDialog>
  )
}

function ArchiveDialog({ product, onClose, children }: DeleteProductDialogProps & { children: string }) {
  const archive = useArchiveProduct(product)
  return (
    <ConfirmDialog
      opened
      title="This product cannot be deleted"
      confirmLabel="Archive product"
      pendingLabel="Archiving..."
      keepLabel="Keep as it is"
      loading={archive.isPending}
      onConfirm={() => archive.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      {children} Archived, it stays with them and can no longer be chosen for new orders.
    </ConfirmDialog>
  )
}

function isUsed(error: Error | null) {
  return error instanceof CallError && error.status === 409
}
