import type { Customization, CustomizationOption } from '@trunkshow/contract/customizations/schema.ts'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { useDeleteCustomization, useDeleteOption } from './queries.ts'

interface DeleteCustomizationDialogProps {
  customization: Customization
  onClose: () => void
}

/** Confirms deleting a customization. */
export function DeleteCustomizationDialog({ customization, onClose }: DeleteCustomizationDialogProps) {
  const remove = useDeleteCustomization(customization)
  return (
    <ConfirmDialog
      opened
      title="Delete this customization?"
      confirmLabel="Delete customization"
      pendingLabel="Deleting..."
      keepLabel="Keep customization"
      loading={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      This deletes <strong>{customization.name}</strong> with its options and removes it from all products.
      This can’t be undone.
    </ConfirmDialog>
  )
}

interface DeleteOptionDialogProps {
  option: CustomizationOption
  onClose: () => void
}

/** Confirms deleting an option. */
export function DeleteOptionDialog({ option, onClose }: DeleteOptionDialogProps) {
  const remove = useDeleteOption(option)
  return (
    <ConfirmDialog
      opened
      title="Delete this option?"
      confirmLabel="Delete option"
      pendingLabel="Deleting..."
      keepLabel="Keep option"
      loading={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      <strong>{option.name}</strong> will be deleted. This can’t be undone.
    </ConfirmDialog>
  )
}
