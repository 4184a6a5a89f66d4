import type { Customization, CustomizationOption } from '@trunkshow/contract/customizations/schema.ts'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { useDeleteCustomization, useDeleteOption } from './queries.ts'

interface DeleteCustomizationDialogProps {
  customization: Customization
  onClose: () => void
}

/** Asks before a customization is deleted. */
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
      <strong>{customization.name}</strong> goes with all its options, and no product has it any more. This
      cannot be undone.
    </ConfirmDialog>
  )
}

interface DeleteOptionDialogProps {
  option: CustomizationOption
  onClose: () => void
}

/** Asks before an option is deleted. */
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
      <strong>{option.name}</strong> can no longer be chosen. This cannot be undone.
    </ConfirmDialog>
  )
}
