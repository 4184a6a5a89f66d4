import { Checkbox, Input, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import { guestBookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import { spotsOf } from '@trunkshow/contract/bookings/rules.ts'
import { type AddBookingInput, addBookingInput } from '@trunkshow/contract/bookings/schema.ts'
import { isOnClocks } from '@trunkshow/contract/events/rules.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { wallClock, wallToInstant } from '@trunkshow/contract/zones.ts'
import { useState } from 'react'
import { call, freshKey } from '../../api/client.ts'
import { slotsQuery, summaryQuery } from '../../slots/queries.ts'
import { countBooked, groupSlots } from '../../slots/slot-days.ts'
import { NotLoaded } from '../../ui/feedback/load-failure.tsx'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { FieldRow } from '../../ui/form/form-section.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { SlotPicker } from '../reschedule/slot-picker.tsx'

interface AddBookingDialogProps {
  event: Event
  /** The day that the list shows, `yyyy-MM-dd`. */
  date: string | undefined
  onClose: () => void
}

/**
 * Books for a caller or a walk-in (docs/product.md, Bookings by staff). A full time slot is a choice too: the host then
 * agrees to the spots that it gets.
 */
export function AddBookingDialog({ event, date, onClose }: AddBookingDialogProps) {
  const [slotId, setSlotId] = useState<number>()
  const [agreedTo, setAgreedTo] = useState<number>()
  const [problem, setProblem] = useState<{ slot?: string; spots?: string }>({})
  const slots = useQuery(slotsQuery(String(event.id)))
  // Added at most once, however often it is sent: the key stays as long as the form.
  const [idempotencyKey] = useState(freshKey)
  const add = useReportedCall({
    call: ({ slotId, ...body }: { slotId: number } & AddBookingInput) =>
      call(api.bookings.add, { params: { id: slotId }, body, idempotencyKey }),
    done: ({ attendeeEmail }) => ({
      title: 'Booking Added',
      description: attendeeEmail ? 'The guest will receive a confirmation email.' : 'No email was sent.',
    }),
    failed: 'Error Adding Booking',
    reloads: summaryQuery(String(event.id)).queryKey,
    keepsForm: true,
  })
  const form = useSchemaForm(
    addBookingInput,
    { attendeeName: '', attendeeEmail: '', partySize: 1, notes: '' },
    add.error,
  )
  const now = new Date()
  const days =
    slots.data &&
    groupSlots(
      slots.data.filter(
        (slot) =>
          slot.isAvailable &&
          isOnClocks(slot, event.zone) &&
          wallToInstant(slot.slotDate, slot.endTime, event.zone) > now,
      ),
    )
  const slot = days?.flatMap((day) => day.slots).find(({ id }) => id === slotId)
  const needed = slot ? countBooked(slot) + spotsOf(event, Number(form.values.partySize) || 1) : 0
  const isOver = slot !== undefined && needed > slot.totalSlots

  function handleSubmit(values: typeof form.values) {
    if (!slot) return setProblem({ slot: guestBookingMessages.slotRequired })
    if (isOver && agreedTo !== needed) return setProblem({ spots: 'Check this box to add a spot.' })
    const upToSpots = isOver ? needed : undefined
    add.mutate(
      { slotId: slot.id, ...addBookingInput.parse({ ...values, upToSpots }) },
      { onSuccess: onClose },
    )
  }

  return (
    <FormDialog
      title="Add booking"
      form={{ ...form, isDirty: () => form.isDirty() || slotId !== undefined }}
      call={add}
      onSubmit={handleSubmit}
      submitLabel="Add booking"
      pendingLabel="Adding..."
      sticky
      onClose={onClose}
    >
      <FieldRow>
        <TextInput label="Name" required data-autofocus {...form.getInputProps('attendeeName')} />
        {event.maxPartySize > 1 && (
          <NumberInput
            label="People"
            min={1}
            max={1000}
            allowDecimal={false}
            {...form.getInputProps('partySize')}
          />
        )}
      </FieldRow>
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
              setProblem({})
            }}
          />
          {problem.slot && <Input.Error role="alert">{problem.slot}</Input.Error>}
        </div>
      )}
      {isOver && (
        <Checkbox
          label={`Add to this full time slot. This makes it ${needed} spots.`}
          checked={agreedTo === needed}
          error={agreedTo === needed ? undefined : problem.spots}
          onChange={({ currentTarget: { checked } }) => setAgreedTo(checked ? needed : undefined)}
        />
      )}
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
