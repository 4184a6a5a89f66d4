import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useReportedCall } from '../feedback/use-reported-call.ts'
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
export function DeleteDialog({ noun, title, onDelete, ...rest }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      title={title ?? `Delete this ${noun}?`}
      confirmLabel={`Delete ${noun}`}
      pendingLabel="Deleting..."
      keepLabel={`Keep ${noun}`}
      onConfirm={onDelete}
      {...rest}
    />
  )
}

interface DeleteRecordProps extends Pick<DeleteDialogProps, 'noun' | 'title' | 'children' | 'onClose'> {
  call: () => Promise<unknown>
  /** The title of the toast of a failure, unless it is `Failed to delete template`. */
  failed?: string
  /** Instead of it: what failed, for the toast `Error`. */
  failedTo?: string
  /** The query keys to reload afterwards. */
  reloads: QueryKey
  onDeleted?: () => void
}

/** Confirms deleting a record, deletes it, and says so in a toast. */
export function DeleteRecord({ call, failed, failedTo, reloads, onDeleted, ...dialog }: DeleteRecordProps) {
  const { noun, onClose } = dialog
  const remove = useReportedCall({
    call,
    done: `${noun[0]!.toUpperCase()}${noun.slice(1)} deleted`,
    failed: failed ?? `Failed to delete ${noun}`,
    failedTo,
    reloads,
  })
  return (
    <DeleteDialog
      loading={remove.isPending}
      onDelete={() => remove.mutate(undefined, { onSuccess: onDeleted, onSettled: onClose })}
      {...dialog}
    />
  )
}
