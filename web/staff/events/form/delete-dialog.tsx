import type { Event } from '@trunkshow/contract/events/schema.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { useDeleteEvent } from '../queries.ts'

interface DeleteDialogProps {
  event: Event
  onDeleted: () => void
  onClose: () => void
}

/** Confirms deleting an event. */
export function DeleteDialog({ event, onDeleted, onClose }: DeleteDialogProps) {
  const remove = useDeleteEvent(event.id)
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        showToast({ title: 'Event Deleted', description: `Deleted ${event.name} and its time slots.` })
        onDeleted()
      },
      onError: onClose,
    })
  return (
    <ConfirmDialog
      opened
      title="Delete this event?"
      confirmLabel="Delete event"
      pendingLabel="Deleting..."
      keepLabel="Keep event"
      loading={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      This deletes <strong>{event.name}</strong> and all its time slots. You can’t undo this.
    </ConfirmDialog>
  )
}
