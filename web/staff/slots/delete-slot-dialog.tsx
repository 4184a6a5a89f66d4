import { formatDay, formatTimeRange } from '@trunkshow/contract/dates.ts'
import type { ListedSlot } from '@trunkshow/contract/slots/schema.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useDeleteSlot } from './queries.ts'

interface DeleteSlotDialogProps {
  eventId: string
  /** The slot to delete; null while the dialog is closed. */
  slot: ListedSlot | null
  onClose: () => void
}

/** Asks before a time is taken off the event. */
export function DeleteSlotDialog({ eventId, slot, onClose }: DeleteSlotDialogProps) {
  const remove = useDeleteSlot(eventId)
  return (
    <ConfirmDialog
      opened={slot !== null}
      title="Delete this time slot?"
      confirmLabel="Delete time slot"
      pendingLabel="Deleting..."
      keepLabel="Keep time slot"
      loading={remove.isPending}
      onConfirm={() => slot && remove.mutate(slot.id, { onSettled: onClose })}
      onClose={onClose}
    >
      {slot && (
        <>
          <strong>{formatTimeRange(slot.startTime, slot.endTime)}</strong>, {formatDay(slot.slotDate)}. Guests
          can no longer choose it. It was never booked.
        </>
      )}
    </ConfirmDialog>
  )
}
