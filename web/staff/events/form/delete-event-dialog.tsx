import type { Event } from '@trunkshow/contract/events/schema.ts'
import { DeleteDialog } from '../../ui/dialog/delete-dialog.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { useDeleteEvent } from '../queries.ts'

interface DeleteEventDialogProps {
  event: Event
  onDeleted: () => void
  onClose: () => void
}

/** Confirms deleting an event. */
export function DeleteEventDialog({ event, onDeleted, onClose }: DeleteEventDialogProps) {
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
    <DeleteDialog noun="event" loading={remove.isPending} onDelete={confirm} onClose={onClose}>
      This deletes <strong>{event.name}</strong> and all its time slots. You can’t undo this.
    </DeleteDialog>
  )
}
