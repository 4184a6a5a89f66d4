import type { Template } from '@trunkshow/contract/templates/schema.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useDeleteTemplate } from './queries.ts'

interface DeleteTemplateDialogProps {
  template: Template
  onClose: () => void
}

/** Asks before a template is gone; only one that no order uses can be (spec back-office §4). */
export function DeleteTemplateDialog({ template, onClose }: DeleteTemplateDialogProps) {
  const remove = useDeleteTemplate(template)
  return (
    <ConfirmDialog
      opened
      title="Delete this template?"
      confirmLabel="Delete template"
      pendingLabel="Deleting..."
      keepLabel="Keep template"
      loading={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      <strong>{template.templateName}</strong> and its fields will be gone. This cannot be undone.
    </ConfirmDialog>
  )
}
