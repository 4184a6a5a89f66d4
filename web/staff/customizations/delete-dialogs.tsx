import type { Customization, CustomizationOption } from '@trunkshow/contract/customizations/schema.ts'
import { DeleteDialog } from '../ui/dialog/delete-dialog.tsx'
import { useDeleteCustomization, useDeleteOption } from './queries.ts'

interface DeleteCustomizationDialogProps {
  customization: Customization
  onClose: () => void
}

/** Confirms deleting a customization. */
export function DeleteCustomizationDialog({ customization, onClose }: DeleteCustomizationDialogProps) {
  const remove = useDeleteCustomization(customization)
  return (
    <DeleteDialog
      noun="customization"
      loading={remove.isPending}
      onDelete={() => remove.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      This deletes <strong>{customization.name}</strong> with its options and removes it from all products.
      This can’t be undone.
    </DeleteDialog>
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
    <DeleteDialog
      noun="option"
      loading={remove.isPending}
      onDelete={() => remove.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      <strong>{option.name}</strong> will be deleted. This can’t be undone.
    </DeleteDialog>
  )
}
