import { Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type Booking, bookingNotesInput, type Rooms } from '@trunkshow/contract/bookings/schema.ts'
import { formatTimeRange } from '@trunkshow/contract/dates.ts'
import { useId } from 'react'
import { api, call } from '../../api/client.ts'
import { summaryQuery } from '../../slots/queries.ts'
import { FormDialog, useRecordForm } from '../../ui/form/form-dialog.tsx'
import { QuietText } from '../../ui/page/words.tsx'
import type { BookingDialogProps } from '../queries.ts'
import styles from './booking-row.module.css'

const valuesOf = (booking?: Booking) => ({ room: booking?.room ?? '', notes: booking?.notes ?? '' })

const takenBy = (room: string, { attendeeName, eventName, ...time }: NonNullable<Rooms['taken']>) =>
  `${attendeeName} has ${room} then, ${formatTimeRange(time.startTime, time.endTime)}${eventName ? ` at ${eventName}` : ''}.`

/** The room and the notes of a booking, which two people may write at once (docs/decisions/019). */
export function NotesDialog({ event, booking, onClose }: BookingDialogProps) {
  const { form, dialog } = useRecordForm({
    noun: 'notes',
    schema: () => bookingNotesInput,
    record: booking,
    valuesOf,
    update: (base, changes) =>
      call(api.bookings.saveNotes, { params: { id: base.id }, body: { ...valuesOf(base), ...changes } }),
    done: 'Notes and room saved',
    failure: { failed: 'Error Saving Notes' },
    reloads: summaryQuery(String(event.id)).queryKey,
    onClose,
  })
  const list = useId()
  const [room] = useDebouncedValue(form.values.room.trim().slice(0, 40), 200)
  const { data } = useQuery({
    queryKey: ['bookings', String(event.id), 'rooms', booking.id, room],
    queryFn: () => call(api.bookings.rooms, { params: { id: booking.id }, query: { room } }),
    placeholderData: (shown) => shown && { ...shown, taken: null },
  })
  return (
    <FormDialog title={`Notes and room for ${booking.attendeeName}`} {...dialog} submitLabel="Save">
      <div>
        <TextInput
          label="Room"
          list={list}
          autoComplete="off"
          classNames={{ input: styles.room }}
          maxLength={40}
          {...form.getInputProps('room')}
        />
        <datalist id={list}>
          {data?.rooms.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <QuietText c="warn" role="status">
          {data?.taken && takenBy(room, data.taken)}
        </QuietText>
      </div>
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
