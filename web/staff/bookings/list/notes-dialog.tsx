import { Textarea } from '@mantine/core'
import { api } from '@trunkshow/contract/api.ts'
import {
  type Booking,
  type BookingNotesInput,
  bookingNotesInput,
} from '@trunkshow/contract/bookings/schema.ts'
import { call } from '../../api/client.ts'
import { summaryQuery } from '../../slots/queries.ts'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useEditForm } from '../../ui/form/use-edit-form.tsx'
import type { BookingDialogProps } from '../queries.ts'

const valuesOf = (booking?: Booking) => ({ notes: booking?.notes ?? '' })

/** The notes on a booking, which two people may write at once (docs/decisions/019). */
export function NotesDialog({ event, booking, onClose }: BookingDialogProps) {
  const save = useReportedCall({
    call: (body: BookingNotesInput) => call(api.bookings.saveNotes, { params: { id: booking.id }, body }),
    done: 'Notes Saved',
    failed: 'Error Saving Notes',
    reloads: summaryQuery(String(event.id)).queryKey,
    keepsForm: true,
  })
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
