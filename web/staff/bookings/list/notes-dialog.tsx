import { Textarea } from '@mantine/core'
import { type Booking, bookingNotesInput } from '@trunkshow/contract/bookings/schema.ts'
import { api, call } from '../../api/client.ts'
import { summaryQuery } from '../../slots/queries.ts'
import { FormDialog, useRecordForm } from '../../ui/form/form-dialog.tsx'
import type { BookingDialogProps } from '../queries.ts'

const valuesOf = (booking?: Booking) => ({ notes: booking?.notes ?? '' })

/** The notes on a booking, which two people may write at once (docs/decisions/019). */
export function NotesDialog({ event, booking, onClose }: BookingDialogProps) {
  const { form, dialog } = useRecordForm({
    noun: 'notes',
    schema: () => bookingNotesInput,
    record: booking,
    valuesOf,
    update: (base, changes) =>
      call(api.bookings.saveNotes, { params: { id: base.id }, body: { ...valuesOf(base), ...changes } }),
    done: 'Notes Saved',
    failure: { failed: 'Error Saving Notes' },
    reloads: summaryQuery(String(event.id)).queryKey,
    onClose,
  })
  return (
    <FormDialog title={`Notes for ${booking.attendeeName}`} {...dialog} submitLabel="Save">
      <Textarea
        label="Notes"
        description="Only your team sees these."
        rows={5}
        resize="vertical"
        data-autofocus
        {...form.getInputProps('notes')}
      />
    </FormDialog>
  )
}
