import { eventMessages } from '@trunkshow/contract/events/messages.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { CallError, sentenceOf } from '../api/call-error.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { showToast } from '../ui/toast.ts'
import { toSend, valuesOf } from './event-form-values.ts'
import { useDeleteEvent, useSaveEvent } from './queries.ts'

interface DeleteDialogProps {
  event: Event
  /** The event is deleted, or no longer active. */
  onGone: (tab?: 'inactive') => void
  onClose: () => void
}

/** Asks before an event is deleted. One that has bookings cannot be, so it may be made inactive instead (design §6). */
export function DeleteDialog({ event, onGone, onClose }: DeleteDialogProps) {
  const remove = useDeleteEvent(event.id)
  if (hasBookings(remove.error) && event.isActive)
    return (
      <DeactivateDialog event={event} onGone={onGone} onClose={onClose}>
        {sentenceOf(remove.error, eventMessages.hasBookings)}
      </DeactivateDialog>
    )
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        showToast({ title: 'Event Deleted', description: `${event.name} and its time slots are gone.` })
        onGone()
      },
      onError: (error) => {
        if (!hasBookings(error)) return showFailure(error, 'Failed to delete event')
        if (event.isActive) return
        showToast({ tone: 'bad', title: 'Error', description: 'An event with bookings cannot be deleted.' })
        onClose()
      },
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
      {event.name} and all its time slots will be gone. This cannot be undone.
    </ConfirmDialog>
  )
}

function DeactivateDialog({ event, onGone, onClose, children }: DeleteDialogProps & { children: string }) {
  const save = useSaveEvent(String(event.id))
  const confirm = () => {
    const values = valuesOf(event)
    save.mutate(toSend({ ...values, isActive: false }, values), {
      onSuccess: () => {
        showToast({ title: 'Success', description: 'Event updated successfully' })
        onGone('inactive')
      },
      onError: (error) => showFailure(error, 'Failed to update event'),
    })
  }
  return (
    <ConfirmDialog
      opened
      title="This event cannot be deleted"
      confirmLabel="Make inactive"
      pendingLabel="Saving..."
      keepLabel="Keep as it is"
      loading={save.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  )
}

function hasBookings(error: Error | null) {
  return error instanceof CallError && error.status === 409
}

function showFailure(error: Error, fallback: string) {
  showToast({ tone: 'bad', title: 'Error', description: sentenceOf(error, fallback) })
}
