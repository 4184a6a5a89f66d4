import { Input, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { guestBookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import { spotsOf } from '@trunkshow/contract/bookings/rules.ts'
import { addBookingInput, type Booking } from '@trunkshow/contract/bookings/schema.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { type ReactNode, useState } from 'react'
import { api, call, freshKey } from '../../api/client.ts'
import { slotsQuery, summaryQuery } from '../../slots/queries.ts'
import { countBooked, slotsToCome } from '../../slots/slot-days.ts'
import { NotLoaded } from '../../ui/feedback/notice.tsx'
import { FormDialog, useCallForm } from '../../ui/form/form-dialog.tsx'
import { FieldRow } from '../../ui/form/form-shell.tsx'
import { SlotPicker } from '../reschedule/slot-picker.tsx'
import { PartySizeField, PhoneField, useMoreSpots } from './party-fields.tsx'

interface AddBookingDialogProps {
  event: Event
  /** The day that the list shows, `yyyy-MM-dd`. */
  date: string | undefined
  /** Who it is for, if that is known. */
  guest?: { attendeeName: string; attendeeEmail: string; phone: string }
  /** The field that chooses another event. */
  choice?: ReactNode
  /** The time slot chosen at first. */
  slotId?: number
  onClose: () => void
}

/** Books for a caller or a walk-in, also beyond a time slot's spots (docs/product.md, Bookings by staff). */
export function AddBookingDialog({
  event,
  date,
  slotId: first,
  guest,
  choice,
  onClose,
}: AddBookingDialogProps) {
  const [slotId, setSlotId] = useState(first)
  const [problem, setProblem] = useState<string>()
  const slots = useQuery(slotsQuery(String(event.id)))
  // Added at most once, however often it is sent: the key stays as long as the form.
  const [idempotencyKey] = useState(freshKey)
  const { form, dialog } = useCallForm({
    schema: addBookingInput,
    values: { attendeeName: '', attendeeEmail: '', phone: '', partySize: 1, notes: '', ...guest },
    call: (values): Promise<Booking> =>
      call(api.bookings.add, {
        params: { id: slot!.id },
        body: addBookingInput.parse({ ...values, upToSpots }),
        idempotencyKey,
      }),
    done: ({ attendeeEmail }) => ({
      title: 'Booking Added',
      description: attendeeEmail ? 'The guest will receive a confirmation email.' : 'No email was sent.',
    }),
    failed: 'Error Adding Booking',
    reloads: summaryQuery(String(event.id)).queryKey,
    onDone: (_, client) => void client.invalidateQueries({ queryKey: ['customers'] }),
    onClose,
  })
  const now = new Date()
  const open = slots.data?.filter(({ isAvailable }) => isAvailable)
  const days = open && slotsToCome(open, event.zone, now, 'endTime')
  const slot = days?.flatMap((day) => day.slots).find(({ id }) => id === slotId)
  const needed = slot ? countBooked(slot) + spotsOf(event, Number(form.values.partySize) || 1) : 0
  const upToSpots = slot && needed > slot.totalSlots ? needed : undefined
  const moreSpots = useMoreSpots(upToSpots)

  function handleSubmit(values: typeof form.values) {
    if (!slot) return setProblem(guestBookingMessages.slotRequired)
    if (moreSpots.check()) dialog.onSubmit(values)
  }

  return (
    <FormDialog
      title="Add booking"
      {...dialog}
      form={{ ...form, isDirty: () => form.isDirty() || slotId !== first }}
      onSubmit={handleSubmit}
      submitLabel="Add booking"
      pendingLabel="Adding..."
      sticky
    >
      {choice}
      <FieldRow>
        <TextInput label="Name" required data-autofocus {...form.getInputProps('attendeeName')} />
        {event.maxPartySize > 1 && <PartySizeField {...form.getInputProps('partySize')} />}
      </FieldRow>
      <PhoneField {...form.getInputProps('phone')} />
      <TextInput
        label="Email"
        type="email"
        description="Optional. With an email, the guest gets a confirmation and can change the booking."
        {...form.getInputProps('attendeeEmail')}
      />
      {!days && <NotLoaded query={slots} noun="time slots" skeleton={{ height: 160 }} />}
      {days?.length === 0 && <p>There are no time slots left. Add one under Availability.</p>}
      {days && days.length > 0 && (
        <div>
          <SlotPicker
            event={event}
            days={days}
            startOn={date ?? wallClock(now, event.zone).date}
            value={slotId}
            onChange={(id) => {
              setSlotId(id)
              setProblem(undefined)
              moreSpots.forgetCheck()
            }}
          />
          {problem && <Input.Error role="alert">{problem}</Input.Error>}
        </div>
      )}
      {moreSpots.field}
      <Textarea
        label="Notes"
        description="Only your team sees these."
        rows={3}
        resize="vertical"
        {...form.getInputProps('notes')}
      />
    </FormDialog>
  )
}
