import type { ReactNode } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface DeleteDialogProps {
  opened?: boolean
  /** What is deleted, such as `template`. */
  noun: string
  title?: string
  /** Whether the call is running. */
  loading: boolean
  onDelete: () => void
  /** What goes and what stays, with the record's name. */
  children: ReactNode
  onClose: () => void
}

/** Confirms deleting a record. */
export function DeleteDialog({ opened = true, noun, title, onDelete, ...rest }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      opened={opened}
      title={title ?? `Delete this ${noun}?`}
      confirmLabel={`Delete ${noun}`}
      pendingLabel="Deleting..."
      keepLabel={`Keep ${noun}`}
      onConfirm={onDelete}
      {...rest}
    />
  )
}
