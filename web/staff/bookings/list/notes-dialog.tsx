import { Textarea } from '@mantine/core'
import { type Booking, bookingNotesInput } from '@trunkshow/contract/bookings/schema.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useEditForm } from '../../ui/form/use-edit-form.tsx'
import { useSaveNotes } from '../queries.ts'

interface NotesDialogProps {
  eventId: string
  booking: Booking
  onClose: () => void
}

const valuesOf = (booking?: Booking) => ({ notes: booking?.notes ?? '' })

/** The notes on a booking, which two people may write at once (docs/decisions/019). */
export function NotesDialog({ eventId, booking, onClose }: NotesDialogProps) {
  const save = useSaveNotes(eventId, booking.id)
  const edit = useEditForm({
    schema: () => bookingNotesInput,
    record: booking,
    valuesOf,
    error: save.error,
  })
  return (
    <FormDialog
      title={`Notes for ${booking.attendeeName}`}
      form={edit}
      call={{ isPending: save.isPending, error: edit.error }}
      onSubmit={({ notes }) =>
        save.mutate({ notes, version: edit.base?.version }, { onSuccess: onClose, onError: edit.mergeTheirs })
      }
      submitLabel="Save"
      onClose={onClose}
    >
      <Textarea
        label="Notes"
        description="Only your team sees these."
        rows={5}
        resize="vertical"
        data-autofocus
        {...edit.form.getInputProps('notes')}
      />
    </FormDialog>
  )
}
